import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { Card } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

/** A figure of the overview. */
export const Tile = ({
  label,
  figure,
  tone,
  children,
  beam,
  to,
}: {
  label: string;
  figure: ReactNode;
  tone?: 'ok' | 'bad' | 'warn';
  children?: ReactNode;
  beam?: boolean;
  /** The list behind the figure, for those who may open it. */
  to?: string | undefined;
}) => {
  const tile = (
    <Card pad="lg" {...(beam ? { beam: 'cone' as const } : {})}>
      <div className={styles.tile}>
        <span className={classes(type.label, type.flexBetween)}>
          {label}
          {to ? <IconChevronRight size={18} stroke={1.75} aria-hidden="true" /> : null}
        </span>
        <span className={classes(type.num, styles.figure, tone && styles[tone])}>{figure}</span>
        {children ? <span className={classes(type.small, type.quiet)}>{children}</span> : null}
      </div>
    </Card>
  );
  return to ? (
    <Link to={to} className={styles.tileLink}>
      {tile}
    </Link>
  ) : (
    tile
  );
};

/** A queue: number of entries, the oldest, and a link. */
export const QueueTile = ({
  label,
  queue,
  to,
  may,
  beam,
}: {
  label: string;
  queue: { waiting: number; oldestWaitingAt: string | null };
  to: string;
  may: boolean;
  beam?: boolean;
}) => {
  const t = useText();
  const format = useFormat();
  return (
    <Tile
      label={label}
      to={may ? to : undefined}
      figure={format.count(queue.waiting)}
      {...(beam ? { beam } : {})}
      {...(queue.waiting > 0 ? { tone: 'warn' as const } : {})}
    >
      {queue.oldestWaitingAt ? (
        <>
          {t('admin.oldest')}: <TimeAgo instant={queue.oldestWaitingAt} />
        </>
      ) : (
        t('admin.nothingWaits')
      )}
    </Tile>
  );
};
