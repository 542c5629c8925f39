import { createReadStream } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CodedError } from '../errors.ts';
import type { Storage } from '../storage/storage.ts';
import { type Probe, convert } from './ffmpeg.ts';
import { type Rung, ladderOf } from './ladder.ts';

const THREADS = 2;
const QUALITY = 23;
/** A player begins, seeks and changes the size at a key picture. */
const KEY_SECONDS = 2;
const SEGMENT_SECONDS = 4;
const MOST_FRAMES_PER_SECOND = 60;
const AUDIO_KBITS = 128;
/** How pictures and sound are encoded; sizes and rates come to it. */
export const ENCODING: readonly string[] = [
  '-threads',
  String(THREADS),
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-crf',
  String(QUALITY),
  '-profile:v',
  'high',
  '-pix_fmt',
  'yuv420p',
  '-c:a',
  'aac',
  '-b:a',
  `${AUDIO_KBITS}k`,
  '-ac',
  '2',
];
/** Of `mp4a`: AAC-LC (ISO/IEC 14496-3). */
const AUDIO_CODEC = 'mp4a.40.2';
/** The initialization is at a file's very beginning. */
const HEAD_BYTES = 16_384;

/** Where a rung's pictures and sound lie, and its list of segments. */
export const fileOf = (rung: Pick<Rung, 'lines'>): string => `${rung.lines}.m4s`;
const listOf = (rung: Rung): string => `${rung.lines}.m3u8`;
export const MASTER = 'master.m3u8';

/** Every size from one reading of the source: it is decoded once, then scaled and encoded for each. */
const parametersOf = (ladder: readonly Rung[], { hasAudio, framesPerSecond }: Probe, folder: string, mark: string | null): string[] => {
  const slower = framesPerSecond > MOST_FRAMES_PER_SECOND ? `fps=${MOST_FRAMES_PER_SECOND},` : '';
  const marked = mark ? 'null[film];[film][1:v:0]overlay=W-w:H-h,' : '';
  const graph = [
    `[0:v:0]${slower}${marked}split=${ladder.length}${ladder.map((_, at) => `[in${at}]`).join('')}`,
    ...ladder.map(({ width, height }, at) => `[in${at}]scale=${width}:${height},setsar=1,format=yuv420p[out${at}]`),
  ].join(';');
  const outputs = ladder.flatMap((rung, at) => [
    '-map',
    `[out${at}]`,
    ...(hasAudio ? ['-map', '0:a:0'] : []),
    '-map_metadata',
    '-1',
    '-map_chapters',
    '-1',
    ...ENCODING,
    '-maxrate',
    `${rung.kbits}k`,
    '-bufsize',
    `${rung.kbits * 2}k`,
    // At the same instants in every size, wherever scenes change.
    '-force_key_frames',
    `expr:gte(t,n_forced*${KEY_SECONDS})`,
    '-sc_threshold',
    '0',
    ...(hasAudio ? [] : ['-an']),
    '-f',
    'hls',
    '-hls_time',
    String(SEGMENT_SECONDS),
    '-hls_playlist_type',
    'vod',
    '-hls_segment_type',
    'fmp4',
    '-hls_flags',
    'single_file',
    '-hls_segment_filename',
    join(folder, fileOf(rung)),
    join(folder, listOf(rung)),
  ]);
  return [...(mark ? ['-i', mark] : []), '-filter_complex', graph, ...outputs];
};

/** The peak and the mean of a rendition, in bits a second (RFC 8216, 4.3.4.2), from its own list of byte ranges. */
const bandwidthOf = (list: string): { peak: number; mean: number } => {
  let [peak, bytes, seconds] = [0, 0, 0];
  for (const [, duration, length] of list.matchAll(/#EXTINF:([\d.]+),\s*\n#EXT-X-BYTERANGE:(\d+)@\d+/g)) {
    peak = Math.max(peak, (Number(length) * 8) / Number(duration));
    bytes += Number(length);
    seconds += Number(duration);
  }
  if (seconds === 0) throw new CodedError('FILE_UNREADABLE');
  return { peak: Math.ceil(peak), mean: Math.ceil((bytes * 8) / seconds) };
};

/** `avc1` with profile, compatibility and level as the rendition's own configuration says them (RFC 6381, ISO/IEC 14496-15). */
const codecOf = async (path: string): Promise<string> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const at = buffer.subarray(0, bytesRead).indexOf('avcC');
    if (at < 0) throw new CodedError('FILE_UNREADABLE');
    return `avc1.${buffer.subarray(at + 5, at + 8).toString('hex')}`;
  } finally {
    await file.close();
  }
};

export interface Rendition extends Rung {
  /** One fragmented MP4 on this machine's disk. */
  path: string;
}

/**
 * Encodes a video for adaptive playing, into a folder of this machine: for each rung one fragmented MP4 of H.264 and AAC with its list of
 * byte ranges, and the list of lists. All names in the lists are relative: signatures are put in when they are served.
 * @throws CodedError FILE_UNREADABLE
 */
export const encodeAdaptive = async (
  ffmpeg: string,
  source: string,
  measured: Probe,
  folder: string,
  {
    signal,
    onTime,
    mark,
  }: { signal: AbortSignal; onTime: (ms: number) => void /** A picture laid over the bottom right. */; mark: string | null },
): Promise<Rendition[]> => {
  const ladder = ladderOf(measured);
  await convert(
    ffmpeg,
    source,
    { before: ['-threads', String(THREADS)], after: parametersOf(ladder, measured, folder, mark) },
    signal,
    onTime,
  );
  const renditions = ladder.map((rung): Rendition => ({ ...rung, path: join(folder, fileOf(rung)) }));
  const entries: string[] = [];
  for (const rendition of renditions) {
    const list = await readFile(join(folder, listOf(rendition)), 'utf8').catch(() => '');
    const { peak, mean } = bandwidthOf(list);
    const codecs = [await codecOf(rendition.path), ...(measured.hasAudio ? [AUDIO_CODEC] : [])].join(',');
    const size = `${rendition.width}x${rendition.height}`;
    entries.push(`#EXT-X-STREAM-INF:BANDWIDTH=${peak},AVERAGE-BANDWIDTH=${mean},RESOLUTION=${size},CODECS="${codecs}"`, listOf(rendition));
  }
  await writeFile(join(folder, MASTER), ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...entries, ''].join('\n'));
  return renditions;
};

/** Puts what `encodeAdaptive` made into storage. @returns the key of the list of lists */
export const storeAdaptive = async (storage: Storage, renditions: readonly Rendition[], work: string, folder: string): Promise<string> => {
  const put = (name: string, contentType: string) => storage.put(`${folder}/${name}`, createReadStream(join(work, name)), { contentType });
  for (const rendition of renditions) {
    await put(fileOf(rendition), 'video/iso.segment');
    await put(listOf(rendition), 'application/vnd.apple.mpegurl');
  }
  await put(MASTER, 'application/vnd.apple.mpegurl');
  return `${folder}/${MASTER}`;
};
