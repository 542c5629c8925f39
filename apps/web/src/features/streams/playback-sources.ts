import type { IceServerView, Playback } from '@stagedoor/contract/streams';
import type { HlsSession } from './hls.ts';
import { SdpExchangeError } from './sdp-exchange.ts';
import { type WhepSession, playWhep } from './whep.ts';

/** Status of LIVE_REPLACED. */
const REPLACED = 423;

/** A source of the picture that is running. */
export interface Source {
  whep?: WhepSession;
  hls?: HlsSession;
  stop: (isOver: boolean) => void;
}

/** One attempt at playing; what it reports after the next one began is ignored. */
export interface Attempt {
  playback: Playback;
  token: string;
  iceServers: readonly IceServerView[];
  signal: AbortSignal;
  isCurrent: () => boolean;
  began: (source: Source) => void;
  /** Starts the video element. */
  start: () => Promise<void>;
  failed: () => void;
  /** It failed before there was a connection. */
  couldNotConnect: () => void;
  /** The token was refused: a new one is needed. */
  refused: () => void;
  /** The fan's seat plays on a newer device. */
  replaced: () => void;
}

/** Starts with sound if the browser allows it, else muted. */
export const startWithSound = async (video: HTMLVideoElement, onSilenced: () => void): Promise<void> => {
  try {
    await video.play();
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'NotAllowedError' || video.muted) return;
    video.muted = true;
    onSilenced();
    await video.play().catch(() => undefined);
  }
};

export const playWithWhep = async (video: HTMLVideoElement, attempt: Attempt): Promise<void> => {
  const { playback, token, iceServers, signal } = attempt;
  try {
    const whep = await playWhep({
      url: playback.whep!,
      token,
      iceServers,
      signal,
      onLost: () => {
        if (attempt.isCurrent()) attempt.failed();
      },
    });
    if (!attempt.isCurrent()) return whep.stop();
    attempt.began({
      whep,
      stop: (isOver) => {
        whep.stop(isOver);
        video.srcObject = null;
      },
    });
    video.srcObject = whep.stream;
    await attempt.start();
  } catch (error) {
    if (!attempt.isCurrent() || signal.aborted) return;
    if (error instanceof SdpExchangeError && error.status === REPLACED) return attempt.replaced();
    if (error instanceof SdpExchangeError && (error.status === 401 || error.status === 403)) return attempt.refused();
    attempt.couldNotConnect();
  }
};

/** Plays the address in the element itself: a file, or HLS where the browser can. */
export const playFile = async (video: HTMLVideoElement, attempt: Attempt): Promise<void> => {
  const broken = (): void => attempt.failed();
  video.addEventListener('error', broken);
  attempt.began({
    stop: () => {
      video.removeEventListener('error', broken);
      video.removeAttribute('src');
      video.load();
    },
  });
  video.src = attempt.playback.url;
  await attempt.start();
};

/** @param onNative the browser plays HLS by itself alone */
export const playWithHls = async (video: HTMLVideoElement, attempt: Attempt, onNative: () => void): Promise<void> => {
  const { canPlayHls, playHls } = await import('./hls.ts');
  if (!attempt.isCurrent() || attempt.signal.aborted) return;
  if (!canPlayHls()) {
    onNative();
    return playFile(video, attempt);
  }
  const hls = playHls(video, {
    url: attempt.playback.url,
    token: attempt.token,
    onRefused: (status) => {
      if (!attempt.isCurrent()) return;
      if (status === REPLACED) attempt.replaced();
      else attempt.refused();
    },
    onBroken: () => {
      if (attempt.isCurrent()) attempt.failed();
    },
  });
  attempt.began({ hls, stop: hls.stop });
  await attempt.start();
};
