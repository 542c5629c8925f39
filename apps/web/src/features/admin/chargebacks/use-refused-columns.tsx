import type { RefusedEvent } from '@stagedoor/contract/admin-money';
import styles from '../../../ui/admin/money.module.css';
import { RefusalReasonChip, useStatedAmount } from '../orders/RefusedEventPane.tsx';
import { classes } from '../../../ui/classes.ts';
import type { Column } from '../../../ui/table/column.ts';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

/** The columns of refused statements. */
export const useRefusedColumns = (): readonly Column<RefusedEvent>[] => {
  const t = useText();
  const format = useFormat();
  const statedAmount = useStatedAmount();
  return [
    {
      key: 'event',
      narrow: 'main',
      title: t('money.statement'),
      cell: (row) => (
        <span className={styles.twoLines}>
          <span className={type.strong}>{t(`money.event.${row.event as 'approved'}`)}</span>
          <span className={classes(type.tiny, type.faint)}>{row.paymentId ?? row.subscriptionId ?? row.gateway}</span>
        </span>
      ),
    },
    { key: 'why', narrow: 'end', title: t('money.state'), cell: (row) => <RefusalReasonChip event={row} /> },
    { key: 'amount', number: true, title: t('money.said'), cell: (row) => <span className={type.num}>{statedAmount(row)}</span> },
    { key: 'when', number: true, title: t('money.when'), cell: (row) => format.date(row.at, 'dayTime') },
  ];
};
