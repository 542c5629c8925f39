import { type RefObject, useEffect, useRef, useState } from 'react';
import { attachVideo, type Qualities } from './attach-video.ts';
import type { VideoAddresses, VideoPlayerProps } from './VideoPlayer.tsx';

/** Playback must progress this far, in seconds, before a failure counts as a new one. */
const ON_ITS_WAY = 0.5;

const nameOf = (address: string | null, live: boolean): string => (live ? address : address?.split('?')[0]) ?? '';

/**
 * Gives a video its source and keeps it playing. Addresses live for an hour or two, so a failed one is renewed once and the video
 * continues where it was, playing or paused. A second failure at the same position is final until a retry is requested.
 */
export const useVideoSource = (
  video: RefObject<HTMLVideoElement | null>,
  { hls, mp4, previews, captions, live = false, renew, startAt = 0 }: VideoPlayerProps,
): { addresses: VideoAddresses; broken: boolean; tryAgain: () => void; onTimeUpdate: () => void; qualities: Qualities | null } => {
  // The same film under new addresses is not restarted.
  const film = `${nameOf(hls, live)} ${nameOf(mp4, live)}`;
  const [attempt, setAttempt] = useState(0);
  const [broken, setBroken] = useState(false);
  const [renewed, setRenewed] = useState<{ film: string; addresses: VideoAddresses } | null>(null);
  const fresh = renewed?.film === film ? renewed.addresses : null;
  const [qualities, setQualities] = useState<Qualities | null>(null);
  const place = useRef({ film, at: startAt, isPaused: false, isReported: false });
  const given = useRef({ hls, mp4, renew });
  useEffect(() => {
    given.current = { hls, mp4, renew };
  });

  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    if (place.current.film !== film) place.current = { film, at: 0, isPaused: false, isReported: false };
    let isOver = false;
    setBroken(false);
    setQualities(null);
    const onBroken = async (at: number, isPaused: boolean): Promise<void> => {
      const { renew: ask } = given.current;
      const { isReported } = place.current;
      // A film that fails before it is loaded counts as paused in Chromium, although nobody paused it.
      place.current = { film, at, isPaused: isPaused && element.readyState > 0, isReported: true };
      const answer = ask && !isReported ? await ask().catch(() => null) : null;
      if (isOver) return;
      if (answer?.hls || answer?.mp4) setRenewed({ film, addresses: answer });
      else setBroken(true);
    };
    const { at, isPaused } = place.current;
    const source = fresh ?? { hls: given.current.hls, mp4: given.current.mp4 };
    const detach = attachVideo(element, {
      hls: source.hls,
      mp4: source.mp4,
      live,
      from: live ? 0 : at,
      onBroken: (...told) => void onBroken(...told),
      onQualities: setQualities,
    });
    if (!isPaused) element.play().catch(() => undefined);
    return () => {
      isOver = true;
      detach();
    };
  }, [video, film, live, fresh, attempt]);

  return {
    addresses: fresh ?? { hls, mp4, previews: previews ?? null, captions: captions ?? [] },
    broken,
    qualities,
    tryAgain: () => {
      place.current = { ...place.current, isPaused: false, isReported: false };
      setAttempt(attempt + 1);
    },
    onTimeUpdate: () => {
      if ((video.current?.currentTime ?? 0) > place.current.at + ON_ITS_WAY) place.current.isReported = false;
    },
  };
};
