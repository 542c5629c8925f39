import type { AdminSubscriptionRow } from '@stagedoor/contract/admin-subscriptions';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from '../../../ui/admin/money.module.css';
import { SubscriptionState, useRenewalText, useSubscriptionType } from './SubscriptionState.tsx';
import { PersonCell } from '../frame/PersonCell.tsx';

/** The columns of the list of subscriptions. */
export const useSubscriptionColumns = (): readonly Column<AdminSubscriptionRow>[] => {
  const t = useText();
  const format = useFormat();
  const typeText = useSubscriptionType();
  const renewalText = useRenewalText();
  return [
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
    { key: 'end', number: true, title: t('subs.paidUntil'), cell: (row) => format.periodDay(row.paidUntil) },
    { key: 'since', number: true, title: t('subs.since'), cell: (row) => format.date(row.startedAt, 'dayYear'), sortBy: 'startedAt' },
  ];
};
