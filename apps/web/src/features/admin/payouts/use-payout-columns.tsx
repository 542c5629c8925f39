import type { AdminPayoutRow } from '@stagedoor/contract/admin-payouts';
import { useFormat } from '../../../ui/format.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { PersonCell } from '../frame/PersonCell.tsx';
import { PayoutStateChip } from '../../performer-area/payouts/payout-state.tsx';

/** The columns of the list of payouts. */
export const usePayoutColumns = (): readonly Column<AdminPayoutRow>[] => {
  const t = useText();
  const format = useFormat();
  return [
    { key: 'performer', narrow: 'main', title: t('subs.performer'), cell: (row) => <PersonCell person={row.performer} /> },
    { key: 'reference', title: t('payouts.csv.reference'), cell: (row) => row.reference },
    { key: 'to', title: t('payouts.csv.to'), cell: (row) => `${t(`payouts.method.${row.method}`)} ${row.destination}` },
    { key: 'state', title: t('money.state'), cell: (row) => <PayoutStateChip payout={row} /> },
    {
      key: 'amount',
      narrow: 'end',
      number: true,
      title: t('money.amount'),
      cell: (row) => <span className={type.num}>{format.money(row.amount)}</span>,
    },
    {
      key: 'when',
      number: true,
      title: t('payouts.csv.requested'),
      cell: (row) => format.date(row.createdAt, 'dayTime'),
      sortBy: 'createdAt',
    },
  ];
};
