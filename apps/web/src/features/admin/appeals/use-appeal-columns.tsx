import type { AdminObjection } from '@stagedoor/contract/restrictions';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import type { Column } from '../../../ui/table/column.ts';
import { DueTime } from '../frame/DueFact.tsx';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

/** The columns of appeals and complaints; open ones say when they are due. */
export const useAppealColumns = (isDecided: boolean): readonly Column<AdminObjection>[] => {
  const t = useText();
  return [
    {
      key: 'what',
      narrow: 'main',
      wrap: true,
      title: t('reports.about'),
      cell: (row) => (
        <span className={styles.personWords}>
          <span className={type.strong}>{row.object?.title || row.reference}</span>
          <span className={classes(type.tiny, type.faint)}>
            {row.object ? t(`reports.kind.${row.object.kind}`) : row.reference} · <bdi>{row.by?.name ?? t('admin.appeals.visitor')}</bdi>
          </span>
        </span>
      ),
    },
    {
      key: 'kind',
      narrow: 'end',
      title: t('admin.appeals.type'),
      cell: (row) => <Chip>{t(`admin.appeals.kind.${row.kind}`)}</Chip>,
    },
    ...(isDecided
      ? []
      : [
          {
            key: 'due',
            number: true,
            title: t('admin.clock.due'),
            cell: (row: AdminObjection) => <DueTime dueAt={row.dueAt} />,
          },
        ]),
    {
      key: 'since',
      number: true,
      title: t('admin.applied'),
      cell: (row) => <TimeAgo instant={row.decidedAt ?? row.createdAt} />,
    },
  ];
};
