import type { AdminReport } from '@stagedoor/contract/reports';
import { DueTime } from '../frame/DueFact.tsx';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import type { Column } from '../../../ui/table/column.ts';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

/** The columns of the list of reports; decided ones say when they were decided. */
export const useReportColumns = (isDecided: boolean): readonly Column<AdminReport>[] => {
  const t = useText();
  return [
    {
      key: 'what',
      narrow: 'main',
      wrap: true,
      title: t('reports.about'),
      cell: (row) => (
        <span className={styles.personWords}>
          <span className={type.strong}>{row.object.title || t(`reports.kind.${row.object.kind}`)}</span>
          <span className={classes(type.tiny, type.faint)}>
            {t(`reports.kind.${row.object.kind}`)} · <bdi>{row.owner.name}</bdi>
          </span>
        </span>
      ),
    },
    {
      key: 'reason',
      narrow: 'end',
      title: t('people.reason'),
      cell: (row) => <Chip tone={row.reason === 'underage' ? 'bad' : 'plain'}>{t(`takedowns.reason.${row.reason}`)}</Chip>,
    },
    ...(isDecided
      ? [
          {
            key: 'decided',
            number: true,
            title: t('admin.decided'),
            cell: (row: AdminReport) => (row.decidedAt ? <TimeAgo instant={row.decidedAt} /> : '–'),
          },
        ]
      : []),
    ...(isDecided
      ? []
      : [
          {
            key: 'due',
            number: true,
            title: t('admin.clock.due'),
            cell: (row: AdminReport) => <DueTime dueAt={row.dueAt} />,
          },
        ]),
    { key: 'since', number: true, title: t('admin.applied'), cell: (row) => <TimeAgo instant={row.createdAt} />, sortBy: 'createdAt' },
  ];
};
