import type Hls from 'hls.js';

interface Source {
  /** Address of the list of sizes; tried first. */
  hls: string | null;
  /** Address of the one file that every browser plays. */
  mp4: string | null;
  live: boolean;
  /** Nothing of it can be played. */
  onBroken: () => void;
}

/** So long after the decoder was mended, stumbling again means that it won't get better. */
const MENDED_MS = 5000;

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
export const attachVideo = (video: HTMLVideoElement, { hls, mp4, live, onBroken }: Source): (() => void) => {
  let player: Hls | undefined;
  let isOver = false;
  const plain = (from = 0): void => {
    if (!mp4) return onBroken();
    video.onerror = onBroken;
    video.src = mp4;
    if (from > 0) video.currentTime = from;
  };
  const fed = async (list: string): Promise<void> => {
    const { default: Player } = await import('hls.js/light');
    if (isOver) return;
    if (!Player.isSupported()) return plain();
    const made = new Player({ capLevelToPlayerSize: true, lowLatencyMode: live, backBufferLength: 30 });
    player = made;
    let mendedAt = -Infinity;
    made.on(Player.Events.ERROR, (_event, data) => {
      if (!data.fatal || isOver) return;
      if (data.type === Player.ErrorTypes.MEDIA_ERROR && performance.now() - mendedAt > MENDED_MS) {
        mendedAt = performance.now();
        made.recoverMediaError();
        return;
      }
      const at = video.currentTime;
      made.destroy();
      player = undefined;
      plain(at);
      void video.play().catch(() => undefined);
    });
    made.loadSource(list);
    made.attachMedia(video);
  };

  if (hls && playsHlsItself(video)) {
    video.onerror = () => plain(video.currentTime);
    video.src = hls;
  } else if (hls && canFeed()) {
    // A network that breaks while the library is fetched leaves the one file.
    fed(hls).catch(() => {
      if (!isOver) plain();
    });
  } else plain();

  return () => {
    isOver = true;
    player?.destroy();
    video.onerror = null;
    video.removeAttribute('src');
    video.load();
  };
};
