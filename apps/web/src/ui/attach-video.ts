import type Hls from 'hls.js';

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
export const attachVideo = (video: HTMLVideoElement, { hls, mp4, live, from, onBroken }: Source): (() => void) => {
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
