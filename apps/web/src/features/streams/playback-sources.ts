import type { IceServerView, Playback } from '@stagedoor/contract/streams';
import type { HlsSession } from './hls.ts';
import { type PlayToken, type PlayTokens, type TakenToken, withToken } from './play-tokens.ts';
import { SdpExchangeError } from './sdp-exchange.ts';
import { type WebRtcSession, playBySignalling, playWhep } from './webrtc.ts';

/** Status of LIVE_REPLACED. */
const REPLACED = 423;

/** A source of the picture that is running. */
export interface Source {
  webrtc?: WebRtcSession;
  hls?: HlsSession;
  stop: (isOver: boolean) => void;
}

/** One attempt at playing; what it reports after the next one began is ignored. */
export interface Attempt {
  playback: Playback;
  /** The address of HLS, or of a file. */
  address: string;
  token: string;
  /** Those of an external media server, in place of `token`; null for the site's own engine. */
  tokens: PlayTokens | null;
  iceServers: readonly IceServerView[];
  signal: AbortSignal;
  isCurrent: () => boolean;
  began: (source: Source) => void;
  /** Starts the video element. */
  start: () => Promise<void>;
  failed: () => void;
  /** It failed before there was a connection. */
  couldNotConnect: () => void;
  /** The stream isn't on air yet, or nobody gives a token for now. */
  mustWait: () => void;
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

const playWithWebRtc = async (
  video: HTMLVideoElement,
  attempt: Attempt,
  connect: (onLost: () => void) => Promise<WebRtcSession>,
): Promise<void> => {
  try {
    const webrtc = await connect(() => {
      if (attempt.isCurrent()) attempt.failed();
    });
    if (!attempt.isCurrent()) return webrtc.stop();
    attempt.began({
      webrtc,
      stop: (isOver) => {
        webrtc.stop(isOver);
        // Another one may have begun already.
        if (video.srcObject === webrtc.stream) video.srcObject = null;
      },
    });
    video.srcObject = webrtc.stream;
    await attempt.start();
  } catch (error) {
    if (!attempt.isCurrent() || attempt.signal.aborted) return;
    const refusal = error instanceof SdpExchangeError ? error : null;
    if (refusal?.status === REPLACED) return attempt.replaced();
    if (refusal?.status === 401 || refusal?.status === 403) return attempt.refused();
    if (attempt.tokens && refusal?.code === 'LIVE_NOT_ON_AIR') {
      attempt.tokens.putBack();
      return attempt.mustWait();
    }
    attempt.couldNotConnect();
  }
};

export const playWithWhep = (video: HTMLVideoElement, attempt: Attempt): Promise<void> => {
  const { playback, token, iceServers, signal } = attempt;
  return playWithWebRtc(video, attempt, (onLost) => playWhep({ url: playback.whep!, token, iceServers, signal, onLost }));
};

/** Reports a token that wasn't given. */
const isThere = (attempt: Attempt, taken: TakenToken): taken is PlayToken => {
  if (!attempt.isCurrent() || attempt.signal.aborted) return false;
  if (taken === 'refused') attempt.refused();
  else if (taken === 'away') attempt.mustWait();
  return typeof taken === 'object';
};

export const playWithSignalling = async (video: HTMLVideoElement, attempt: Attempt): Promise<void> => {
  const { playback, tokens, iceServers, signal } = attempt;
  const taken = await tokens!.forConnection();
  if (!isThere(attempt, taken)) return;
  const { token, streamId, subscriberId } = taken;
  const signalling = playback.signalling!;
  await playWithWebRtc(video, attempt, (onLost) =>
    playBySignalling({ signalling, streamId, token, subscriberId, iceServers, signal, onLost }),
  );
};

/** Plays the address in the element itself: a file, or HLS where the browser can. */
export const playFile = async (video: HTMLVideoElement, attempt: Attempt): Promise<void> => {
  const { address, tokens } = attempt;
  const broken = (): void => attempt.failed();
  const load = (): void => {
    video.src = tokens ? withToken(address, tokens.current().token) : address;
  };
  const reload = (): void => {
    load();
    void attempt.start();
  };
  video.addEventListener('error', broken);
  const stopRenewing = tokens?.reloadInTime(reload, attempt.refused);
  attempt.began({
    stop: () => {
      stopRenewing?.();
      video.removeEventListener('error', broken);
      video.removeAttribute('src');
      video.load();
    },
  });
  load();
  await attempt.start();
};

/** @param onNative the browser plays HLS by itself alone */
export const playWithHls = async (video: HTMLVideoElement, attempt: Attempt, onNative: () => void): Promise<void> => {
  const { address, token, tokens } = attempt;
  const { canPlayHls, playHls } = await import('./hls.ts');
  if (!attempt.isCurrent() || attempt.signal.aborted) return;
  if (tokens && !isThere(attempt, await tokens.forHls())) return;
  if (!canPlayHls()) {
    onNative();
    return playFile(video, attempt);
  }
  const hls = playHls(video, {
    url: address,
    token,
    tokenOfAddress: tokens && (() => tokens.current().token),
    onRefused: (status) => {
      if (!attempt.isCurrent()) return;
      if (status === REPLACED) attempt.replaced();
      else attempt.refused();
    },
    onBroken: () => {
      if (attempt.isCurrent()) attempt.failed();
    },
  });
  const stopRenewing = tokens?.keepFresh(attempt.refused);
  attempt.began({
    hls,
    stop: () => {
      stopRenewing?.();
      hls.stop();
    },
  });
  await attempt.start();
};
