import { Analytics } from './Analytics.tsx';
import { SiteScripts } from './SiteScripts.tsx';

/** Runs analytics and the owner's own scripts. Rendered only where consent allows it. */
const ConsentedScripts = () => (
  <>
    <Analytics />
    <SiteScripts />
  </>
);

export default ConsentedScripts;
