import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';
import { call } from '../browser-call.ts';
import { isOfAdmin, safeReturn, TO_ADMIN } from '../guard.ts';
import { useSession } from '../session.tsx';
import styles from './overlays.module.css';

/** Shows that an admin acts as this account, with a way to stop: back to the account, or to the page of the administration asked for. */
export const ActingBanner = () => {
  const t = useText();
  const user = useSession();
  const [busy, setBusy] = useState(false);
  const [search] = useSearchParams();
  if (!user?.actingAdmin) return null;
  const asked = safeReturn(search.get(TO_ADMIN));
  const wanted = asked && isOfAdmin(asked.split(/[?#]/)[0]!) ? asked : null;
  const stop = async () => {
    setBusy(true);
    const answer = await call('POST /auth/stop-acting').catch(() => undefined);
    // Full navigation: none of the account's data may stay in memory.
    location.assign(wanted ?? (answer ? `/admin/users?id=${answer.accountId}` : '/admin'));
  };
  return (
    <div className={styles.acting} role="status">
      <p>{t(wanted ? 'acting.toAdmin' : 'acting.text', { name: user.name })}</p>
      <Button kind="outline" size="sm" busy={busy} onClick={() => void stop()}>
        {t(wanted ? 'acting.stopAndOpen' : 'acting.stop')}
      </Button>
    </div>
  );
};
