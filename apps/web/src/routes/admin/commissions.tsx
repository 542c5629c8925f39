import { Page } from '../../app/shell/Columns.tsx';
import { PageTitle } from '../../app/PageTitle.tsx';
import admin from '../../ui/admin/list-and-pane.module.css';
import { PerformerCommissions } from '../../features/admin/commissions/PerformerCommissions.tsx';
import { SiteCommissions } from '../../features/admin/commissions/SiteCommissions.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** The site's commission on each kind of sale, its revenue, and performers with rates of their own. */
const Commissions = () => {
  const t = useText();
  return (
    <Page width="wide">
      <PageTitle title={t('shell.commissions')} />
      <header className={admin.head}>
        <h1 className={classes(type.display, type.s46)}>{t('shell.commissions')}</h1>
      </header>
      <SiteCommissions />
      <PerformerCommissions />
    </Page>
  );
};

export default Commissions;
