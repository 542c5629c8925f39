import type { Right } from '../live-authority.ts';
import type { HeldShow } from '../live-engine.ts';
import { type Audience, createAudience } from './audience.ts';
import type { LiveStream } from './live-stream.ts';
import type { ProgressiveViewer } from './progressive.ts';
import type { Recorder } from './recorder.ts';
import type { Session } from './sessions.ts';

/** A show as this process holds it. */
export interface Show {
  id: string;
  stream: LiveStream;
  audience: Audience;
  sessions: Map<string, Session>;
  /** The publisher's session, and whose right it is. */
  publishing: Session | undefined;
  progressive: Set<ProgressiveViewer>;
  recorder: Recorder | undefined;
  /** When a publisher was last allowed in: orders from before don't count. */
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

export const heldShowOf = ({ id, stream, audience }: Show): HeldShow => {
  const picture = stream.packager.video()?.parameters;
  return {
    streamId: id,
    isPublishing: stream.isPublishing(),
    width: picture?.width ?? null,
    height: picture?.height ?? null,
    publishedMs: stream.publishedMs(),
    ...audience.present(),
  };
};

/** Somebody's right is over: their sessions and answers are closed. */
export const dismiss = (show: Show, rightId: NonNullable<Right['rightId']>): void => {
  for (const session of show.sessions.values()) if (session.spectator.rightId === rightId) session.close();
  for (const viewer of show.progressive) if (viewer.spectator.rightId === rightId) viewer.close();
  show.audience.left(rightId);
};
