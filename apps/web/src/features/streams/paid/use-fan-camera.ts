import type { ShowCamera } from '@stagedoor/contract/paid-shows';
import type { IceServerView } from '@stagedoor/contract/streams';
import { useEffect, useState } from 'react';
import { call } from '../../../app/browser-call.ts';
import { QUALITIES } from '../studio/qualities.ts';
import type { Camera } from '../studio/use-camera.ts';
import { isRefusal } from '../play-tokens.ts';
import { publish, type PublishState } from '../publisher.ts';

const { maxBitrate, frameRate } = QUALITIES['360p15'];

/** Publishes the fan's camera into the private show, as a medium of its own. @returns how its connection is */
export const useFanCamera = (
  medium: ShowCamera,
  { stream }: Pick<Camera, 'stream'>,
  iceServers: readonly IceServerView[] | undefined,
): PublishState => {
  const [state, setState] = useState<PublishState>('connecting');
  const { mediaId, whip, signalling } = medium;
  useEffect(() => {
    if ((!whip && !signalling) || !stream || !iceServers) return undefined;
    let stop: (() => void) | undefined;
    let gone = false;
    const access = async () => {
      const { tokenId, subscriberId } = await call('POST /streaming/token', { body: { id: mediaId, type: 'publish' } });
      return { whip, signalling, streamId: mediaId, token: tokenId, subscriberId, iceServers: [...iceServers] };
    };
    const begin = async () => {
      const publishing = await access();
      if (gone) return;
      const publisher = publish({
        stream,
        publishing,
        maxBitrate,
        maxFramerate: frameRate,
        renew: () =>
          access().catch((error: unknown) => {
            // The show is over for this fan; otherwise the camera is tried again.
            if (isRefusal(error)) return null;
            throw error;
          }),
        onState: setState,
      });
      stop = () => publisher.stop();
    };
    begin().catch(() => undefined);
    return () => {
      gone = true;
      stop?.();
    };
  }, [mediaId, whip, signalling, stream, iceServers]);
  return state;
};
