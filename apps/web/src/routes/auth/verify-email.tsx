import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAction } from '../../app/data.ts';
import { useMailToken } from '../../app/mail-token.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { PublicPage } from '../../app/PublicPage.tsx';
import { useSession, useSessionStore } from '../../app/session.tsx';
import { AuthHeading } from '../../features/auth/AuthPanel.tsx';
import styles from '../../features/auth/AuthPanel.module.css';
import { ResendVerification } from '../../features/auth/VerifyAddress.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';

/** The link in the verification mail: verifies automatically and continues; an expired link offers a new one. */
const VerifyEmail = () => {
  const t = useText();
  const navigate = useNavigate();
  const store = useSessionStore();
  const user = useSession();
  const confirm = useAction('POST /verification/confirm');
  const token = useMailToken();
  const [isRefused, setRefused] = useState(false);
  const failed = isRefused || token === '';
  const { run } = confirm;
  useEffect(() => {
    if (!token) return;
    void run({ body: { token } }).then(async (answer) => {
      if (!answer) return setRefused(true);
      store.update({ emailVerified: true });
      return navigate('/auth/email-verified-success', { replace: true });
    });
  }, [token, run, navigate, store]);
  return (
    <PublicPage>
      <PageTitle title={t('auth.verifyTitle')} />
      {failed ? (
        <>
          <AuthHeading
            title={t(token ? 'auth.linkDead' : 'auth.verifyAddress')}
            lead={user ? t('auth.verifySendTo', { email: user.email }) : t('auth.verifyDeadLead')}
          />
          <ResendVerification email={user?.email} />
        </>
      ) : (
        <>
          <AuthHeading title={t('auth.verifyTitle')} lead={t('auth.verifying')} />
          <div className={styles.form}>
            <Skeleton height={52} width="100%" />
          </div>
        </>
      )}
    </PublicPage>
  );
};

export default VerifyEmail;
