import { Analytics } from './Analytics.tsx';
import { SiteScripts } from './SiteScripts.tsx';

/** What runs only where consent allows it: analytics and the owner's own scripts. */
const ConsentedScripts = () => (
  <>
    <Analytics />
    <SiteScripts />
  </>
);

export default ConsentedScripts;
