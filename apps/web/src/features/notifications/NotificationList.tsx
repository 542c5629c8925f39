import type { NotificationFilter } from '@stagedoor/contract/notifications.values';
import { useSiteTime } from '../../app/site-time.ts';
import { Pending } from '../../app/Pending.tsx';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { byDay, type Day } from './days.ts';
import { NotificationRow } from './NotificationRow.tsx';
import styles from './notifications.module.css';
import { useMarkRead, useNotifications } from './use-notifications.ts';

/** The own notifications by day, twelve more at a press. */
export const NotificationList = ({ filter }: { filter: NotificationFilter }) => {
  const t = useText();
  const format = useFormat();
  const now = useSiteTime();
  const list = useNotifications(filter);
  const { markOne } = useMarkRead();
  const titleOf = ({ is, instant }: Day): string => (is === 'earlier' ? format.date(instant, 'weekday') : t(`notifications.${is}`));
  if (!list.rows)
    return (
      <Pending of={list}>
        <RowsSkeleton rows={6} size={52} />
      </Pending>
    );
  if (list.rows.length === 0)
    return filter === 'all' ? (
      <Empty
        title={t('notifications.none')}
        text={t('notifications.noneText')}
        action={
          <Button kind="gold" to="/discover">
            {t('home.lookAround')}
          </Button>
        }
      />
    ) : (
      <Empty title={t(filter === 'unread' ? 'notifications.allRead' : 'notifications.noneHere')} />
    );
  return (
    <>
      {byDay(list.rows, new Date(now)).map((day) => (
        <section key={day.instant}>
          <h2 className={styles.day}>{titleOf(day)}</h2>
          <ul className={styles.rows}>
            {day.rows.map((row) => (
              <NotificationRow key={row._id} row={row} onOpen={markOne} />
            ))}
          </ul>
        </section>
      ))}
      {list.isFetchNextPageError ? (
        <Pending of={{ error: list.error, refetch: list.fetchNextPage }}>{null}</Pending>
      ) : list.hasNextPage ? (
        <div className={styles.more}>
          <Button kind="outline" wide busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('notifications.more', { count: list.left })}
          </Button>
        </div>
      ) : null}
    </>
  );
};
