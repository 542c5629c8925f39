import { createReadStream } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CodedError } from '../errors.ts';
import type { Storage } from '../storage/storage.ts';
import { convert } from './ffmpeg.ts';
import type { Probe } from './film-facts.ts';
import { type Light, rateFor } from './film-filters.ts';
import type { Rung } from './ladder.ts';

const THREADS = 2;
const QUALITY = 23;
/** Players start, seek and switch renditions at key frames. */
const KEY_SECONDS = 2;
const SEGMENT_SECONDS = 4;
const AUDIO_KBITS = 128;
/** Encoder options of video and audio, without size and bitrate. */
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
/** AAC-LC (ISO/IEC 14496-3). */
const AUDIO_CODEC = 'mp4a.40.2';
/** The init segment is at the beginning of the file. */
const HEAD_BYTES = 16_384;

/** File name of a rung's media. */
export const mediaNameOf = (rung: Pick<Rung, 'lines'>): string => `${rung.lines}.m4s`;
const playlistNameOf = (rung: Rung): string => `${rung.lines}.m3u8`;
export const MASTER = 'master.m3u8';

/** ffmpeg arguments: the source is decoded once, then scaled and encoded for each rung. */
const ffmpegArguments = (
  ladder: readonly Rung[],
  probed: Probe,
  folder: string,
  { mark, light }: { mark: string | null; light: Light },
): string[] => {
  const { picture, sound } = probed;
  const rate = rateFor(probed);
  const frameRateFilter = rate ? `fps=${rate},` : '';
  const watermarkFilter = mark ? 'null[film];[film][1:v:0]overlay=W-w:H-h,' : '';
  const graph = [
    `[0:${picture}]${frameRateFilter}${light.shown(ladder.at(-1)!)},${watermarkFilter}split=${ladder.length}${ladder.map((_, index) => `[in${index}]`).join('')}`,
    ...ladder.map(({ width, height }, index) => `[in${index}]${light.coded({ width, height })}[out${index}]`),
  ].join(';');
  const outputs = ladder.flatMap((rung, index) => [
    '-map',
    `[out${index}]`,
    ...(sound === null ? [] : ['-map', `0:${sound}`]),
    '-map_metadata',
    '-1',
    '-map_chapters',
    '-1',
    ...ENCODING,
    '-maxrate',
    `${rung.kbits}k`,
    '-bufsize',
    `${rung.kbits * 2}k`,
    // Key frames at the same times in every rendition, independent of scene changes.
    '-force_key_frames',
    `expr:gte(t,n_forced*${KEY_SECONDS})`,
    '-sc_threshold',
    '0',
    ...(sound === null ? ['-an'] : []),
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
    join(folder, mediaNameOf(rung)),
    join(folder, playlistNameOf(rung)),
  ]);
  return [...(mark ? ['-i', mark] : []), '-filter_complex', graph, ...outputs];
};

/** Peak and average bitrate of a rendition in bits per second (RFC 8216, 4.3.4.2), from the byte ranges in its playlist. */
const bandwidthOf = (playlist: string): { peak: number; average: number } => {
  let [peak, bytes, seconds] = [0, 0, 0];
  for (const [, duration, length] of playlist.matchAll(/#EXTINF:([\d.]+),\s*\n#EXT-X-BYTERANGE:(\d+)@\d+/g)) {
    peak = Math.max(peak, (Number(length) * 8) / Number(duration));
    bytes += Number(length);
    seconds += Number(duration);
  }
  if (seconds === 0) throw new CodedError('FILE_UNREADABLE');
  return { peak: Math.ceil(peak), average: Math.ceil((bytes * 8) / seconds) };
};

/** The `avc1` codec string with profile, compatibility and level from the rendition's decoder configuration (RFC 6381, ISO/IEC 14496-15). */
const codecOf = async (path: string): Promise<string> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const index = buffer.subarray(0, bytesRead).indexOf('avcC');
    if (index < 0) throw new CodedError('FILE_UNREADABLE');
    return `avc1.${buffer.subarray(index + 5, index + 8).toString('hex')}`;
  } finally {
    await file.close();
  }
};

export interface Rendition extends Rung {
  /** The fragmented MP4 on the local disk. */
  path: string;
}

/**
 * Encodes a video for adaptive streaming into a local folder: for each rung one fragmented MP4 (H.264 and AAC) with its HLS playlist, and
 * the master playlist. All names in the playlists are relative: URLs are signed when they are served.
 * @throws CodedError FILE_UNREADABLE
 */
export const encodeAdaptive = async (
  ffmpeg: string,
  source: string,
  probed: Probe,
  folder: string,
  {
    signal,
    onTime,
    ladder,
    ...picture
  }: {
    signal: AbortSignal;
    onTime: (ms: number) => void;
    ladder: readonly Rung[];
    /** Path of the watermark image, for frames of the largest rung. */
    mark: string | null;
    light: Light;
  },
): Promise<Rendition[]> => {
  await convert(
    ffmpeg,
    source,
    { before: ['-threads', String(THREADS)], after: ffmpegArguments(ladder, probed, folder, picture) },
    signal,
    onTime,
  );
  const renditions = ladder.map((rung): Rendition => ({ ...rung, path: join(folder, mediaNameOf(rung)) }));
  const entries: string[] = [];
  for (const rendition of renditions) {
    const playlist = await readFile(join(folder, playlistNameOf(rendition)), 'utf8').catch(() => '');
    const { peak, average } = bandwidthOf(playlist);
    const codecs = [await codecOf(rendition.path), ...(probed.hasAudio ? [AUDIO_CODEC] : [])].join(',');
    const size = `${rendition.width}x${rendition.height}`;
    entries.push(
      `#EXT-X-STREAM-INF:BANDWIDTH=${peak},AVERAGE-BANDWIDTH=${average},RESOLUTION=${size},CODECS="${codecs}"`,
      playlistNameOf(rendition),
    );
  }
  await writeFile(join(folder, MASTER), ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...entries, ''].join('\n'));
  return renditions;
};

/** Stores the output of `encodeAdaptive`. @returns the key of the master playlist */
export const storeAdaptive = async (storage: Storage, renditions: readonly Rendition[], work: string, folder: string): Promise<string> => {
  const put = (name: string, contentType: string) => storage.put(`${folder}/${name}`, createReadStream(join(work, name)), { contentType });
  for (const rendition of renditions) {
    await put(mediaNameOf(rendition), 'video/iso.segment');
    await put(playlistNameOf(rendition), 'application/vnd.apple.mpegurl');
  }
  await put(MASTER, 'application/vnd.apple.mpegurl');
  return `${folder}/${MASTER}`;
};
