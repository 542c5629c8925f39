import { AUDIO_CLOCK, type Sample, VIDEO_CLOCK, audioSample } from './fmp4.ts';

/** How long a part waits for its audio, which an encoder may delay. */
const AUDIO_TIMEOUT_MS = 300;
/** Audio frames buffered until their pictures arrive: some seconds. */
const MAX_BUFFERED_FRAMES = 500;

interface TimedSample {
  sample: Sample;
  time: number;
}

/** Audio frames that wait for the pictures they belong to. Owns whether audio is late, in which case nothing waits for it. */
export const createAudioBuffer = () => {
  /** The frame whose duration is not known yet. */
  let pending: { frame: Buffer; time: number } | undefined;
  let frames: TimedSample[] = [];
  /** No audio arrives: parts are published without it until it resumes. */
  let isLate = false;
  let end = 0;

  return {
    /** The end of the buffered audio so far, in the video clock. */
    end: (): number => end,
    /**
     * Takes a frame, whose predecessor's duration is known by it.
     *
     * @param hasPictures audio before the first picture is dropped
     * @param currentFrom beginning of the part in progress: late audio is in time again from there
     * @returns whether the time increased; the frame is dropped otherwise
     */
    push(frame: Buffer, time: number, hasPictures: boolean, currentFrom: number): boolean {
      if (pending) {
        const duration = time - pending.time;
        if (duration <= 0) return false;
        if (hasPictures) {
          frames.push({ sample: audioSample(pending.frame, duration), time: pending.time });
          end = Math.max(end, Math.ceil((time / AUDIO_CLOCK) * VIDEO_CLOCK));
        }
      }
      pending = { frame, time };
      if (isLate && time >= currentFrom) isLate = false;
      // Bounds the buffer when no pictures arrive.
      if (frames.length > MAX_BUFFERED_FRAMES) frames.shift();
      return true;
    },
    /** Tells whether audio up to a time is still expected, after a wait of so many milliseconds. */
    isExpected(until: number, waitedMs: number): boolean {
      if (isLate || (pending && pending.time >= until)) return false;
      if (waitedMs < AUDIO_TIMEOUT_MS) return true;
      isLate = true;
      return false;
    },
    /** Removes and returns the frames that begin before a time. */
    takeBefore(endTime: number): TimedSample[] {
      const count = frames.findIndex(({ time }) => time >= endTime);
      return frames.splice(0, count < 0 ? frames.length : count);
    },
    /** The publisher left: nothing more belongs to its pictures. */
    clear(): void {
      pending = undefined;
      frames = [];
      isLate = false;
    },
  };
};
