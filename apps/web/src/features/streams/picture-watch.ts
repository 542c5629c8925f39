import { watchReceived } from './connection-health.ts';
import type { Source } from './playback-sources.ts';

/** connecting: no picture yet · playing · buffering: the picture is frozen. */
export type PlayingState = 'connecting' | 'playing' | 'buffering';

/** A frozen picture is reported as buffering after this time. */
const STALL_MS = 1200;

/** A show without pictures plays. The elements of others have no data before their first picture. */
const playsSoundAlone = (video: HTMLVideoElement): boolean => {
  if (video.videoHeight > 0 || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return false;
  const { srcObject } = video;
  return !(srcObject instanceof MediaStream) || srcObject.getVideoTracks().length === 0;
};

/** Moves on with each picture; without pictures, with each tenth of a second of sound. */
const framesOf = (video: HTMLVideoElement): number => {
  const tenths = Math.round(video.currentTime * 10);
  return 'getVideoPlaybackQuality' in video && !playsSoundAlone(video) ? video.getVideoPlaybackQuality().totalVideoFrames : tenths;
};

/** The picture as it moves or stands still. Owns its state, its delay and the quality of what arrives. */
export const watchPicture = (video: HTMLVideoElement) => {
  const quality = watchReceived();
  let state: PlayingState = 'connecting';
  let delay: number | null = null;
  let frames = 0;
  let movedAt = performance.now();

  return {
    state: (): PlayingState => state,
    isSoundOnly: (): boolean => playsSoundAlone(video),
    /** Seconds; null until known. */
    delay: (): number | null => delay,
    isWeak: (): boolean => quality.isWeak(performance.now()),
    /** Milliseconds since the picture moved, or since it had to. */
    stillFor: (now: number): number => now - movedAt,
    /** A source begins: the picture has its time from now on. */
    begin(now: number): void {
      movedAt = now;
      frames = framesOf(video);
    },
    /** The source is left for another. */
    interrupt(): void {
      if (state === 'playing') state = 'buffering';
      delay = null;
    },
    /** The picture must move soon, as if it had stood still since `at`. */
    stoodStillSince(at: number): void {
      movedAt = at;
    },
    /**
     * Compares the picture with the last look.
     *
     * @param isHeld the performer is away: a frozen picture is no failure
     * @returns whether it moved
     */
    look(now: number, isHeld: boolean): boolean {
      const seen = framesOf(video);
      const hasMedia = video.videoHeight > 0 || playsSoundAlone(video);
      // A hidden page decodes no frames: not a stall.
      if (document.hidden || isHeld) movedAt = now;
      const hasMoved = seen !== frames;
      if (hasMoved) {
        frames = seen;
        movedAt = now;
        if (hasMedia) state = 'playing';
      }
      if (state === 'playing' && now - movedAt > STALL_MS) state = 'buffering';
      if (state === 'buffering' && !isHeld) quality.stalled(now);
      return hasMoved && hasMedia;
    },
    /** Takes the delay, and with WebRTC the losses, from what is running. */
    measure({ webrtc, hls }: Pick<Source, 'webrtc' | 'hls'>): void {
      if (hls) delay = hls.delay();
      else if (webrtc) {
        void webrtc
          .sample()
          .then((sample) => {
            delay = sample.delay;
            quality.received(sample, performance.now());
          })
          .catch(() => undefined);
      }
    },
  };
};
