import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { CardDisputes } from '../../features/admin/gateways/CardDisputes.tsx';
import { CardPauses } from '../../features/admin/gateways/CardPauses.tsx';
import { OpenCancellations } from '../../features/admin/gateways/OpenCancellations.tsx';
import { Companies } from '../../features/admin/gateways/Companies.tsx';
import { OpenRefunds, Rejections, UnansweredPayments } from '../../features/admin/gateways/GatewayToDo.tsx';
import styles from '../../features/admin/gateways/gateways.module.css';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import editor from '../../ui/admin/editor.module.css';
import { classes } from '../../ui/classes.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const VIEWS = ['companies', 'unanswered', 'refunds', 'cancellations', 'rejections', 'pauses', 'disputes'] as const;

const SHOWN = {
  companies: Companies,
  unanswered: UnansweredPayments,
  refunds: OpenRefunds,
  cancellations: OpenCancellations,
  rejections: Rejections,
  pauses: CardPauses,
  disputes: CardDisputes,
};

/** The card companies: settings and health, what waits for the owner, and disputes. */
const Gateways = () => {
  const t = useText();
  const { get } = useListSearch();
  const view = VIEWS.find((known) => known === get('view')) ?? 'companies';
  const Shown = SHOWN[view];
  return (
    <Page width="wide">
      <PageTitle title={t('shell.gateways')} />
      <header className={editor.head}>
        <h1 className={classes(type.display, type.s46)}>{t('shell.gateways')}</h1>
      </header>
      <p className={editor.lead}>{t('gateways.lead')}</p>
      <div className={styles.tools}>
        <Tabs
          label={t('shell.gateways')}
          tabs={VIEWS.map((value) => ({
            to: value === 'companies' ? '/admin/settings/gateways' : `/admin/settings/gateways?view=${value}`,
            text: t(`gateways.view.${value}`),
            on: value === view,
          }))}
        />
      </div>
      <Shown />
    </Page>
  );
};

export default Gateways;
