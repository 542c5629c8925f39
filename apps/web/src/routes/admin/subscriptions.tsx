import type { AdminSubscriptionRow } from '@stagedoor/contract/admin-subscriptions';
import { useListData } from '../../app/data.ts';
import admin from '../../ui/admin/list-and-pane.module.css';
import { ListAndPane } from '../../features/admin/ListAndPane.tsx';
import { FilterSwitch } from '../../features/admin/ListFilters.tsx';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { PersonCell } from '../../features/admin/PersonCell.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { MoveClock } from '../../features/money/MoveClock.tsx';
import styles from '../../features/money/money.module.css';
import { SubscriptionPane } from '../../features/money/SubscriptionPane.tsx';
import { SubscriptionState, useRenewalText, useSubscriptionType } from '../../features/money/SubscriptionState.tsx';
import { classes } from '../../ui/classes.ts';
import type { Column } from '../../ui/table/column.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const LIMIT = 25;
const STATES = ['active', 'grace', 'cancelled', 'ended'] as const satisfies readonly AdminSubscriptionRow['state'][];
const TYPES = ['monthly', 'yearly', 'free'] as const satisfies readonly AdminSubscriptionRow['type'][];
const RENEWALS = ['wallet', 'card', 'nothing'] as const;

/** All subscriptions, with the selected one beside them. */
const Subscriptions = () => {
  const t = useText();
  const format = useFormat();
  const typeText = useSubscriptionType();
  const renewalText = useRenewalText();
  const { get, offset, change } = useListSearch();
  const q = get('q') ?? '';
  const state = STATES.find((known) => known === get('state'));
  const kind = TYPES.find((known) => known === get('type'));
  const renewsBy = RENEWALS.find((known) => known === get('renewsBy'));
  const subscriptions = useListData('GET /admin/subscriptions', {
    query: {
      limit: LIMIT,
      offset,
      ...(q ? { q } : {}),
      ...(state ? { state } : {}),
      ...(kind ? { type: kind } : {}),
      ...(renewsBy ? { renewsBy } : {}),
    },
  });
  const columns: readonly Column<AdminSubscriptionRow>[] = [
    {
      key: 'fan',
      narrow: 'main',
      title: t('subs.fan'),
      cell: (row) => <PersonCell person={row.fan} line={`${typeText(row)} · @${row.performer.username}`} />,
    },
    { key: 'state', narrow: 'end', title: t('money.state'), cell: (row) => <SubscriptionState state={row.state} /> },
    {
      key: 'price',
      number: true,
      title: t('subs.price'),
      cell: (row) => <span className={type.num}>{row.type === 'free' ? '–' : format.money(row.money)}</span>,
    },
    {
      key: 'renewal',
      title: t('subs.renewal'),
      cell: (row) =>
        row.state === 'ended' ? (
          '–'
        ) : (
          <span className={classes(styles.twoLines, styles.inLine)}>
            <span>{renewalText(row)}</span>
            {row.renewsAt ? <span className={classes(type.tiny, type.faint)}>{format.date(row.renewsAt, 'dayTime')}</span> : null}
          </span>
        ),
    },
    {
      key: 'end',
      number: true,
      title: t('subs.paidUntil'),
      cell: (row) => format.periodDay(row.paidUntil),
    },
  ];
  return (
    <ListAndPane
      title={t('shell.subscriptions')}
      head={<MoveClock />}
      tools={
        <div className={styles.tools}>
          <ListSearch label={t('subs.search')} />
          <div className={styles.choices}>
            <SelectField
              label={t('subs.type')}
              placeholder={t('subs.anyType')}
              value={kind ?? ''}
              choices={TYPES.map((value) => ({ value, text: t(`subs.type.${value}`) }))}
              onChange={(event) => change({ type: event.currentTarget.value || null, offset: null })}
            />
            <SelectField
              label={t('subs.renewal')}
              placeholder={t('subs.anyRenewal')}
              value={renewsBy ?? ''}
              choices={RENEWALS.map((value) => ({ value, text: t(`subs.renewsBy.${value}`) }))}
              onChange={(event) => change({ renewsBy: event.currentTarget.value || null, offset: null })}
            />
          </div>
          <div className={admin.filters}>
            {STATES.map((choice) => (
              <FilterSwitch key={choice} name="state" value={choice} text={t(`subs.state.${choice}`)} />
            ))}
          </div>
        </div>
      }
      list={subscriptions}
      columns={columns}
      empty={{ title: t('subs.none'), text: t('money.noOrdersText') }}
      limit={LIMIT}
      pane={({ id, onBack }) => <SubscriptionPane key={id} id={id} onBack={onBack} />}
    />
  );
};

export default Subscriptions;
