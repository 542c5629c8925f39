import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';
import { call } from '../browser-call.ts';
import { useSession } from '../session.tsx';
import styles from './overlays.module.css';

/** Shows that an admin acts as this account, with a way to stop. */
export const ActingBanner = () => {
  const t = useText();
  const user = useSession();
  const [busy, setBusy] = useState(false);
  if (!user?.actingAdmin) return null;
  const stop = async () => {
    setBusy(true);
    const answer = await call('POST /auth/stop-acting').catch(() => undefined);
    // Full navigation: none of the account's data may stay in memory.
    location.assign(answer ? `/admin/users?id=${answer.accountId}` : '/admin');
  };
  return (
    <div className={styles.acting} role="status">
      <span>{t('acting.text', { name: user.name })}</span>
      <Button kind="outline" size="sm" busy={busy} onClick={() => void stop()}>
        {t('acting.stop')}
      </Button>
    </div>
  );
};
