import { isRecord, keysOf } from '@stagedoor/contract/keys.values';
import { useCallback, useEffect, useRef, useState } from 'react';
import { openOther } from './other-camera.ts';
import { QUALITIES, type Quality } from './qualities.ts';
import { openScreen } from './screen.ts';
import { createSources } from './sources.ts';

/** asking: permission requested · denied: by browser or user · none: no camera · insecure: the address isn't secure · off: turned off by `close`. */
export type CameraState = 'asking' | 'ready' | 'denied' | 'none' | 'insecure' | 'off';

export interface Choice {
  camera: string;
  microphone: string;
  quality: Quality;
}

export interface Camera {
  state: CameraState;
  /** What is published: camera and microphone, or the screen with the microphone. */
  stream: MediaStream | null;
  /** The stream's current picture and sound: others after `flip` and around sharing a screen, of the same stream. */
  picture: MediaStreamTrack | null;
  sound: MediaStreamTrack | null;
  /** Camera and microphone themselves. */
  devices: MediaStream | null;
  /** The picture is a screen. */
  isScreen: boolean;
  cameras: readonly MediaDeviceInfo[];
  microphones: readonly MediaDeviceInfo[];
  choice: Choice;
  choose: (change: Partial<Choice>) => void;
  askAgain: () => void;
  /** Changes to the other side's camera, or the next one, within the same stream. @returns false when it can't be opened; the former one is kept */
  flip: () => Promise<boolean>;
  /**
   * Shares a screen instead of the camera, until `unshare` or the browser's own button.
   * @returns whether it is shared, or the person declined; false when it can't be
   */
  share: () => Promise<boolean>;
  unshare: () => void;
  /** Turns camera, microphone and screen off at once, until `askAgain`. */
  close: () => void;
}

const KEY = 'studio.devices';

const kept = (): Choice => {
  const standard: Choice = { camera: '', microphone: '', quality: '720p30' };
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const { camera, microphone, quality } = isRecord(stored) ? stored : {};
    return {
      camera: typeof camera === 'string' ? camera : standard.camera,
      microphone: typeof microphone === 'string' ? microphone : standard.microphone,
      quality: keysOf(QUALITIES).find((one) => one === quality) ?? standard.quality,
    };
  } catch {
    return standard;
  }
};

const keep = (choice: Choice): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify(choice));
  } catch {
    // Without storage the choice is made again next time.
  }
};

const named = (id: string): MediaTrackConstraints => (id ? { deviceId: { exact: id } } : {});

const pictureOf = (quality: Quality): MediaTrackConstraints => {
  const { width, height, frameRate } = QUALITIES[quality];
  return { width: { ideal: width }, height: { ideal: height }, frameRate: { ideal: frameRate, max: frameRate } };
};

/** Not every browser's OverconstrainedError is an Error. */
const nameOf = (error: unknown): unknown => (error as { name?: unknown } | null)?.name;

/** Opens the selected devices, or others when one of them is gone. A camera without a microphone is enough. */
const open = async (choice: Choice): Promise<MediaStream> => {
  const { camera, microphone, quality } = choice;
  const video = { ...named(camera), ...pictureOf(quality) };
  const audio = { ...named(microphone), echoCancellation: true, noiseSuppression: true, autoGainControl: true };
  try {
    return await navigator.mediaDevices.getUserMedia({ video, audio });
  } catch (error) {
    if (nameOf(error) === 'OverconstrainedError' && (camera || microphone)) return open({ ...choice, camera: '', microphone: '' });
    if (nameOf(error) === 'NotFoundError') return navigator.mediaDevices.getUserMedia({ video });
    throw error;
  }
};

const stopAll = (media: MediaStream): void => {
  for (const track of media.getTracks()) track.stop();
};

/** The devices that were chosen last, read once mounted. */
const useKeptChoice = () => {
  const [choice, setChoice] = useState<Choice>({ camera: '', microphone: '', quality: '720p30' });
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    setChoice(kept());
    setRead(true);
  }, []);
  const choose = (change: Partial<Choice>) => {
    const next = { ...choice, ...change };
    keep(next);
    setChoice(next);
  };
  return { choice, isRead, choose };
};

/** The cameras and microphones that are plugged in. */
const useKnownDevices = () => {
  const [known, setKnown] = useState<readonly MediaDeviceInfo[]>([]);
  useEffect(() => {
    const { mediaDevices } = navigator;
    if (!mediaDevices?.enumerateDevices) return undefined;
    const look = () => void mediaDevices.enumerateDevices().then(setKnown);
    mediaDevices.addEventListener('devicechange', look);
    return () => mediaDevices.removeEventListener('devicechange', look);
  }, []);
  return { known, setKnown };
};

/**
 * Camera and microphone of the studio, open while mounted, and the screen while it is shared.
 * @param isWanted false while something else publishes: nothing is asked for then
 */
export const useCamera = (isWanted = true): Camera => {
  const { choice, isRead, choose } = useKeptChoice();
  const [state, setState] = useState<CameraState>('asking');
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [picture, setPicture] = useState<MediaStreamTrack | null>(null);
  const [sound, setSound] = useState<MediaStreamTrack | null>(null);
  const [devices, setDevices] = useState<MediaStream | null>(null);
  const [isScreen, setScreen] = useState(false);
  const { known, setKnown } = useKnownDevices();
  const [turn, setTurn] = useState(0);
  const [sources] = useState(createSources);
  /** Turned off, or unmounted: what is opened late is stopped, and another choice opens nothing. */
  const isOff = useRef(false);
  /** What is published now. */
  const show = useCallback(
    (next: MediaStream | null) => {
      setStream(next);
      setPicture(next?.getVideoTracks()[0] ?? null);
      setSound(next?.getAudioTracks()[0] ?? null);
      setDevices(sources.devices());
      setScreen(sources.screen() !== null);
    },
    [sources],
  );
  /** A camera that is unplugged ends its track. */
  const watch = useCallback(
    (track: MediaStreamTrack | undefined) => {
      track?.addEventListener('ended', () => {
        if (sources.devices()?.getVideoTracks().includes(track)) setState('none');
      });
    },
    [sources],
  );
  const askAgain = useCallback(() => {
    isOff.current = false;
    setTurn((before) => before + 1);
  }, []);
  useEffect(() => {
    isOff.current = false;
    return () => {
      isOff.current = true;
      sources.close();
    };
  }, [sources]);
  useEffect(() => {
    if (!isWanted) {
      sources.close();
      show(sources.setDevices(null));
      setState('asking');
      return undefined;
    }
    if (!isRead || isOff.current) return undefined;
    if (!navigator.mediaDevices?.getUserMedia) {
      setState('insecure');
      return undefined;
    }
    let gone = false;
    const ask = async () => {
      sources.closeDevices();
      try {
        const opened = await open(choice);
        if (gone || isOff.current) {
          return stopAll(opened);
        }
        watch(opened.getVideoTracks()[0]);
        show(sources.setDevices(opened));
        setState('ready');
        setKnown(await navigator.mediaDevices.enumerateDevices());
      } catch (error) {
        if (gone || isOff.current) return;
        show(sources.setDevices(null));
        setState(error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'SecurityError') ? 'denied' : 'none');
      }
    };
    void ask();
    return () => {
      gone = true;
    };
  }, [isWanted, choice, isRead, turn, sources, show, watch, setKnown]);
  const close = useCallback(() => {
    isOff.current = true;
    sources.close();
    setScreen(false);
    setState('off');
  }, [sources]);
  const unshare = useCallback(() => show(sources.setScreen(null)), [sources, show]);
  const shareScreen = (media: MediaStream) => {
    // The browser's own button ends it: the show goes back to the camera.
    media.getVideoTracks()[0]?.addEventListener('ended', () => {
      if (sources.screen() === media) unshare();
    });
    show(sources.setScreen(media));
  };
  const cameras = known.filter(({ kind }) => kind === 'videoinput');
  return {
    state: isScreen ? 'ready' : state,
    stream,
    picture,
    sound,
    devices,
    isScreen,
    cameras,
    microphones: known.filter(({ kind }) => kind === 'audioinput'),
    choice,
    choose,
    askAgain,
    close,
    unshare,
    share: async () => {
      try {
        const media = await openScreen(choice.quality);
        if (isOff.current) stopAll(media);
        else shareScreen(media);
        return true;
      } catch (error) {
        return nameOf(error) === 'NotAllowedError';
      }
    },
    flip: async () => {
      const before = devices?.getVideoTracks()[0];
      if (!devices || !before) return false;
      const { track, isOther } = await openOther(before, cameras, pictureOf(choice.quality));
      if (sources.devices() !== devices || isOff.current) {
        track?.stop();
        return false;
      }
      sources.replaceCamera(before, track);
      if (!track) setState('none');
      watch(track);
      show(sources.stream());
      return isOther;
    },
  };
};
