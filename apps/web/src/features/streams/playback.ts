import type { IceServerView, Playback } from '@stagedoor/contract/streams';
import { SdpExchangeError } from './sdp-exchange.ts';
import { watchReceived } from './connection-health.ts';
import type { HlsSession } from './hls.ts';
import { canPlayWhep, playWhep, type WhepSession } from './whep.ts';

/** connecting: no picture yet · playing · buffering: the picture is frozen. */
export type PlayingState = 'connecting' | 'playing' | 'buffering';
export type Transport = 'whep' | 'hls' | 'native' | 'mp4';

export interface PlayingFacts {
  state: PlayingState;
  transport: Transport;
  /** Height of the video in lines; null until known. */
  height: number | null;
  width: number | null;
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
  iceServers: readonly IceServerView[];
  onFacts: (facts: PlayingFacts) => void;
  /** The token was refused: a new one is needed. */
  onRefused: () => void;
  /** The fan's seat plays on a newer device; only paid shows have seats. */
  onReplaced?: () => void;
}

/** Status of LIVE_REPLACED. */
const REPLACED = 423;

/** WHEP without a picture falls back to HLS after this time. */
const FIRST_PICTURE_MS = 3000;
const LOOK_MS = 500;
/** A frozen picture is reported as buffering after this time, */
const STALL_MS = 1200;
/** and playback restarts after this time. */
const STUCK_MS = { whep: 4000, hls: 10_000, native: 12_000, mp4: 10_000 } as const;
/** Timeout for a moving picture after the performer is back. */
const RETURN_MS = 2000;
const BACK_OFF_MS = [500, 1000, 2000, 4000, 8000] as const;

const isOurs = ({ url, whep }: Playback): boolean => whep !== null || new URL(url, location.href).origin === location.origin;

const bestOf = ({ format, whep }: Playback): Transport => (format === 'mp4' ? 'mp4' : whep && canPlayWhep() ? 'whep' : 'hls');

const framesOf = (video: HTMLVideoElement): number =>
  video.getVideoPlaybackQuality ? video.getVideoPlaybackQuality().totalVideoFrames : Math.round(video.currentTime * 10);

export interface PlaybackSession {
  /** Restarts playback at once. */
  again: () => void;
  /** While the performer is away a frozen picture is no failure; afterwards it must move soon. */
  hold: (isAway: boolean) => void;
  /** `isOver`: the show and its sessions have ended, so the server isn't notified. */
  stop: (isOver?: boolean) => void;
}

/**
 * Keeps a show playing in a video element: with WHEP if supported, else HLS. Restarts with increasing
 * backoff whenever the picture freezes.
 */
export const startPlayback = (video: HTMLVideoElement, options: PlaybackOptions): PlaybackSession => {
  const { playback, iceServers } = options;
  const token = isOurs(playback) ? options.token : '';
  const stopped = new AbortController();
  const { signal } = stopped;
  const best = bestOf(playback);
  let transport: Transport = best;
  let isHeld = false;
  let state: PlayingState = 'connecting';
  let isSilenced = false;
  let delay: number | null = null;
  const quality = watchReceived();
  let attempts = 0;
  let whepFailures = 0;
  let frames = 0;
  let movedAt = performance.now();
  let begunAt = performance.now();
  let running: { whep?: WhepSession; hls?: HlsSession; stop: (isOver: boolean) => void } | null = null;
  let pause: ReturnType<typeof setTimeout> | undefined;
  /** Each start has a number, so that late callbacks of an earlier one are ignored. */
  let epoch = 0;

  const tell = (): void => {
    if (signal.aborted) return;
    const isWeak = quality.isWeak(performance.now());
    options.onFacts({ state, transport, height: video.videoHeight || null, width: video.videoWidth || null, delay, isSilenced, isWeak });
  };

  /** Starts with sound if the browser allows it, else muted. */
  const start = async (): Promise<void> => {
    try {
      await video.play();
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError' || video.muted) return;
      video.muted = true;
      isSilenced = true;
      tell();
      await video.play().catch(() => undefined);
    }
  };

  const leave = (isOver = false): void => {
    epoch += 1;
    clearTimeout(pause);
    running?.stop(isOver);
    running = null;
  };

  const refused = (): void => {
    leave();
    if (!signal.aborted) options.onRefused();
  };

  const replaced = (): void => {
    leave();
    if (!signal.aborted) options.onReplaced?.();
  };

  const again = (milliseconds: number): void => {
    leave();
    if (signal.aborted) return;
    if (state === 'playing') state = 'buffering';
    delay = null;
    tell();
    pause = setTimeout(() => void begin(), milliseconds);
  };

  /** After a failure: WHEP is retried once if it had played, then HLS; HLS with increasing backoff. */
  const failed = (): void => {
    if (transport === 'whep') {
      whepFailures += 1;
      if (whepFailures > 1 || state === 'connecting') transport = 'hls';
      again(0);
      return;
    }
    const next = BACK_OFF_MS[Math.min(attempts, BACK_OFF_MS.length - 1)]!;
    attempts += 1;
    again(next);
  };

  const beginWhep = async (mine: number): Promise<void> => {
    try {
      const whep = await playWhep({
        url: playback.whep!,
        token,
        iceServers,
        signal,
        onLost: () => {
          if (mine === epoch) failed();
        },
      });
      if (mine !== epoch) return whep.stop();
      running = {
        whep,
        stop: (isOver) => {
          whep.stop(isOver);
          video.srcObject = null;
        },
      };
      video.srcObject = whep.stream;
      await start();
    } catch (error) {
      if (mine !== epoch || signal.aborted) return;
      if (error instanceof SdpExchangeError && error.status === REPLACED) return replaced();
      if (error instanceof SdpExchangeError && (error.status === 401 || error.status === 403)) return refused();
      whepFailures += 1;
      failed();
    }
  };

  const beginFile = async (): Promise<void> => {
    const broken = (): void => failed();
    video.addEventListener('error', broken);
    running = {
      stop: () => {
        video.removeEventListener('error', broken);
        video.removeAttribute('src');
        video.load();
      },
    };
    video.src = playback.url;
    await start();
  };

  const beginHls = async (mine: number): Promise<void> => {
    const { canPlayHls, playHls } = await import('./hls.ts');
    if (mine !== epoch || signal.aborted) return;
    if (!canPlayHls()) {
      transport = 'native';
      return beginFile();
    }
    const hls = playHls(video, {
      url: playback.url,
      token,
      onRefused: (status) => {
        if (mine !== epoch) return;
        if (status === REPLACED) replaced();
        else refused();
      },
      onBroken: () => {
        if (mine === epoch) failed();
      },
    });
    running = { hls, stop: hls.stop };
    await start();
  };

  const begin = async (): Promise<void> => {
    const mine = epoch;
    begunAt = performance.now();
    movedAt = begunAt;
    frames = framesOf(video);
    if (transport === 'whep') await beginWhep(mine);
    else if (transport === 'hls') await beginHls(mine);
    else await beginFile();
  };

  const look = (): void => {
    const now = performance.now();
    const seen = framesOf(video);
    // A hidden page decodes no frames: not a stall.
    if (document.hidden || isHeld) movedAt = now;
    if (seen !== frames) {
      frames = seen;
      movedAt = now;
      if (video.videoHeight > 0) {
        state = 'playing';
        attempts = 0;
      }
    }
    const still = now - movedAt;
    if (state === 'playing' && still > STALL_MS) state = 'buffering';
    if (state === 'buffering' && !isHeld) quality.stalled(now);
    if (running) {
      if (transport === 'whep' && state === 'connecting' && now - begunAt > FIRST_PICTURE_MS) return failed();
      if (still > STUCK_MS[transport]) return failed();
    }
    const { whep, hls } = running ?? {};
    if (hls) delay = hls.delay();
    else if (whep) {
      void whep
        .sample()
        .then((sample) => {
          delay = sample.delay;
          quality.received(sample, performance.now());
        })
        .catch(() => undefined);
    }
    tell();
  };
  const timer = setInterval(look, LOOK_MS);
  const unsilenced = (): void => {
    if (!video.muted) isSilenced = false;
    tell();
  };
  video.addEventListener('volumechange', unsilenced, { signal });
  video.addEventListener('resize', tell, { signal });
  window.addEventListener('online', () => again(0), { signal });
  void begin();
  return {
    again: () => {
      attempts = 0;
      again(0);
    },
    hold: (isAway) => {
      if (isHeld && !isAway) {
        whepFailures = 0;
        attempts = 0;
        movedAt = performance.now() - STUCK_MS[transport] + RETURN_MS;
        if (best === 'whep' && transport !== 'whep') {
          transport = best;
          again(0);
        }
      }
      isHeld = isAway;
    },
    stop: (isOver) => {
      stopped.abort();
      clearInterval(timer);
      leave(isOver);
    },
  };
};
