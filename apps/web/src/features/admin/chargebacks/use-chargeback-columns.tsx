import type { ChargebackRow } from '@stagedoor/contract/admin-money';
import { PersonCell } from '../frame/PersonCell.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

/** The columns of chargebacks. */
export const useChargebackColumns = (): readonly Column<ChargebackRow>[] => {
  const t = useText();
  const format = useFormat();
  return [
    {
      key: 'buyer',
      narrow: 'main',
      title: t('money.buyer'),
      cell: (row) => (row.buyer ? <PersonCell person={row.buyer} line={t(`money.orderKind.${row.kind}`)} /> : '–'),
    },
    {
      key: 'amount',
      narrow: 'end',
      number: true,
      title: t('money.amount'),
      cell: (row) => <span className={type.num}>{format.money(row.money)}</span>,
    },
    { key: 'owed', number: true, title: t('money.owed'), cell: (row) => (row.owed > 0 ? format.money(row.owed) : '–') },
    {
      key: 'state',
      title: t('money.account'),
      cell: (row) =>
        row.isFrozen ? (
          <Chip size="sm" tone="bad">
            {t('money.frozen')}
          </Chip>
        ) : null,
    },
    { key: 'when', number: true, title: t('money.when'), cell: (row) => format.date(row.at, 'dayTime') },
  ];
};
