import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CodedError } from '../../platform/errors.ts';
import { joinVideos, probe } from '../../platform/media/ffmpeg.ts';
import type { BridgedShow } from '../bridge-authority.ts';
import type { ServerCalls, StoredVideo } from './server-calls.ts';

/** Size of a show whose server never said it. */
const UNKNOWN_SIZE = { width: 1280, height: 720 };

export interface ServerRecording {
  path: string;
  durationMs: number;
  width: number;
  height: number;
}

interface Fetch {
  calls: ServerCalls;
  show: BridgedShow;
  /** In the order of time; at least one. */
  videos: readonly StoredVideo[];
  folder: string;
  ffmpeg: string | undefined;
  signal: AbortSignal;
}

const download = async ({ calls, show, folder, signal }: Fetch, video: StoredVideo, name: string): Promise<string> => {
  const path = join(folder, name);
  const response = await calls.download(show.id, video);
  try {
    await pipeline(response.body ?? [], createWriteStream(path, { mode: 0o600 }), { signal });
  } catch (error) {
    throw new CodedError('LIVE_SERVER_AWAY', undefined, { cause: error });
  }
  return path;
};

/**
 * Fetches a show's recording. A show that was interrupted has several videos: ffmpeg joins them, without it the longest one stands for all.
 * @returns undefined when ffmpeg can't read them
 */
export const fetchRecording = async (wanted: Fetch): Promise<ServerRecording | undefined> => {
  const { show, videos, folder, ffmpeg, signal } = wanted;
  const size = show.width && show.height ? { width: show.width, height: show.height } : UNKNOWN_SIZE;
  if (ffmpeg === undefined) {
    const longest = videos.reduce((one, other) => (other.duration > one.duration ? other : one));
    return { path: await download(wanted, longest, 'whole.mp4'), durationMs: longest.duration, ...size };
  }
  const names: string[] = [];
  for (const [index, video] of videos.entries()) {
    const name = `${index}.mp4`;
    await download(wanted, video, name);
    names.push(name);
  }
  const list = join(folder, 'list.txt');
  await writeFile(list, names.map((name) => `file '${name}'\n`).join(''));
  const path = join(folder, 'whole.mp4');
  try {
    await joinVideos(ffmpeg, list, path, signal);
    const { width, height, durationMs } = await probe(ffmpeg, path, signal);
    return { path, width, height, durationMs: durationMs || videos.reduce((sum, { duration }) => sum + duration, 0) };
  } catch (error) {
    if (error instanceof CodedError && error.code === 'FILE_UNREADABLE' && !signal.aborted) return undefined;
    throw error;
  }
};
