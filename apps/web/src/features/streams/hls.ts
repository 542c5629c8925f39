import Hls from 'hls.js/light';
import { watchMediaPolicy } from './media-policy.ts';
import { withToken } from './play-tokens.ts';
import { createStallMemory } from './stall-memory.ts';

export interface HlsOptions {
  url: string;
  /** Sent as a bearer token, so that the URL stays as specified, but not with media that everybody may have; empty sends none. */
  token: string;
  /** The token that each address takes instead, as an external media server wants it: the current one, whatever the playlist says. */
  tokenOfAddress: (() => string) | null;
  /** The token was refused, or its seat plays on a newer device (423). */
  onRefused: (status: number) => void;
  /** The library gave up after its own retries; playback must be restarted. */
  onBroken: () => void;
}

export interface HlsSession {
  /** Seconds behind the newest part; null until known. */
  delay: () => number | null;
  stop: () => void;
}

/** Whether hls.js works here: Media Source Extensions, including managed ones. */
export const canPlayHls = (): boolean => Hls.isSupported();

const CONFIG: ConstructorParameters<typeof Hls>[0] = {
  lowLatencyMode: true,
  // Without it a viewer who fell behind once never catches up.
  maxLiveSyncPlaybackRate: 1.5,
  backBufferLength: 30,
  capLevelToPlayerSize: true,
};

/** Seconds of pictures that a position needs to be played from without waiting. */
const ENOUGH_SECONDS = 0.5;
const isBuffered = ({ buffered }: HTMLVideoElement, position: number): boolean =>
  buffered.length > 0 && buffered.start(buffered.length - 1) <= position && buffered.end(buffered.length - 1) >= position + ENOUGH_SECONDS;

/** Tells whether the server said with a playlist that its media need no token. Caches keep answers to requests without one. */
const isOpenMedia = (details: unknown): boolean =>
  details instanceof XMLHttpRequest && /^x-media-access: *open\r?$/im.test(details.getAllResponseHeaders());

/** Plays a show by LL-HLS. */
export const playHls = (video: HTMLVideoElement, { url, token, tokenOfAddress, onRefused, onBroken }: HlsOptions): HlsSession => {
  let isOpen = false;
  const xhrSetup = tokenOfAddress
    ? (request: XMLHttpRequest, address: string) => request.open('GET', withToken(address, tokenOfAddress()), true)
    : token
      ? (request: XMLHttpRequest, address: string) => {
          if (!isOpen || new URL(address).pathname.endsWith('.m3u8')) request.setRequestHeader('authorization', `Bearer ${token}`);
        }
      : undefined;
  const player = new Hls({ ...CONFIG, ...(xhrSetup ? { xhrSetup } : {}) });
  player.on(Hls.Events.LEVEL_LOADED, (_event, { networkDetails }) => {
    isOpen = isOpenMedia(networkDetails);
  });
  let mendedAt = -Infinity;
  // After each stall the library stays a second further behind, up to the length of a segment, and for as long as the show is watched.
  const stalls = createStallMemory();
  player.on(Hls.Events.LEVEL_UPDATED, (_event, { details }) => {
    if (stalls.mayReturn(performance.now())) player.targetLatency = details.partHoldBack || details.holdBack;
    const position = player.liveSyncPosition;
    const target = player.targetLatency ?? 0;
    // The library plays faster within this range only, and would stay behind for good beyond it.
    const isFarBehind = details.live && !video.paused && player.latency > 2 * target + details.targetduration;
    if (isFarBehind && position !== null && isBuffered(video, position)) video.currentTime = position;
  });
  player.on(Hls.Events.ERROR, (_event, data) => {
    if (data.details === Hls.ErrorDetails.BUFFER_STALLED_ERROR) stalls.stalled(performance.now());
    const status = data.response?.code;
    if (status === 401 || status === 403 || status === 423) {
      onRefused(status);
      return;
    }
    if (!data.fatal) return;
    // A media error is recovered once in a while; repeated errors restart playback.
    if (data.type === Hls.ErrorTypes.MEDIA_ERROR && performance.now() - mendedAt > 5000) {
      mendedAt = performance.now();
      player.recoverMediaError();
    } else onBroken();
  });
  watchMediaPolicy(url);
  player.loadSource(url);
  player.attachMedia(video);
  return {
    delay: () => (Number.isFinite(player.latency) && player.latency > 0 ? player.latency : null),
    stop: () => player.destroy(),
  };
};
