import { IconAlertTriangle } from '@tabler/icons-react';
import { useLocation } from 'react-router';
import { useData } from '../../../app/data.ts';
import { useSession } from '../../../app/session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useText } from '../../../ui/text.ts';
import styles from './restore.module.css';
import { useSiteTime } from './use-site-time.ts';

/** Says on each page of the administration that the site waits for an owner to confirm its restore. */
const RestoreBanner = () => {
  const t = useText();
  const siteTime = useSiteTime();
  const user = useSession();
  const { pathname } = useLocation();
  const { data } = useData('GET /admin/restore/state', {}, { refetchInterval: 60_000 });
  if (!data?.recoveredUntil) return null;
  const isOwner = user?.permissions.includes('admins') === true;
  return (
    <div className={styles.banner} role="status">
      <span className={styles.bannerText}>
        <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
        {t('restore.banner', { until: siteTime(data.recoveredUntil) })} {isOwner ? '' : t('restore.ownerOnly')}
      </span>
      {isOwner && pathname !== '/admin/restore' ? (
        <Button size="sm" kind="outline" to="/admin/restore">
          {t('restore.open')}
        </Button>
      ) : null}
    </div>
  );
};

export default RestoreBanner;
