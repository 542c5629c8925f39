import { NOTIFICATION_FILTERS, type NotificationFilter } from '@stagedoor/contract/notifications.values';
import { Link, useSearchParams } from 'react-router';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { PageTop } from '../../app/shell/PhoneBars.tsx';
import { ChoicesCard } from '../../features/notifications/ChoicesCard.tsx';
import { NotificationList } from '../../features/notifications/NotificationList.tsx';
import styles from '../../features/notifications/notifications.module.css';
import { useMarkRead } from '../../features/notifications/use-notifications.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import layout from '../../ui/layout.module.css';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const isFilter = (value: string | null): value is NotificationFilter =>
  (NOTIFICATION_FILTERS as readonly (string | null)[]).includes(value);

/** The own notifications, and how they arrive. */
const Notifications = () => {
  const t = useText();
  const [search] = useSearchParams();
  const wanted = search.get('filter');
  const filter = isFilter(wanted) ? wanted : 'all';
  const { markAll } = useMarkRead();
  return (
    <>
      <PageTop title={t('notifications.title')} back="/" />
      <Page width="wide">
        <PageTitle title={t('notifications.title')} />
        <div className={styles.page}>
          <section>
            <header className={styles.head}>
              <h1 className={classes(type.display, type.s46, layout.desk)}>{t('notifications.title')}</h1>
              <Button size="sm" onClick={() => void markAll()}>
                {t('notifications.markAll')}
              </Button>
            </header>
            <nav className={styles.filters} aria-label={t('notifications.filters')}>
              {NOTIFICATION_FILTERS.map((one) => (
                <Link
                  key={one}
                  to={one === 'all' ? '/notification' : `/notification?filter=${one}`}
                  replace
                  preventScrollReset
                  className={styles.filter}
                  aria-current={one === filter ? 'true' : undefined}
                >
                  {t(`notifications.filter.${one}`)}
                </Link>
              ))}
            </nav>
            <NotificationList filter={filter} />
          </section>
          <aside className={styles.aside}>
            <ChoicesCard />
          </aside>
        </div>
      </Page>
    </>
  );
};

export default Notifications;
