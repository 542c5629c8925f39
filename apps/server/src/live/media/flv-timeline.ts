import { AUDIO_CLOCK, VIDEO_CLOCK } from './fmp4.ts';
import { timestampStep } from './rtmp/flv.ts';

/** A step beyond it, or one backwards, means that the publisher's clock jumped. */
const LONGEST_STEP_MS = 2_000;
/** Audio that is counted by its samples is set to its timestamps once it is so far away from them. */
const RESYNC_SECONDS = 0.1;
/** Samples of an AAC frame. */
const FRAME_SAMPLES = 1024;

/**
 * Maps the timestamps of an RTMP publisher to the stream's timeline: whole milliseconds of one clock for pictures and sound, which may begin
 * anywhere and wrap around.
 *
 * @param origin position of the first message on the timeline, in the video clock
 */
export const createFlvTimeline = (origin: number) => {
  /** The last timestamp of each kind, and its milliseconds since the first message of any kind. */
  const last: Record<'video' | 'audio', { timestamp: number; at: number } | undefined> = { video: undefined, audio: undefined };
  let first: number | undefined;
  /** Beginning of the next audio frame by the samples so far, in seconds. */
  let soundAt: number | undefined;

  /** @returns milliseconds since the first message; undefined when the clock jumped */
  const millisecondsOf = (kind: 'video' | 'audio', timestamp: number): number | undefined => {
    first ??= timestamp;
    const before = last[kind];
    const step = before ? timestampStep(before.timestamp, timestamp) : timestampStep(first, timestamp);
    const isJump = before ? step < 0 || step > LONGEST_STEP_MS : Math.abs(step) > LONGEST_STEP_MS;
    if (isJump) return undefined;
    const at = (before?.at ?? 0) + step;
    last[kind] = { timestamp, at };
    return at;
  };

  return {
    /** When a picture is decoded, in the video clock; undefined when the publisher's clock jumped. */
    video(timestamp: number): number | undefined {
      const at = millisecondsOf('video', timestamp);
      return at === undefined ? undefined : Math.round(origin + (at * VIDEO_CLOCK) / 1000);
    },
    /** Position of an audio frame, in the audio clock; undefined when the clock jumped. @param rate samples a second */
    audio(timestamp: number, rate: number): number | undefined {
      const at = millisecondsOf('audio', timestamp);
      if (at === undefined) return undefined;
      // Whole milliseconds are too coarse for frames of 21.3 ms: they are counted.
      if (soundAt === undefined || Math.abs(soundAt - at / 1000) > RESYNC_SECONDS) soundAt = at / 1000;
      const position = soundAt;
      soundAt += FRAME_SAMPLES / rate;
      return Math.round((origin / VIDEO_CLOCK + position) * AUDIO_CLOCK);
    },
  };
};

export type FlvTimeline = ReturnType<typeof createFlvTimeline>;
