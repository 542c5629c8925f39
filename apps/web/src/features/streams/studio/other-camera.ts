/** Which camera to change to: on a phone the one of the other side, else the next in the list. Undefined without another one. */
export const otherCamera = (
  { deviceId, facingMode }: MediaTrackSettings,
  cameras: readonly Pick<MediaDeviceInfo, 'deviceId'>[],
): MediaTrackConstraints | undefined => {
  if (cameras.length < 2) return undefined;
  // A phone lists several cameras a side.
  if (facingMode === 'user') return { facingMode: { exact: 'environment' } };
  if (facingMode === 'environment') return { facingMode: { exact: 'user' } };
  const next = (cameras.findIndex((camera) => camera.deviceId === deviceId) + 1) % cameras.length;
  return { deviceId: { exact: cameras[next]!.deviceId } };
};

/** @param isEnabled a camera that was turned off stays off */
const openPicture = async (video: MediaTrackConstraints, isEnabled: boolean): Promise<MediaStreamTrack | undefined> => {
  try {
    const [track] = (await navigator.mediaDevices.getUserMedia({ video })).getVideoTracks();
    if (track) track.enabled = isEnabled;
    return track;
  } catch {
    return undefined;
  }
};

/**
 * Opens another camera in place of a picture. The former is closed first, because many phones can't open two at once; it is opened again when
 * the other can't be.
 * @returns no track when neither can be opened
 */
export const openOther = async (
  before: MediaStreamTrack,
  cameras: readonly MediaDeviceInfo[],
  picture: MediaTrackConstraints,
): Promise<{ track: MediaStreamTrack | undefined; isOther: boolean }> => {
  const settings = before.getSettings();
  const wanted = otherCamera(settings, cameras);
  if (!wanted) return { track: before, isOther: false };
  const { enabled } = before;
  before.stop();
  const other = await openPicture({ ...wanted, ...picture }, enabled);
  if (other) return { track: other, isOther: true };
  const { deviceId } = settings;
  return { track: await openPicture({ ...picture, ...(deviceId ? { deviceId: { exact: deviceId } } : {}) }, enabled), isOther: false };
};
