import { type Quality, SCREENS } from './qualities.ts';

/** Whether this browser can share a screen: those of phones can't. */
export const canShareScreen = (): boolean => typeof navigator.mediaDevices?.getDisplayMedia === 'function';

/** Options that not every browser knows: those are ignored. */
interface ScreenOptions extends DisplayMediaStreamOptions {
  systemAudio: 'include';
  surfaceSwitching: 'include';
  selfBrowserSurface: 'exclude';
}

/**
 * Asks for a screen, window or tab, with its sound where the browser gives it. Only from a press.
 * @throws DOMException NotAllowedError when the person declines
 */
export const openScreen = async (quality: Quality): Promise<MediaStream> => {
  const { width, height, frameRate } = SCREENS[quality];
  const options: ScreenOptions = {
    video: { width: { max: width }, height: { max: height }, frameRate: { max: frameRate } },
    // What is played is meant to be heard as it is.
    audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    systemAudio: 'include',
    surfaceSwitching: 'include',
    // A picture of the studio within itself helps nobody.
    selfBrowserSurface: 'exclude',
  };
  const media = await navigator.mediaDevices.getDisplayMedia(options);
  // Sharp text rather than many frames.
  for (const track of media.getVideoTracks()) track.contentHint = 'detail';
  return media;
};

export interface Mix {
  track: MediaStreamTrack;
  close: () => void;
}

/** One sound of several. A muted one stays silent in it. */
export const mixSounds = (sounds: readonly MediaStreamTrack[]): Mix => {
  const context = new AudioContext();
  const output = context.createMediaStreamDestination();
  for (const sound of sounds) context.createMediaStreamSource(new MediaStream([sound])).connect(output);
  const track = output.stream.getAudioTracks()[0]!;
  return {
    track,
    close() {
      track.stop();
      void context.close();
    },
  };
};
