import { useCallback, useEffect, useState } from 'react';
import type { Camera } from './use-camera.ts';

export interface Silenced {
  isMuted: boolean;
  mute: (muted: boolean) => void;
  isHidden: boolean;
  hide: (hidden: boolean) => void;
}

const enable = (track: MediaStreamTrack, isEnabled: boolean): void => {
  track.enabled = isEnabled;
};

const keyOf = (showId: string): string => `show.silenced.${showId}`;

const kept = (showId: string): { isMuted: boolean; isHidden: boolean } => {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(showId)) ?? '{}') as { isMuted?: unknown; isHidden?: unknown };
    return { isMuted: stored.isMuted === true, isHidden: stored.isHidden === true };
  } catch {
    return { isMuted: false, isHidden: false };
  }
};

const keep = (showId: string, choice: { isMuted: boolean; isHidden: boolean }): void => {
  try {
    sessionStorage.setItem(keyOf(showId), JSON.stringify(choice));
  } catch {
    // Without storage a reload turns both on again.
  }
};

/**
 * Microphone and camera, each on or off: their tracks are disabled, so that viewers get silence and a black picture. A screen and its sound
 * stay on: sharing it is what turns it on and off.
 * @param showId who reloads the page of this show finds both as they were
 */
export const useSilenced = ({ devices }: Pick<Camera, 'devices'>, showId?: string): Silenced => {
  const [isMuted, setMuted] = useState(false);
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    if (showId === undefined) return;
    const before = kept(showId);
    setMuted(before.isMuted);
    setHidden(before.isHidden);
  }, [showId]);
  useEffect(() => {
    for (const track of devices?.getAudioTracks() ?? []) enable(track, !isMuted);
  }, [devices, isMuted]);
  useEffect(() => {
    for (const track of devices?.getVideoTracks() ?? []) enable(track, !isHidden);
  }, [devices, isHidden]);
  return {
    isMuted,
    isHidden,
    mute: useCallback(
      (muted) => {
        setMuted(muted);
        if (showId !== undefined) keep(showId, { isMuted: muted, isHidden });
      },
      [showId, isHidden],
    ),
    hide: useCallback(
      (hidden) => {
        setHidden(hidden);
        if (showId !== undefined) keep(showId, { isMuted, isHidden: hidden });
      },
      [showId, isMuted],
    ),
  };
};
