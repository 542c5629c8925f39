import { useSettings } from './boot.tsx';
import { useSession } from './session.tsx';

/** The watermark over media, if enabled; null for visitors, who have no name. */
export const useViewerWatermark = (): string | null => {
  const { watermarkEnabled } = useSettings();
  const user = useSession();
  return watermarkEnabled && user ? `@${user.username}` : null;
};
