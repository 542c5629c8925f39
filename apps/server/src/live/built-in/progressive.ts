import type { ServerResponse } from 'node:http';
import { earlierFragment } from '../media/fmp4.ts';
import type { WrittenPiece } from '../media/packager.ts';
import type { Right } from '../live-authority.ts';
import type { Spectator } from './audience.ts';
import type { Limits } from './limits.ts';
import type { Show } from './show.ts';

/** Somebody who follows a show as one endless file. */
export interface ProgressiveViewer {
  spectator: Spectator;
  right: Right;
  token: string | undefined;
  close(): void;
}

/**
 * Sends a show from its newest key frame on, for as long as it goes and the viewer keeps up: who does not read is let go, so that nothing piles up.
 * A change of the picture's format ends the answer, because one file can't tell of it in its middle.
 */
export const followShow = (
  response: ServerResponse,
  show: Show,
  { spectator, right, token }: Pick<ProgressiveViewer, 'spectator' | 'right' | 'token'>,
  limits: Pick<Limits, 'progressiveBytes' | 'progressiveMs'>,
): ProgressiveViewer => {
  const { stream } = show;
  const { packager, followers } = stream;
  let isClosed = false;
  let stuck: NodeJS.Timeout | undefined;
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
    clearTimeout(stuck);
    followers.delete(follow);
    show.progressive.delete(viewer);
    show.audience.left(spectator.key);
    if (response.writableNeedDrain) response.destroy();
    else response.end();
  };
  const send = (data: Buffer): void => {
    if (isClosed) return;
    const waiting = response.writableLength + (response.socket?.writableLength ?? 0);
    if (waiting > limits.progressiveBytes) {
      response.destroy();
      return close();
    }
    if (response.write(data)) show.audience.saw(spectator);
    else
      stuck ??= setTimeout(() => {
        response.destroy();
        close();
      }, limits.progressiveMs);
  };
  /** The file begins at zero. */
  const sendFragment = (data: Buffer): void => {
    for (const piece of earlierFragment(data, from)) send(piece);
  };
  const follow = (piece: WrittenPiece): void => {
    if (piece.init !== init) close();
    else sendFragment(piece.data);
  };
  const viewer: ProgressiveViewer = { spectator, right, token, close };

  response.on('drain', () => {
    clearTimeout(stuck);
    stuck = undefined;
    show.audience.saw(spectator);
  });
  response.once('close', close);
  // During a pause nothing is sent, and that is no idleness of the viewer's.
  response.socket?.setTimeout(0);

  show.progressive.add(viewer);
  followers.add(follow);
  send(packager.init(init)!);
  for (const { data } of begin) sendFragment(data);
  return viewer;
};
