import { type Mix, mixSounds } from './screen.ts';

/** What is published of camera, microphone and screen. */
interface Output {
  picture: MediaStreamTrack | undefined;
  sound: MediaStreamTrack | undefined;
}

const stopAll = (stream: MediaStream | null): void => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};

/**
 * Camera, microphone and screen of the studio as one stream: the screen's picture instead of the camera's, and its sound with the microphone's.
 * The stream stays the same one when a track of it is exchanged, so that a connection goes on.
 */
export const createSources = () => {
  let devices: MediaStream | null = null;
  let screen: MediaStream | null = null;
  let mix: Mix | null = null;
  let published: MediaStream | null = null;

  /** The output of what is open now; the former mix is closed by the caller, once nothing sends it. */
  const compose = (): Output => {
    const microphone = devices?.getAudioTracks()[0];
    const played = screen?.getAudioTracks()[0];
    mix = played ? mixSounds(microphone ? [microphone, played] : [played]) : null;
    return { picture: (screen ?? devices)?.getVideoTracks()[0], sound: mix?.track ?? microphone };
  };
  const wrap = (tracks: Output): MediaStream | null => {
    const list = [tracks.picture, tracks.sound].filter((track) => track !== undefined);
    return list.length > 0 ? new MediaStream(list) : null;
  };

  return {
    devices: (): MediaStream | null => devices,
    screen: (): MediaStream | null => screen,
    stream: (): MediaStream | null => published,
    /** Other devices, or none. @returns another stream to publish; null without any picture */
    setDevices(next: MediaStream | null): MediaStream | null {
      const before = mix;
      devices = next;
      const tracks = compose();
      published = tracks.picture ? wrap(tracks) : null;
      before?.close();
      return published;
    },
    /** Closes camera and microphone: many machines can't open two cameras at once. */
    closeDevices(): void {
      stopAll(devices);
      devices = null;
    },
    /** Begins or, with null, ends to share a screen. @returns the stream to publish: the same one where its tracks could be exchanged */
    setScreen(next: MediaStream | null): MediaStream | null {
      const before = { mix, screen };
      screen = next;
      const tracks = compose();
      const sound = published?.getAudioTracks()[0];
      // Sound where there was none, and the reverse, takes another connection.
      if (!published || !tracks.picture || !tracks.sound !== !sound) published = tracks.picture ? wrap(tracks) : null;
      else {
        for (const track of published.getTracks()) if (track !== tracks.picture && track !== tracks.sound) published.removeTrack(track);
        published.addTrack(tracks.picture);
        if (tracks.sound) published.addTrack(tracks.sound);
      }
      before.mix?.close();
      stopAll(before.screen);
      return published;
    },
    /** Exchanges the camera within the same stream. */
    replaceCamera(before: MediaStreamTrack, next: MediaStreamTrack | undefined): void {
      for (const stream of [devices, screen ? null : published]) {
        stream?.removeTrack(before);
        if (next) stream?.addTrack(next);
      }
    },
    /** Turns everything off at once. */
    close(): void {
      stopAll(devices);
      stopAll(screen);
      screen = null;
      mix?.close();
      mix = null;
    },
  };
};

export type Sources = ReturnType<typeof createSources>;
