import type { ServerResponse } from 'node:http';
import { shiftFragment } from '../media/fmp4.ts';
import type { WrittenPiece } from '../media/packager.ts';
import type { StreamGrant } from '../live-authority.ts';
import type { Spectator } from './audience.ts';
import type { Limits } from './limits.ts';
import type { Show } from './show.ts';

/** A viewer who downloads a show as one endless file. */
export interface ProgressiveViewer {
  spectator: Spectator;
  grant: StreamGrant;
  token: string | undefined;
  close(): void;
}

/**
 * Sends a show from its newest key frame on, until it ends. A viewer that reads too slowly is disconnected, which bounds the buffers; what was
 * there at the start comes at once and isn't held against it. A change of the video format ends the response, because one file can't express it.
 */
export const sendProgressive = (
  response: ServerResponse,
  show: Show,
  { spectator, grant, token }: Pick<ProgressiveViewer, 'spectator' | 'grant' | 'token'>,
  limits: Pick<Limits, 'progressiveBytes' | 'progressiveMs'>,
): ProgressiveViewer => {
  const { stream } = show;
  const { packager, followers } = stream;
  let isClosed = false;
  let stallTimer: NodeJS.Timeout | undefined;
  let allowedBytes = Number.POSITIVE_INFINITY;
  const parts = packager.segments().flatMap((segment) => segment.parts.map((part) => ({ ...part, init: segment.init })));
  const begin = parts.slice(
    Math.max(
      0,
      parts.findLastIndex(({ independent }) => independent),
    ),
  );
  const { init, from } = begin[0]!;

  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    clearTimeout(stallTimer);
    followers.delete(follow);
    show.progressive.delete(viewer);
    show.audience.recordLeave(spectator.key);
    if (response.writableNeedDrain) response.destroy();
    else response.end();
  };
  const waitingBytes = (): number => response.writableLength + (response.socket?.writableLength ?? 0);
  const send = (data: Buffer): void => {
    if (isClosed) return;
    if (waitingBytes() > allowedBytes) {
      response.destroy();
      return close();
    }
    if (response.write(data)) show.audience.recordActivity(spectator);
    else
      stallTimer ??= setTimeout(() => {
        response.destroy();
        close();
      }, limits.progressiveMs);
  };
  /** Shifts the fragment's times, so that the file begins at zero. */
  const sendFragment = ({ data, from: at, duration }: Pick<WrittenPiece, 'data' | 'from' | 'duration'>): void => {
    if (isClosed) return;
    const media = { from: at * 1000, to: (at + duration) * 1000 };
    // While the buffers are full nobody reads, or nobody is there any more.
    if (response.writableNeedDrain) show.deliveries.recordSent(grant.seatId, 'mp4', media, true);
    else show.deliveries.recordFetched(grant.seatId, 'mp4', media);
    for (const piece of shiftFragment(data, from)) send(piece);
  };
  const follow = (piece: WrittenPiece): void => {
    if (piece.init !== init) close();
    else sendFragment(piece);
  };
  const viewer: ProgressiveViewer = { spectator, grant, token, close };

  response.on('drain', () => {
    clearTimeout(stallTimer);
    stallTimer = undefined;
    allowedBytes = limits.progressiveBytes;
    show.audience.recordActivity(spectator);
    show.deliveries.hear(grant.seatId);
  });
  response.once('close', close);
  // Nothing is sent while the publisher pauses: the connection must not time out.
  response.socket?.setTimeout(0);

  show.progressive.add(viewer);
  followers.add(follow);
  send(packager.init(init)!);
  for (const part of begin) sendFragment(part);
  allowedBytes = limits.progressiveBytes + waitingBytes();
  return viewer;
};
