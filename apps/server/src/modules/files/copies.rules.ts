/** Films look alike by so many frames, or by a fifth of the shorter one. */
const ENOUGH_FRAMES = 3;
const ENOUGH_SHARE = 0.2;

/** How many frames of two films must look alike, so that one counts as a copy of the other; of pictures one. */
export const enoughFrames = (frames: number, blockedFrames: number): number =>
  Math.min(ENOUGH_FRAMES, Math.max(1, Math.ceil(ENOUGH_SHARE * Math.min(frames, blockedFrames))));
