import type { StreamGrant } from '../live-authority.ts';
import type { HostedStream } from '../live-engine.ts';
import { type Audience, createAudience } from './audience.ts';
import type { LiveStream } from './live-stream.ts';
import type { ProgressiveViewer } from './progressive.ts';
import type { Recorder } from './recorder.ts';
import type { Session } from './sessions.ts';

/** A show that this process hosts. */
export interface Show {
  id: string;
  stream: LiveStream;
  audience: Audience;
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
  sessions: new Map(),
  publishing: undefined,
  progressive: new Set(),
  recorder: undefined,
  claimedAt: 0,
  endedAt: undefined,
});

export const hostedStreamOf = ({ id, stream, audience }: Show): HostedStream => {
  const picture = stream.packager.video()?.parameters;
  return {
    streamId: id,
    isPublishing: stream.isPublishing(),
    isRehearsal: stream.isRehearsal(),
    width: picture?.width ?? null,
    height: picture?.height ?? null,
    publishedMs: stream.publishedMs(),
    ...audience.snapshot(),
  };
};

/** Closes every connection that a grant opened. */
export const disconnectGrant = (show: Show, rightId: NonNullable<StreamGrant['rightId']>): void => {
  for (const session of show.sessions.values()) if (session.spectator.rightId === rightId) session.close();
  for (const viewer of show.progressive) if (viewer.spectator.rightId === rightId) viewer.close();
  show.audience.recordLeave(rightId);
};
