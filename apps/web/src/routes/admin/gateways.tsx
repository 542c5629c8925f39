import type { GatewayCard } from '@stagedoor/contract/admin-gateways';
import { useQueryClient } from '@tanstack/react-query';
import { useAction, useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { useCurrentUser } from '../../app/session.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { GatewayPanel } from '../../features/admin/gateways/GatewayPanel.tsx';
import { OpenRefunds, Rejections, UnansweredPayments } from '../../features/admin/gateways/GatewayToDo.tsx';
import { SchemeDuties } from '../../features/admin/gateways/SchemeDuties.tsx';
import styles from '../../features/admin/gateways/gateways.module.css';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import editor from '../../ui/admin/editor.module.css';
import { classes } from '../../ui/classes.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const VIEWS = ['companies', 'unanswered', 'refunds', 'rejections', 'duties'] as const;

/** The card companies in the order in which buyers are offered them. */
const Companies = () => {
  const cards = useData('GET /admin/gateways', {});
  const order = useAction('PUT /admin/gateway-order');
  const client = useQueryClient();
  const mayChange = useCurrentUser().permissions.includes('settings');
  const refresh = () => void client.invalidateQueries({ queryKey: ['GET /admin/gateways'] });
  if (!cards.data)
    return (
      <Pending of={cards}>
        <RowsSkeleton rows={6} size={48} />
      </Pending>
    );
  const list: readonly GatewayCard[] = cards.data.data;
  const swap = (index: number, other: number) => {
    if (!list[index] || !list[other]) return null;
    return async () => {
      const names = list.map(({ name }) => name);
      [names[index], names[other]] = [names[other]!, names[index]!];
      if (await order.run({ body: { names } })) refresh();
    };
  };
  return (
    <div className={styles.stack}>
      {list.map((card, index) => (
        <GatewayPanel
          key={card.name}
          card={card}
          mayChange={mayChange}
          onUp={swap(index, index - 1)}
          onDown={swap(index, index + 1)}
          onChanged={refresh}
        />
      ))}
    </div>
  );
};

const SHOWN = { companies: Companies, unanswered: UnansweredPayments, refunds: OpenRefunds, rejections: Rejections, duties: SchemeDuties };

/** The card companies: settings and health, what waits for the owner, and the card schemes' duties. */
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
