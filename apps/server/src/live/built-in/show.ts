import { randomUUID } from 'node:crypto';
import type { StreamGrant } from '../live-authority.ts';
import type { HostedStream } from '../live-engine.ts';
import { type Audience, type Spectator, createAudience } from './audience.ts';
import { type Devices, createDevices } from './devices.ts';
import { type Deliveries, SILENCE_MS, createDeliveries } from './deliveries.ts';
import type { LiveStream } from './live-stream.ts';
import type { ProgressiveViewer } from './progressive.ts';
import type { Recorder } from './recorder.ts';
import type { Session } from './sessions.ts';
import { type Takeovers, createTakeovers } from './takeovers.ts';

/** A show that this process hosts. */
export interface Show {
  id: string;
  stream: LiveStream;
  audience: Audience;
  deliveries: Deliveries;
  devices: Devices;
  /** Id of what `deliveries` counts. */
  countId: string;
  sessions: Map<string, Session>;
  /** The publisher's session. */
  publishing: Session | undefined;
  takeovers: Takeovers;
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
  devices: createDevices(),
  countId: randomUUID(),
  sessions: new Map(),
  publishing: undefined,
  takeovers: createTakeovers(),
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
  show.deliveries.recordSent(seatId, 'whep', sent.media, sent.hasReported);
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
    encoder: stream.encoder(),
  };
};

/**
 * Gives a seat to the client that asks for its media, and closes the connections of the client that had it.
 *
 * @throws CodedError LIVE_REPLACED when a newer client has it
 */
export const enterSeat = (show: Show, seatId: string | null, { device }: Spectator): void => {
  if (seatId === null || !show.devices.enter(seatId, device)) return;
  for (const session of show.sessions.values()) if (session.grant.seatId === seatId && session.spectator.device !== device) session.close();
  for (const viewer of show.progressive) if (viewer.grant.seatId === seatId && viewer.spectator.device !== device) viewer.close();
};

/** Closes every connection that a grant opened. */
export const disconnectGrant = (show: Show, grantId: NonNullable<StreamGrant['grantId']>): void => {
  for (const session of show.sessions.values()) if (session.spectator.grantId === grantId) session.close();
  for (const viewer of show.progressive) if (viewer.spectator.grantId === grantId) viewer.close();
  show.audience.recordLeave(grantId);
};
