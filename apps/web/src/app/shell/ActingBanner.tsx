import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';
import { call } from '../browser-call.ts';
import { useSession } from '../session.tsx';
import styles from './overlays.module.css';

/** Says that an admin looks at the site as someone else does, and leads back. */
export const ActingBanner = () => {
  const say = useText();
  const user = useSession();
  const [busy, setBusy] = useState(false);
  if (!user?.actingAdmin) return null;
  const stop = async () => {
    setBusy(true);
    const answer = await call('POST /auth/stop-acting').catch(() => undefined);
    // The whole page is left: nothing of the other's may stay in memory.
    location.assign(answer ? `/admin/users?id=${answer.accountId}` : '/admin');
  };
  return (
    <div className={styles.acting} role="status">
      <span>{say('acting.text', { name: user.name })}</span>
      <Button kind="outline" size="sm" busy={busy} onClick={() => void stop()}>
        {say('acting.stop')}
      </Button>
    </div>
  );
};
