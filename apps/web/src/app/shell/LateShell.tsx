import { useSession } from '../session.tsx';
import { AccountSync } from './AccountSync.tsx';
import { ActingBanner } from './ActingBanner.tsx';
import { LiveSettings } from './LiveSettings.tsx';

/** What every page has around its layout, too, but whose code may come after the page: listeners, and the banner of admins who act as an account. */
const LateShell = () => (
  <>
    <ActingBanner />
    <LiveSettings />
    {useSession() ? <AccountSync /> : null}
  </>
);

export default LateShell;
