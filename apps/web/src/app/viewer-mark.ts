import { useSettings } from './boot.tsx';
import { useSession } from './session.tsx';

/** The name that lies over what the viewer looks at, where the site wants one; null for visitors, whom it would not tell apart. */
export const useViewerMark = (): string | null => {
  const { watermarkEnabled } = useSettings();
  const user = useSession();
  return watermarkEnabled && user ? `@${user.username}` : null;
};
