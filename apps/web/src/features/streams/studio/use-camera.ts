import { useCallback, useEffect, useRef, useState } from 'react';
import { openOther } from './other-camera.ts';

/** Video qualities: lines and frames per second, with their bit rates. */
export const QUALITIES = {
  '360p15': { width: 640, height: 360, frameRate: 15, maxBitrate: 800_000 },
  '720p30': { width: 1280, height: 720, frameRate: 30, maxBitrate: 2_500_000 },
  '1080p30': { width: 1920, height: 1080, frameRate: 30, maxBitrate: 4_000_000 },
} as const;
export type Quality = keyof typeof QUALITIES;

/** asking: permission requested · denied: by browser or user · none: no camera · insecure: the address isn't secure · off: turned off by `close`. */
export type CameraState = 'asking' | 'ready' | 'denied' | 'none' | 'insecure' | 'off';

export interface Choice {
  camera: string;
  microphone: string;
  quality: Quality;
}

export interface Camera {
  state: CameraState;
  stream: MediaStream | null;
  /** The stream's current picture: another one after `flip`, of the same stream. */
  picture: MediaStreamTrack | null;
  cameras: readonly MediaDeviceInfo[];
  microphones: readonly MediaDeviceInfo[];
  choice: Choice;
  choose: (change: Partial<Choice>) => void;
  askAgain: () => void;
  /** Changes to the other side's camera, or the next one, within the same stream. @returns false when it can't be opened; the former one is kept */
  flip: () => Promise<boolean>;
  /** Turns camera and microphone off at once, until `askAgain`. */
  close: () => void;
}

const KEY = 'studio.devices';

const kept = (): Choice => {
  const standard: Choice = { camera: '', microphone: '', quality: '720p30' };
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Choice>;
    return { ...standard, ...stored, ...(stored.quality && stored.quality in QUALITIES ? {} : { quality: standard.quality }) };
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

/** Camera and microphone of the studio, open while mounted. */
export const useCamera = (): Camera => {
  const [choice, setChoice] = useState<Choice>({ camera: '', microphone: '', quality: '720p30' });
  const [isRead, setRead] = useState(false);
  const [state, setState] = useState<CameraState>('asking');
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [picture, setPicture] = useState<MediaStreamTrack | null>(null);
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([]);
  const [turn, setTurn] = useState(0);
  const held = useRef<MediaStream | null>(null);
  /** A camera that is unplugged ends its track. */
  const show = useCallback((track: MediaStreamTrack | undefined) => {
    setPicture(track ?? null);
    track?.addEventListener('ended', () => {
      if (held.current?.getVideoTracks().includes(track)) setState('none');
    });
  }, []);
  const askAgain = useCallback(() => setTurn((known) => known + 1), []);
  useEffect(() => {
    setChoice(kept());
    setRead(true);
  }, []);
  useEffect(() => {
    if (!isRead) return undefined;
    if (!navigator.mediaDevices?.getUserMedia) {
      setState('insecure');
      return undefined;
    }
    let gone = false;
    const ask = async () => {
      // Many machines can't open two cameras at once.
      for (const track of held.current?.getTracks() ?? []) track.stop();
      held.current = null;
      try {
        const opened = await open(choice);
        if (gone) {
          for (const track of opened.getTracks()) track.stop();
          return;
        }
        held.current = opened;
        show(opened.getVideoTracks()[0]);
        setStream(opened);
        setState('ready');
        setDevices(await navigator.mediaDevices.enumerateDevices());
      } catch (error) {
        if (gone) return;
        setStream(null);
        setState(error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'SecurityError') ? 'denied' : 'none');
      }
    };
    void ask();
    return () => {
      gone = true;
    };
  }, [choice, isRead, turn, show]);
  useEffect(
    () => () => {
      for (const track of held.current?.getTracks() ?? []) track.stop();
    },
    [],
  );
  useEffect(() => {
    const { mediaDevices } = navigator;
    if (!mediaDevices?.enumerateDevices) return undefined;
    const look = () => void mediaDevices.enumerateDevices().then(setDevices);
    mediaDevices.addEventListener('devicechange', look);
    return () => mediaDevices.removeEventListener('devicechange', look);
  }, []);
  const close = useCallback(() => {
    for (const track of held.current?.getTracks() ?? []) track.stop();
    setState('off');
  }, []);
  const cameras = devices.filter(({ kind }) => kind === 'videoinput');
  return {
    state,
    stream,
    picture,
    cameras,
    microphones: devices.filter(({ kind }) => kind === 'audioinput'),
    choice,
    choose: (change) => {
      const next = { ...choice, ...change };
      keep(next);
      setChoice(next);
    },
    askAgain,
    close,
    flip: async () => {
      const before = stream?.getVideoTracks()[0];
      if (!stream || !before) return false;
      const { track, isOther } = await openOther(before, cameras, pictureOf(choice.quality));
      if (held.current !== stream) {
        track?.stop();
        return false;
      }
      stream.removeTrack(before);
      if (track) stream.addTrack(track);
      else setState('none');
      show(track);
      return isOther;
    },
  };
};
