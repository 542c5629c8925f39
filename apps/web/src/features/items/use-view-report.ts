import { COUNTED_SECONDS, POSITION_SECONDS } from '@stagedoor/contract/videos.values';
import { useRef } from 'react';
import { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';

const VIEW_CALLS = {
  video: 'POST /performer-assets/videos/{id}/view',
  reel: 'POST /user/performer-assets/reels/{id}/view',
} as const;

/** Tells the server that a film is watched: when it begins, once the view counts, and then from time to time. */
export const useViewReport = ({
  kind,
  _id: id,
}: {
  kind: keyof typeof VIEW_CALLS;
  _id: string;
}): ((seconds: number, isPaused: boolean) => void) => {
  const told = useRef({ id: '', at: 0, steps: 0, beganAt: 0 });
  return (seconds, isPaused) => {
    const now = performance.now();
    if (told.current.id !== id) told.current = { id, at: -Infinity, steps: 0, beganAt: now };
    const { at, steps, beganAt } = told.current;
    const watched = (now - beganAt) / 1000;
    // The second call counts the view: some tenths late, since clocks differ.
    const isDue = steps === 0 || (steps === 1 ? watched > COUNTED_SECONDS + 0.3 : Math.abs(seconds - at) >= POSITION_SECONDS);
    if (!isDue && !(isPaused && steps > 1 && seconds !== at)) return;
    told.current = { id, at: seconds, steps: steps + 1, beganAt };
    call(VIEW_CALLS[kind], { params: { id }, body: { position: seconds } }).catch((error: unknown) => {
      // It is told again later.
      if (!(error instanceof ApiError)) throw error;
    });
  };
};
