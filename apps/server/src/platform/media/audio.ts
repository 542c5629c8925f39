import { createReadStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { VOICE_NOTE_SECONDS } from '@stagedoor/contract/conversations.values';
import { CodedError } from '../errors.ts';
import type { Storage } from '../storage/storage.ts';
import { convert } from './ffmpeg.ts';
import type { Variant } from './variants.ts';
import { createWorkFolder } from './work-folder.ts';

/** Samples a second that the peaks are taken from. */
const PEAK_RATE = 8000;
/** Peaks of a recording, as many as a bubble draws. */
export const PEAK_COUNT = 48;
const LOUDEST = 32_768;

/** The loudness of parts of equal length, 0 to 100. @param pcm 16 bit samples, little endian, one channel */
export const peaksOf = (pcm: Buffer, count = PEAK_COUNT): number[] => {
  const samples = Math.floor(pcm.length / 2);
  return Array.from({ length: Math.min(count, samples) }, (_, part) => {
    const parts = Math.min(count, samples);
    let loudest = 0;
    for (let at = Math.floor((part * samples) / parts); at < Math.floor(((part + 1) * samples) / parts); at += 1)
      loudest = Math.max(loudest, Math.abs(pcm.readInt16LE(at * 2)));
    return Math.round((loudest / LOUDEST) * 100);
  });
};

/**
 * Encodes a sound recording as AAC in MP4, which every browser plays, without the metadata of the original, and at most ten minutes of it.
 *
 * @throws CodedError FILE_UNREADABLE, also for one without sound
 */
export const encodeAudio = async (
  storage: Storage,
  ffmpeg: string,
  key: string,
  folder: string,
  signal: AbortSignal,
): Promise<{ durationMs: number; variants: Variant[] }> => {
  const source = await storage.localPath(key);
  const work = await createWorkFolder(folder);
  try {
    const [encoded, samples] = [join(work, 'audio.m4a'), join(work, 'audio.pcm')];
    const sound = ['-map', '0:a:0', '-map_metadata', '-1', '-vn', '-t', String(VOICE_NOTE_SECONDS), '-ac', '1'];
    const after = sound.concat(['-c:a', 'aac', '-b:a', '64k', '-movflags', '+faststart', encoded], sound, [
      '-ar',
      String(PEAK_RATE),
      '-f',
      's16le',
      samples,
    ]);
    await convert(ffmpeg, source, { after, isAudio: true }, signal);
    const pcm = await readFile(samples);
    if (pcm.length === 0) throw new CodedError('FILE_UNREADABLE');
    const audioKey = `${folder}/audio.m4a`;
    await storage.put(audioKey, createReadStream(encoded), { contentType: 'audio/mp4' });
    return {
      durationMs: Math.round((pcm.length / 2 / PEAK_RATE) * 1000),
      variants: [{ name: 'audio', key: audioKey, width: 0, height: 0, contentType: 'audio/mp4', peaks: peaksOf(pcm) }],
    };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};
