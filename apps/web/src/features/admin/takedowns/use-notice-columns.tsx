import type { TakedownNotice } from '@stagedoor/contract/takedowns';
import { DueTime } from '../frame/DueFact.tsx';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import type { Column } from '../../../ui/table/column.ts';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

/** The columns of takedown notices. */
export const useNoticeColumns = (state: TakedownNotice['state']): readonly Column<TakedownNotice>[] => {
  const t = useText();
  return [
    {
      key: 'what',
      narrow: 'main',
      wrap: true,
      title: t('takedowns.about'),
      cell: (row) => (
        <span className={styles.personWords}>
          <span className={classes(type.strong, styles.headLine)}>{row.target?.title ?? row.url}</span>
          <span className={classes(type.tiny, type.faint)}>{row.reference}</span>
        </span>
      ),
    },
    {
      key: 'reason',
      narrow: 'end',
      title: t('people.reason'),
      cell: (row) => <Chip tone={row.reason === 'underage' ? 'bad' : 'plain'}>{t(`takedowns.reason.${row.reason}`)}</Chip>,
    },
    { key: 'from', title: t('takedowns.from'), cell: (row) => row.name || t('takedowns.nameless') },
    ...(state === 'open'
      ? [
          {
            key: 'due',
            number: true,
            title: t('admin.clock.due'),
            cell: (row: TakedownNotice) => <DueTime dueAt={row.dueAt} />,
          },
        ]
      : []),
    {
      key: 'since',
      number: true,
      title: t(state === 'open' ? 'admin.applied' : 'admin.decided'),
      cell: (row) => <TimeAgo instant={row.decidedAt ?? row.createdAt} />,
    },
  ];
};
