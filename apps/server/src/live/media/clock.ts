import { AUDIO_CLOCK, VIDEO_CLOCK } from './fmp4.ts';
import type { SenderReport } from './rtcp.ts';
import { createUnwrapper } from './rtp.ts';

/** Correction of the audio offset for each frame: 2 ms in a frame of 20 ms is inaudible. */
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
 * Maps video and audio of one publisher to one timeline. Until both tracks have a sender report, audio is placed by its arrival time; then it
 * moves to its exact position (RFC 3550, section 6.4.1: a report pairs a track's clock with the sender's).
 *
 * @param origin position of the first picture on the timeline, in the video clock
 * @param isSoundOnly no pictures come: the first frame of sound is at the origin
 */
export const createTimeline = (origin: number, isSoundOnly = false) => {
  const tracks: Record<'video' | 'audio', Track> = {
    video: { unwrap: createUnwrapper(), clock: VIDEO_CLOCK },
    audio: { unwrap: createUnwrapper(), clock: AUDIO_CLOCK },
  };
  let audioOffset: number | undefined = isSoundOnly ? 0 : undefined;
  let audioTarget: number | undefined;

  const updateOffsets = (): void => {
    const { video, audio } = tracks;
    if (!video.first || !audio.first) return;
    audioOffset ??= (audio.first.arrival - video.first.arrival) / 1000;
    // Both are instants of the sender's clock at which the track's time was zero.
    if (video.ntp !== undefined && audio.ntp !== undefined) audioTarget = (audio.ntp - video.ntp) / 1000;
  };
  const seconds = (kind: 'video' | 'audio', timestamp: number, arrival: number): number => {
    const track = tracks[kind];
    track.first ??= { arrival, raw: timestamp };
    return track.unwrap(timestamp) / track.clock;
  };

  return {
    /** Timeline position of a picture, in the video clock. */
    video(timestamp: number, arrival: number): number {
      const own = seconds('video', timestamp, arrival);
      updateOffsets();
      return Math.round(origin + own * VIDEO_CLOCK);
    },
    /** Timeline position of an audio frame, in the audio clock; undefined before the first picture. */
    audio(timestamp: number, arrival: number): number | undefined {
      const own = seconds('audio', timestamp, arrival);
      updateOffsets();
      if (audioOffset === undefined) return undefined;
      if (audioTarget !== undefined) {
        const distance = audioTarget - audioOffset;
        audioOffset += Math.abs(distance) > JUMP_SECONDS ? distance : Math.max(-SLEW_SECONDS, Math.min(SLEW_SECONDS, distance));
      }
      const at = (origin / VIDEO_CLOCK + own + audioOffset) * AUDIO_CLOCK;
      return at < 0 ? undefined : Math.round(at);
    },
    /** The sound's clock jumped: it is placed by its arrival again. */
    restartAudio(): void {
      tracks.audio = { unwrap: createUnwrapper(), clock: AUDIO_CLOCK };
      audioOffset = undefined;
      audioTarget = undefined;
    },
    onSenderReport(kind: 'video' | 'audio', report: SenderReport): void {
      const track = tracks[kind];
      const first = track.first;
      if (!first) return;
      // The sender's clock when this track's timestamp was the first one's.
      track.ntp = report.ntpMs - (((report.rtpTimestamp - first.raw) | 0) / track.clock) * 1000;
      updateOffsets();
    },
  };
};

export type Timeline = ReturnType<typeof createTimeline>;
