import type { IceServerView, Playback } from '@stagedoor/contract/streams';
import { onNetworkChange } from './network-changes.ts';
import { type PlayingState, watchPicture } from './picture-watch.ts';
import { createAttempts } from './playback-attempts.ts';
import type { PlayTokens } from './play-tokens.ts';
import { type Transport, createTransportChoice, isWebRtc } from './transport-choice.ts';

export interface PlayingFacts {
  state: PlayingState;
  transport: Transport;
  /** Height of the video in lines; null until known. */
  height: number | null;
  width: number | null;
  /** The show has no pictures at the moment. */
  isSoundOnly: boolean;
  /** Seconds of delay; null until known. */
  delay: number | null;
  /** The browser allowed playback only muted. */
  isSilenced: boolean;
  /** Much is lost on the way, or the picture stood still lately. */
  isWeak: boolean;
}

export interface PlaybackOptions {
  playback: Playback;
  token: string;
  /** Tokens of an external media server; null for the site's own engine. */
  tokens: PlayTokens | null;
  iceServers: readonly IceServerView[];
  onFacts: (facts: PlayingFacts) => void;
  /** The token was refused: a new one is needed. */
  onRefused: () => void;
  /** The fan's seat plays on a newer device; only paid shows have seats. */
  onReplaced?: () => void;
}

/** WebRTC without a picture falls back to HLS after this time. An external media server may be far away. */
const FIRST_PICTURE_MS = { whep: 3000, signalling: 6000 } as const;
const LOOK_MS = 500;
/** Playback restarts after a picture froze for this time. */
const STUCK_MS = { whep: 4000, signalling: 4000, hls: 10_000, native: 12_000, mp4: 10_000 } as const;
/** Timeout for a moving picture after the performer is back. */
const RETURN_MS = 2000;

const isOurs = ({ url, whep }: Playback): boolean => whep !== null || new URL(url, location.href).origin === location.origin;

export interface PlaybackSession {
  /** Restarts playback at once. */
  again: () => void;
  /** While the performer is away a frozen picture is no failure; afterwards it must move soon. */
  hold: (isAway: boolean) => void;
  /** `isOver`: the show and its sessions have ended, so the server isn't notified. */
  stop: (isOver?: boolean) => void;
}

/**
 * Keeps a show playing in a video element: with WebRTC if supported, else HLS. Restarts with increasing
 * backoff whenever the picture freezes.
 */
export const startPlayback = (video: HTMLVideoElement, options: PlaybackOptions): PlaybackSession => {
  const { playback, tokens, iceServers, onFacts, onRefused, onReplaced } = options;
  const token = isOurs(playback) ? options.token : '';
  const stopped = new AbortController();
  const { signal } = stopped;
  const choice = createTransportChoice(playback);
  const picture = watchPicture(video);
  let isHeld = false;
  let isSilenced = false;
  let begunAt = performance.now();

  const tell = (): void => {
    if (signal.aborted) return;
    const size = { height: video.videoHeight || null, width: video.videoWidth || null, isSoundOnly: picture.isSoundOnly() };
    onFacts({ ...size, state: picture.state(), transport: choice.current(), delay: picture.delay(), isWeak: picture.isWeak(), isSilenced });
  };
  const failed = (): void => attempts.again(choice.failed(picture.state() !== 'connecting'));
  const attempts = createAttempts(video, { playback, token, tokens, iceServers, signal }, choice, {
    begins() {
      begunAt = performance.now();
      picture.begin(begunAt);
    },
    restarts() {
      picture.interrupt();
      tell();
    },
    silenced() {
      isSilenced = true;
      tell();
    },
    failed,
    mustWait: () => attempts.again(choice.mustWait()),
    refused: onRefused,
    replaced: onReplaced,
  });

  const look = (): void => {
    const now = performance.now();
    if (picture.look(now, isHeld)) choice.moved();
    const running = attempts.running();
    if (running) {
      const transport = choice.current();
      if (isWebRtc(transport) && picture.state() === 'connecting' && now - begunAt > FIRST_PICTURE_MS[transport]) return failed();
      if (picture.stillFor(now) > STUCK_MS[transport]) return failed();
      picture.measure(running);
    }
    tell();
  };
  const unsilenced = (): void => {
    if (!video.muted) isSilenced = false;
    tell();
  };
  const timer = setInterval(look, LOOK_MS);
  video.addEventListener('volumechange', unsilenced, { signal });
  video.addEventListener('resize', tell, { signal });
  onNetworkChange(() => {
    if (choice.current() === 'whep' && attempts.running()) void attempts.replace();
    else attempts.again(0);
  }, signal);
  void attempts.begin();
  return {
    again: () => {
      choice.resetBackoff();
      attempts.again(0);
    },
    hold: (isAway) => {
      if (isHeld && !isAway) {
        picture.stoodStillSince(performance.now() - STUCK_MS[choice.current()] + RETURN_MS);
        if (choice.returnToBest()) attempts.again(0);
      }
      isHeld = isAway;
    },
    stop: (isOver) => {
      stopped.abort();
      clearInterval(timer);
      attempts.leave(isOver);
    },
  };
};
