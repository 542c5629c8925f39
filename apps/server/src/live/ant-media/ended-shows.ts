import { join } from 'node:path';
import { mkdir, rm } from 'node:fs/promises';
import type { Log } from '../../platform/telemetry/log.ts';
import type { BridgeAuthority, BridgedShow } from '../bridge-authority.ts';
import type { MediaServers } from './media-server.ts';
import { fetchRecording } from './server-recordings.ts';
import { type ServerCalls, type StoredVideo, asAway, createServerCalls } from './server-calls.ts';

/** A server that failed is tried again after this long, then after twice as long, up to the most. */
const RETRY_MS = 2_000;
const MOST_RETRY_MS = 300_000;
/** Videos count as complete once no other came for this long. */
const SETTLE_MS = 10_000;
/** A video may begin this much before its server says that the show does. */
const START_TOLERANCE_MS = 1_000;
/** A part of a show without a video after this long wasn't recorded. */
const NOTHING_MS = 120_000;
/** A video that is still being made after this long never will be. */
const UNFINISHED_MS = 1_800_000;

export interface EndedShowsOptions {
  authority: BridgeAuthority;
  servers: MediaServers;
  /** Folder of recordings on their way into storage. */
  directory: string;
  ffmpeg(): string | undefined;
  log: Log;
  now?: (() => Date) | undefined;
  monotonicNow?: (() => number) | undefined;
  settleMs?: number | undefined;
}

/** An ended show on its way off the server. */
interface Leaving {
  endedAt: number;
  retryAt: number;
  failures: number;
  /** The videos that were last seen, and since when. */
  videos: string;
  videosSince: number;
}

const isUnfinished = ({ processStatus }: StoredVideo): boolean => ['inqueue', 'queued', 'processing'].includes(processStatus);

/** Removes ended shows from their servers: stops them, fetches their recordings, and deletes what is there. Tries until it works. */
export const createEndedShows = (options: EndedShowsOptions) => {
  const { authority, servers, directory, ffmpeg, log, now, monotonicNow = () => performance.now(), settleMs = SETTLE_MS } = options;
  const leaving = new Map<string, Leaving>();
  const abort = new AbortController();
  let running: Promise<void> | undefined;

  /** @param publishedAt when the show was last published, by the server's clock @returns the videos once no other will come; undefined while it may */
  const whenComplete = async (
    calls: ServerCalls,
    { id, isRecorded }: BridgedShow,
    state: Leaving,
    publishedAt: number,
  ): Promise<StoredVideo[] | undefined> => {
    const videos = await calls.videos(id);
    if (!isRecorded) return videos;
    const at = monotonicNow();
    const names = videos.map(({ vodId, processStatus }) => `${vodId} ${processStatus}`).join();
    if (names !== state.videos) {
      state.videos = names;
      state.videosSince = at;
    }
    const sinceEndMs = at - state.endedAt;
    const hasLast = videos.some(({ startTime, creationDate }) => (startTime || creationDate) >= publishedAt - START_TOLERANCE_MS);
    if (!hasLast && sinceEndMs <= NOTHING_MS) return undefined;
    if (videos.length === 0) return [];
    if (videos.some(isUnfinished)) return sinceEndMs > UNFINISHED_MS ? videos.filter((video) => !isUnfinished(video)) : undefined;
    return at - state.videosSince >= settleMs ? videos : undefined;
  };
  const keepRecording = async (calls: ServerCalls, show: BridgedShow, videos: readonly StoredVideo[]): Promise<void> => {
    if (videos.length === 0) {
      await authority.recordingFailed(show.id, 'nothing was recorded');
      return;
    }
    const folder = join(directory, show.id);
    await mkdir(folder, { recursive: true });
    try {
      const recording = await fetchRecording({ calls, show, videos, folder, ffmpeg: ffmpeg(), signal: abort.signal });
      if (recording) await authority.recorded(show.id, recording);
      else await authority.recordingFailed(show.id, 'the video of the media server can’t be read');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  /** @returns whether nothing of the show is left */
  const release = async (show: BridgedShow, state: Leaving): Promise<boolean> => {
    const server = servers.byId(show.serverId);
    if (!server) return false;
    const calls = createServerCalls({ server, app: show.app, now });
    const streamIds = [show.id, ...show.cameraIds];
    let publishedAt = 0;
    for (const streamId of streamIds) {
      const broadcast = await calls.broadcast(streamId);
      if (streamId === show.id) publishedAt = broadcast?.startTime ?? 0;
      if (broadcast?.status === 'broadcasting' || broadcast?.status === 'preparing') await calls.stop(streamId);
    }
    const videos = await whenComplete(calls, show, state, publishedAt);
    if (!videos) return false;
    if (show.isRecorded) await keepRecording(calls, show, videos);
    for (const streamId of streamIds) {
      for (const { vodId } of await calls.videos(streamId)) await calls.removeVideo(vodId);
      await calls.remove(streamId);
    }
    await authority.released(show.id);
    log.info({ streamId: show.id }, 'an ended show was removed from its media server');
    return true;
  };
  const releaseAll = async (shows: readonly BridgedShow[]): Promise<void> => {
    for (const show of shows) {
      const at = monotonicNow();
      const state = leaving.get(show.id) ?? { endedAt: at, retryAt: at, failures: 0, videos: '', videosSince: at };
      leaving.set(show.id, state);
      if (abort.signal.aborted) return;
      if (state.retryAt > at) continue;
      try {
        if (await release(show, state)) leaving.delete(show.id);
        state.failures = 0;
      } catch (error) {
        state.failures += 1;
        state.retryAt = monotonicNow() + Math.min(MOST_RETRY_MS, RETRY_MS * 2 ** (state.failures - 1));
        if (state.failures === 1) log.warn({ err: asAway(error), streamId: show.id }, 'an ended show is still on its media server');
      }
    }
  };

  return {
    /** Goes on with these shows, unless it still does. */
    release(shows: readonly BridgedShow[]): void {
      for (const showId of leaving.keys()) if (!shows.some(({ id }) => id === showId)) leaving.delete(showId);
      if (abort.signal.aborted || shows.length === 0) return;
      running ??= releaseAll(shows).finally(() => (running = undefined));
    },
    /** Waits for the run in progress. */
    idle: async (): Promise<void> => running,
    /** Aborts the run in progress and starts no other: the next bridge starts over. */
    async close(): Promise<void> {
      abort.abort();
      await running;
    },
  };
};

export type EndedShows = ReturnType<typeof createEndedShows>;
