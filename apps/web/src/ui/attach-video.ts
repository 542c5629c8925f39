import type Hls from 'hls.js';

/** The sizes that a film can be watched in, by their lines. */
export interface Qualities {
  lines: readonly number[];
  /** Keeps to a size; null lets the connection decide. */
  choose: (lines: number | null) => void;
}

interface Source {
  /** URL of the HLS master playlist; tried first. */
  hls: string | null;
  /** URL of the single file that every browser plays. */
  mp4: string | null;
  live: boolean;
  /** Start position in seconds. */
  from: number;
  /** Called once when playback fails at this position, in seconds. */
  onBroken: (at: number, wasPaused: boolean) => void;
  /** Once the sizes are known; never where the browser chooses by itself. */
  onQualities?: (qualities: Qualities) => void;
}

/** A second media error within this time after a recovery is final. */
const RECOVERY_WINDOW_MS = 5000;
/** Expired address: the single file's has expired too. */
const REFUSED = 403;

/** Whether the browser's native HLS is preferable: Apple's. Other browsers that have it choose sizes less well than the library. */
const prefersNativeHls = (video: HTMLVideoElement): boolean =>
  video.canPlayType('application/vnd.apple.mpegurl') !== '' && 'webkitSetPresentationMode' in video;

/** Without media source extensions the library is not even loaded. */
const hasMediaSource = (): boolean => 'ManagedMediaSource' in window || 'MediaSource' in window;

/**
 * Attaches a source to a video element: native HLS, hls.js (loaded on demand), or the single file, also when
 * HLS fails.
 * @returns the cleanup function
 */
export const attachVideo = (video: HTMLVideoElement, { hls, mp4, live, from, onBroken, onQualities }: Source): (() => void) => {
  let player: Hls | undefined;
  let isOver = false;
  const plain = (at: number): void => {
    if (!mp4) return onBroken(at, video.paused);
    video.onerror = () => {
      video.onerror = null;
      onBroken(video.currentTime || at, video.paused);
    };
    video.src = mp4;
    if (at > 0) video.currentTime = at;
  };
  const fed = async (list: string): Promise<void> => {
    const { default: Player } = await import('hls.js/light');
    if (isOver) return;
    if (!Player.isSupported()) return plain(from);
    const made = new Player({
      capLevelToPlayerSize: true,
      lowLatencyMode: live,
      backBufferLength: 30,
      ...(from > 0 ? { startPosition: from } : {}),
    });
    player = made;
    let mendedAt = -Infinity;
    made.on(Player.Events.ERROR, (_event, data) => {
      // Otherwise it would retry a refused segment for half a minute.
      const isRefused = data.response?.code === REFUSED;
      if (isOver || !(data.fatal || isRefused)) return;
      if (data.type === Player.ErrorTypes.MEDIA_ERROR && performance.now() - mendedAt > RECOVERY_WINDOW_MS) {
        mendedAt = performance.now();
        made.recoverMediaError();
        return;
      }
      // Before the first picture it is still at the start position.
      const [at, wasPaused] = [video.currentTime || from, video.paused];
      made.destroy();
      player = undefined;
      if (isRefused) return onBroken(at, wasPaused);
      plain(at);
      void video.play().catch(() => undefined);
    });
    made.on(Player.Events.MANIFEST_PARSED, () => {
      const lines = [...new Set(made.levels.map(({ height }) => height))]
        .filter((height) => height > 0)
        .toSorted((one, other) => other - one);
      if (lines.length < 2) return;
      onQualities?.({
        lines,
        choose(wanted) {
          made.nextLevel = wanted === null ? -1 : made.levels.findIndex(({ height }) => height === wanted);
        },
      });
    });
    made.loadSource(list);
    made.attachMedia(video);
  };

  if (hls && prefersNativeHls(video)) {
    video.onerror = () => plain(video.currentTime || from);
    video.src = hls;
    if (from > 0) video.currentTime = from;
  } else if (hls && hasMediaSource()) {
    // If loading the library fails, the single file is used.
    fed(hls).catch(() => {
      if (!isOver) plain(from);
    });
  } else plain(from);

  return () => {
    isOver = true;
    player?.destroy();
    video.onerror = null;
    video.removeAttribute('src');
    video.load();
  };
};
