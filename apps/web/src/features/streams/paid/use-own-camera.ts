import { type Camera, useCamera } from '../studio/use-camera.ts';
import { type Silenced, useSilenced } from '../studio/use-silenced.ts';

/** A fan's camera and microphone in a private show, and what of them is turned off. */
export interface OwnCamera {
  camera: Camera;
  silenced: Silenced;
}

/** Opens the fan's camera for a show while mounted. */
export const useOwnCamera = (showId: string): OwnCamera => {
  const camera = useCamera();
  return { camera, silenced: useSilenced(camera, showId) };
};
