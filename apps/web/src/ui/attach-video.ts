import type Hls from 'hls.js';

interface Source {
  /** Address of the list of sizes; tried first. */
  hls: string | null;
  /** Address of the one file that every browser plays. */
  mp4: string | null;
  live: boolean;
  /** Where it begins, in seconds. */
  from: number;
  /** Nothing of it can be played from there on, in seconds; said once. */
  onBroken: (at: number, wasPaused: boolean) => void;
}

/** So long after the decoder was mended, stumbling again means that it won't get better. */
const MENDED_MS = 5000;
/** An address that has run out: the one file's has too. */
const REFUSED = 403;

/** Whether the browser's own HLS is the better one: Apple's. Others may have one too, but choose sizes less well than the library. */
const playsHlsItself = (video: HTMLVideoElement): boolean =>
  video.canPlayType('application/vnd.apple.mpegurl') !== '' && 'webkitSetPresentationMode' in video;

/** Where nothing feeds a video piece by piece, the library is not even loaded. */
const canFeed = (): boolean => 'ManagedMediaSource' in window || 'MediaSource' in window;

/**
 * Gives a video its source: adaptive by the browser itself, adaptive by hls.js, which is loaded then, or the one file, also when the
 * adaptive one fails.
 * @returns what takes it away again
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
      // It would ask for a refused piece for half a minute.
      const isRefused = data.response?.code === REFUSED;
      if (isOver || !(data.fatal || isRefused)) return;
      if (data.type === Player.ErrorTypes.MEDIA_ERROR && performance.now() - mendedAt > MENDED_MS) {
        mendedAt = performance.now();
        made.recoverMediaError();
        return;
      }
      // Before anything was shown it is still at its beginning.
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

  if (hls && playsHlsItself(video)) {
    video.onerror = () => plain(video.currentTime || from);
    video.src = hls;
    if (from > 0) video.currentTime = from;
  } else if (hls && canFeed()) {
    // A network that breaks while the library is fetched leaves the one file.
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
