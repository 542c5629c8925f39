import type { AdminOrderRow } from '@stagedoor/contract/admin-money';
import { useFormat } from '../../../ui/format.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { OrderStateChip } from './order-state.tsx';
import { PersonCell } from '../frame/PersonCell.tsx';

/** The columns of the list of orders. */
export const useOrderColumns = (): readonly Column<AdminOrderRow>[] => {
  const t = useText();
  const format = useFormat();
  return [
    {
      key: 'buyer',
      narrow: 'main',
      title: t('money.buyer'),
      cell: (row) => (row.buyer ? <PersonCell person={row.buyer} line={t(`money.orderKind.${row.kind}`)} /> : '–'),
    },
    { key: 'seller', title: t('money.seller'), cell: (row) => (row.seller ? <bdi>@{row.seller.username}</bdi> : t('money.site')) },
    { key: 'state', title: t('money.state'), cell: (row) => <OrderStateChip state={row.state} /> },
    {
      key: 'amount',
      narrow: 'end',
      number: true,
      title: t('money.amount'),
      cell: (row) => <span className={type.num}>{format.money(row.money)}</span>,
    },
    { key: 'when', number: true, title: t('money.when'), cell: (row) => format.date(row.createdAt, 'dayTime'), sortBy: 'createdAt' },
  ];
};
