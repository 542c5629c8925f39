import { join } from 'node:path';
import { CodedError } from '../../platform/errors.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { StreamGrant } from '../live-authority.ts';
import type { HostedStream } from '../live-engine.ts';
import type { Access } from './access.ts';
import type { Limits } from './limits.ts';
import type { LiveStream } from './live-stream.ts';
import { createRecorder } from './recorder.ts';
import { type Show, countSession, createShow, disconnectGrant, hostedStreamOf } from './show.ts';

/** How long a show that has ended stays available, for viewers who lag behind. */
const ENDED_SHOW_TTL_MS = 15_000;
/** Age from which a show without a publisher, viewers and media is removed. */
const EMPTY_SHOW_TTL_MS = 1_000;

export interface HostedShowsOptions {
  access: Access;
  createStream(id: string): LiveStream;
  /** A show has ended and its recording is complete. */
  recorded(): Promise<void>;
  recordingsDirectory: string;
  /** Tells whether its disk has room for recordings. */
  hasRoom(): Promise<boolean>;
  limits: Limits;
  log: Log;
}

const finishRecorder = async (show: Show): Promise<void> => {
  const { recorder } = show;
  if (!recorder) return;
  await recorder.close();
  show.recorder = undefined;
};

const closeViewers = ({ sessions, progressive }: Show): void => {
  for (const session of sessions.values()) session.close();
  for (const viewer of progressive) viewer.close();
};

/** Reauthorizes an expired grant, which may have been extended; disconnects its holder otherwise. */
const renewGrant = async (access: Access, show: Show, viewer: { grant: StreamGrant; token: string | undefined }): Promise<void> => {
  const { grantId, expiresAt } = viewer.grant;
  if (!expiresAt || expiresAt.getTime() > Date.now() || grantId === null) return;
  try {
    viewer.grant = await access.authorize(show.id, 'play', viewer.token, { skipCache: true });
  } catch {
    disconnectGrant(show, grantId);
  }
};

const isOver = ({ endedAt }: Show, now: number): boolean => endedAt !== undefined && now - endedAt > ENDED_SHOW_TTL_MS;

/** Tells whether a failed offer has left the show without anything. */
const isEmpty = ({ stream, sessions, claimedAt }: Show, now: number): boolean =>
  !stream.hasPublisher() && sessions.size === 0 && stream.packager.segments().length === 0 && now - claimedAt > EMPTY_SHOW_TTL_MS;

/** The shows of this process, from their first publisher until some seconds after their end. Owns the map of them, and their recorders. */
export const createHostedShows = (options: HostedShowsOptions) => {
  const { access, createStream, recorded, recordingsDirectory, hasRoom, limits, log } = options;
  const shows = new Map<string, Show>();
  let isClosing = false;

  const begin = (show: Show, isRecorded: boolean): void => {
    if (show.stream.isRehearsal()) {
      show.stream.begin();
      // The performer's own player isn't one of the viewers.
      for (const session of show.sessions.values()) if (session.kind === 'play') session.close();
    }
    if (!isRecorded || show.recorder) return;
    const recorder = createRecorder({
      folder: join(recordingsDirectory, show.id),
      maxBufferedBytes: limits.recordingBytes,
      hasRoom,
      log,
    });
    show.recorder = recorder;
    show.stream.followers.add(recorder.write);
  };

  const watchViewers = (show: Show): void => {
    for (const session of show.sessions.values()) {
      if (session.kind !== 'play') continue;
      if (show.stream.isPublishing() && session.isConnected()) show.audience.recordActivity(session.spectator);
      countSession(show, session);
      void renewGrant(access, show, session);
    }
    for (const viewer of show.progressive) void renewGrant(access, show, viewer);
  };

  const readable: ReadonlyMap<string, Show> = shows;
  return {
    shows: readable,
    hostedStreams: (): HostedStream[] => [...shows.values()].filter(({ endedAt }) => endedAt === undefined).map(hostedStreamOf),
    isRecording: (id: string): boolean => shows.get(id)?.recorder !== undefined,
    /** Returns the show of a publisher's grant, created if this process doesn't host it yet. @throws CodedError LIVE_FULL, LIVE_NOT_ON_AIR */
    claim(grant: StreamGrant): Show {
      const id = grant.streamId;
      const existing = shows.get(id);
      if (isClosing || existing?.endedAt !== undefined) throw new CodedError('LIVE_NOT_ON_AIR');
      if (!existing && shows.size >= limits.streams) throw new CodedError('LIVE_FULL');
      const show = existing ?? createShow(id, createStream(id));
      show.claimedAt = performance.now();
      if (grant.isRehearsal) {
        if (!existing) show.stream.rehearse();
      } else begin(show, grant.isRecorded);
      shows.set(id, show);
      return show;
    },
    /** Turns a rehearsal into a show. @returns whether it was one */
    begin(id: string, isRecorded: boolean): boolean {
      const show = shows.get(id);
      if (!show?.stream.isRehearsal()) return false;
      begin(show, isRecorded);
      return true;
    },
    end(id: string): void {
      const show = shows.get(id);
      if (!show || show.endedAt !== undefined) return;
      show.endedAt = performance.now();
      show.stream.end();
      closeViewers(show);
      finishRecorder(show)
        .then(recorded)
        .catch((error: unknown) => log.error({ err: error, streamId: id }, 'a recording could not be closed'));
    },
    /** Closes every connection of a grant that was revoked. */
    kick(id: string, grantId: string): void {
      access.revoke(grantId);
      const show = shows.get(id);
      if (show) disconnectGrant(show, grantId);
    },
    /** Removes shows that are over, counts what viewers received and renews their grants; called every second. */
    tick(): void {
      const now = performance.now();
      for (const show of shows.values()) {
        if (isOver(show, now)) shows.delete(show.id);
        else if (isEmpty(show, now)) {
          show.stream.close();
          finishRecorder(show).catch(() => {});
          shows.delete(show.id);
        }
        watchViewers(show);
      }
    },
    /** Disconnects everybody and closes the recordings, without ending a show. Takes no show from now on. */
    async close(): Promise<void> {
      isClosing = true;
      for (const show of shows.values()) {
        show.stream.close();
        closeViewers(show);
      }
      await Promise.all([...shows.values()].map(finishRecorder));
    },
    clear: (): void => shows.clear(),
  };
};

export type HostedShows = ReturnType<typeof createHostedShows>;
