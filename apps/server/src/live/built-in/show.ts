import { randomUUID } from 'node:crypto';
import type { StreamGrant } from '../live-authority.ts';
import type { HostedStream } from '../live-engine.ts';
import { type Audience, createAudience } from './audience.ts';
import { type Deliveries, SILENCE_MS, createDeliveries } from './deliveries.ts';
import type { LiveStream } from './live-stream.ts';
import type { ProgressiveViewer } from './progressive.ts';
import type { Recorder } from './recorder.ts';
import type { Session } from './sessions.ts';

/** A show that this process hosts. */
export interface Show {
  id: string;
  stream: LiveStream;
  audience: Audience;
  deliveries: Deliveries;
  /** Id of what `deliveries` counts. */
  countId: string;
  sessions: Map<string, Session>;
  /** The publisher's session. */
  publishing: Session | undefined;
  progressive: Set<ProgressiveViewer>;
  recorder: Recorder | undefined;
  /** When a publisher was last authorized: commands computed before that are outdated. */
  claimedAt: number;
  endedAt: number | undefined;
}

export const createShow = (id: string, stream: LiveStream): Show => ({
  id,
  stream,
  audience: createAudience(),
  deliveries: createDeliveries(),
  countId: randomUUID(),
  sessions: new Map(),
  publishing: undefined,
  progressive: new Set(),
  recorder: undefined,
  claimedAt: 0,
  endedAt: undefined,
});

/** Counts what was sent to a WebRTC session of a seat since the last call, and closes the session once its client is silent. */
export const countSession = (show: Show, session: Session): void => {
  const { seatId } = session.grant;
  if (seatId === null) return;
  const sent = session.takeSent();
  if (!sent) return;
  show.deliveries.recordSent(seatId, sent.media, sent.hasReported);
  if (sent.isHeard) show.deliveries.hear(seatId);
  // A client that reports nothing would go on to receive what nobody pays for.
  if (sent.silentForMs > SILENCE_MS) session.close();
};

export const hostedStreamOf = (show: Show): HostedStream => {
  const { id, stream, audience, deliveries, countId } = show;
  for (const session of show.sessions.values()) countSession(show, session);
  const picture = stream.packager.video()?.parameters;
  return {
    streamId: id,
    isPublishing: stream.isPublishing(),
    isRehearsal: stream.isRehearsal(),
    width: picture?.width ?? null,
    height: picture?.height ?? null,
    publishedMs: stream.publishedMs(),
    ...audience.snapshot(),
    seats: deliveries.snapshot(),
    countId,
  };
};

/** Closes every connection that a grant opened. */
export const disconnectGrant = (show: Show, rightId: NonNullable<StreamGrant['rightId']>): void => {
  for (const session of show.sessions.values()) if (session.spectator.rightId === rightId) session.close();
  for (const viewer of show.progressive) if (viewer.spectator.rightId === rightId) viewer.close();
  show.audience.recordLeave(rightId);
};
