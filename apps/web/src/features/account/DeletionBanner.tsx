import { useSession } from '../../app/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './account.module.css';
import { useCancelDeletion } from './DeletionSection.tsx';

/** Shown on every page while a deletion is scheduled: its date, and a button to cancel it. */
const DeletionBanner = () => {
  const t = useText();
  const format = useFormat();
  const user = useSession();
  const { keep, busy } = useCancelDeletion();
  if (!user?.deletesAt) return null;
  return (
    <div className={styles.banner} role="status">
      <span className={type.strong}>{t('account.deleteAsked', { date: format.periodDay(user.deletesAt) })}</span>
      <Button kind="lift" size="sm" busy={busy} onClick={() => void keep()}>
        {t('account.keepAccount')}
      </Button>
    </div>
  );
};

export default DeletionBanner;
