import { AUDIO_CLOCK, VIDEO_CLOCK } from './fmp4.ts';
import type { SenderReport } from './rtcp.ts';
import { createUnwrapper } from './rtp.ts';

/** How fast sound moves to where the sender's clock says it belongs: 2 ms a frame of 20 ms is not heard. */
const SLEW_SECONDS = 0.002;
const JUMP_SECONDS = 0.5;

interface Track {
  unwrap: (timestamp: number) => number;
  clock: number;
  first?: { arrival: number; raw: number };
  /** Milliseconds of the sender's clock at the first timestamp. */
  ntp?: number;
}

/**
 * Puts pictures and sound of one publisher on one timeline. Until both tracks have told their sender's clock, sound begins where it
 * arrived; then it moves to its true place (RFC 3550, section 6.4.1: a report pairs a track's clock with the sender's).
 *
 * @param origin where the timeline stands when the first picture comes, in the video's clock
 */
export const createTimeline = (origin: number) => {
  const tracks: Record<'video' | 'audio', Track> = {
    video: { unwrap: createUnwrapper(), clock: VIDEO_CLOCK },
    audio: { unwrap: createUnwrapper(), clock: AUDIO_CLOCK },
  };
  let soundOffset: number | undefined;
  let soundTarget: number | undefined;

  const place = (): void => {
    const { video, audio } = tracks;
    if (!video.first || !audio.first) return;
    soundOffset ??= (audio.first.arrival - video.first.arrival) / 1000;
    // Instants of the sender's clock at which each track stood at its zero.
    if (video.ntp !== undefined && audio.ntp !== undefined) soundTarget = (audio.ntp - video.ntp) / 1000;
  };
  const seconds = (kind: 'video' | 'audio', timestamp: number, arrival: number): number => {
    const track = tracks[kind];
    track.first ??= { arrival, raw: timestamp };
    return track.unwrap(timestamp) / track.clock;
  };

  return {
    /** The place of a picture, in the video's clock. */
    video(timestamp: number, arrival: number): number {
      const own = seconds('video', timestamp, arrival);
      place();
      return Math.round(origin + own * VIDEO_CLOCK);
    },
    /** The place of a frame of sound, in the audio's clock; undefined before the first picture. */
    audio(timestamp: number, arrival: number): number | undefined {
      const own = seconds('audio', timestamp, arrival);
      place();
      if (soundOffset === undefined) return undefined;
      if (soundTarget !== undefined) {
        const distance = soundTarget - soundOffset;
        soundOffset += Math.abs(distance) > JUMP_SECONDS ? distance : Math.max(-SLEW_SECONDS, Math.min(SLEW_SECONDS, distance));
      }
      const at = (origin / VIDEO_CLOCK + own + soundOffset) * AUDIO_CLOCK;
      return at < 0 ? undefined : Math.round(at);
    },
    heard(kind: 'video' | 'audio', report: SenderReport): void {
      const track = tracks[kind];
      const first = track.first;
      if (!first) return;
      // The sender's clock when this track's timestamp was the first one's.
      track.ntp = report.ntpMs - (((report.rtpTimestamp - first.raw) | 0) / track.clock) * 1000;
      place();
    },
  };
};

export type Timeline = ReturnType<typeof createTimeline>;
