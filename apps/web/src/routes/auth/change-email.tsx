import { useEffect, useState } from 'react';
import { call } from '../../app/browser-call.ts';
import { useAction } from '../../app/data.ts';
import { useMailToken } from '../../app/mail-token.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { PublicPage } from '../../app/PublicPage.tsx';
import { useSession, useSessionStore } from '../../app/session.tsx';
import { AuthHeading } from '../../features/auth/AuthPanel.tsx';
import styles from '../../features/auth/AuthPanel.module.css';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';

/** The link in the mail to a new address: changes it automatically and says so. */
const ChangeEmail = () => {
  const t = useText();
  const store = useSessionStore();
  const user = useSession();
  const { run } = useAction('POST /verification/email-change');
  const token = useMailToken();
  const [state, setState] = useState<'working' | 'changed' | 'dead'>('working');
  useEffect(() => {
    if (!token) return;
    void run({ body: { token } }).then(async (answer) => {
      setState((before) => (answer ? 'changed' : before === 'changed' ? before : 'dead'));
      if (answer && store.get()) store.set(await call('GET /users/me'));
    });
  }, [token, run, store]);
  const words = {
    working: ['auth.changingEmail', 'auth.verifying'],
    changed: ['auth.emailChanged', 'auth.emailChangedLead'],
    dead: ['auth.linkDead', 'auth.changeDeadLead'],
  } as const;
  const [title, lead] = words[token ? state : 'dead'];
  return (
    <PublicPage>
      <PageTitle title={t(title)} />
      <AuthHeading title={t(title)} lead={t(lead)} />
      <div className={styles.form}>
        {state === 'working' ? (
          <Skeleton height={52} width="100%" />
        ) : (
          <Button kind="gold" size="lg" wide to={user ? '/account' : '/auth/login?returnTo=%2Faccount'}>
            {t(user ? 'auth.toAccount' : 'auth.logIn')}
          </Button>
        )}
      </div>
    </PublicPage>
  );
};

export default ChangeEmail;
