import { useEffect, useState } from 'react';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import { canShareScreen } from './screen.ts';
import type { Camera } from './use-camera.ts';

/** Sharing a screen by a press, where the browser can. */
export const useScreenShare = ({ share }: Camera) => {
  const t = useText();
  const [canShare, setCanShare] = useState(false);
  const [isSharing, setSharing] = useState(false);
  useEffect(() => setCanShare(canShareScreen()), []);
  return {
    canShare,
    isSharing,
    share: (): void => {
      setSharing(true);
      void share().then((isFine) => {
        setSharing(false);
        if (!isFine) toast(t('studio.screenFailed'), { tone: 'bad' });
      });
    },
  };
};
