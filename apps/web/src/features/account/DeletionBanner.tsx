import { useSession } from '../../app/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './account.module.css';
import { useKeepAccount } from './DeletionSection.tsx';

/** On every page while the account waits to be erased: when, and the way back. */
const DeletionBanner = () => {
  const say = useText();
  const format = useFormat();
  const user = useSession();
  const { keep, busy } = useKeepAccount();
  if (!user?.deletesAt) return null;
  return (
    <div className={styles.banner} role="status">
      <span className={type.strong}>{say('account.deleteAsked', { date: format.date(user.deletesAt, 'dayYear', 'UTC') })}</span>
      <Button kind="lift" size="sm" busy={busy} onClick={() => void keep()}>
        {say('account.keepAccount')}
      </Button>
    </div>
  );
};

export default DeletionBanner;
