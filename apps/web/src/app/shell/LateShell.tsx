import { ConnectionBanner } from '../../ui/ConnectionBanner.tsx';
import { useCopyUiPreferences } from '../copy-ui-preferences.ts';
import { useRealtime } from '../realtime.tsx';
import { useSession } from '../session.tsx';
import { AccountSync } from './AccountSync.tsx';
import { ActingBanner } from './ActingBanner.tsx';
import { LiveSettings } from './LiveSettings.tsx';

const Connection = () => {
  const { state, retry } = useRealtime();
  return <ConnectionBanner state={state} onRetry={retry} />;
};

/** What every page has around its layout, too, but whose code may come after the page: listeners, and the banners of a lost connection and of admins who act as an account. */
const LateShell = () => {
  useCopyUiPreferences();
  return (
    <>
      <Connection />
      <ActingBanner />
      <LiveSettings />
      {useSession() ? <AccountSync /> : null}
    </>
  );
};

export default LateShell;
