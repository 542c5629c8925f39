import { Page } from '../../app/shell/Columns.tsx';
import { PageTitle } from '../../app/PageTitle.tsx';
import admin from '../../features/admin/admin.module.css';
import { PerformerCommissions } from '../../features/money/PerformerCommissions.tsx';
import { SiteCommissions } from '../../features/money/SiteCommissions.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** What the site keeps of each kind of sale, what that brought, and who has rates of their own. */
const Commissions = () => {
  const say = useText();
  return (
    <Page width="wide">
      <PageTitle title={say('shell.commissions')} />
      <header className={admin.head}>
        <h1 className={classes(type.display, type.s46)}>{say('shell.commissions')}</h1>
      </header>
      <SiteCommissions />
      <PerformerCommissions />
    </Page>
  );
};

export default Commissions;
