import type { OrderLine } from '@stagedoor/contract/orders';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { Amount } from '../../../ui/Amount.tsx';
import { classes } from '../../../ui/classes.ts';
import type { Column } from '../../../ui/table/column.ts';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

/** The columns of complaints. */
export const useComplaintColumns = (): readonly Column<OrderLine>[] => {
  const t = useText();
  return [
    {
      key: 'what',
      narrow: 'main',
      title: t('reports.about'),
      cell: (row) => (
        <span className={styles.personWords}>
          <span className={classes(type.strong, styles.cut)}>
            <bdi>{row.product.name}</bdi>
          </span>
          <span className={classes(type.tiny, type.faint)}>
            <bdi>{row.buyer?.name}</bdi> · <bdi>{row.seller?.name}</bdi>
          </span>
        </span>
      ),
    },
    { key: 'paid', narrow: 'end', number: true, title: t('orders.total'), cell: (row) => <Amount tokens={row.total} /> },
    {
      key: 'since',
      number: true,
      title: t('admin.applied'),
      cell: (row) => (row.complaint ? <TimeAgo instant={row.complaint.decidedAt ?? row.complaint.createdAt} /> : null),
    },
  ];
};
