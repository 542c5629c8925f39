import { IconMailCheck } from '@tabler/icons-react';
import { landingPath } from '../../app/guard.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { PublicPage } from '../../app/PublicPage.tsx';
import { useSession } from '../../app/session.tsx';
import { AuthHeading } from '../../features/auth/AuthPanel.tsx';
import styles from '../../features/auth/AuthPanel.module.css';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';

const EmailVerifiedSuccess = () => {
  const t = useText();
  const user = useSession();
  return (
    <PublicPage>
      <PageTitle title={t('auth.verifiedTitle')} />
      <span className={styles.mark}>
        <IconMailCheck size={26} stroke={1.75} aria-hidden="true" />
      </span>
      <AuthHeading title={t('auth.verifiedTitle')} lead={t('auth.verifiedLead')} />
      <div className={styles.form}>
        <Button kind="gold" size="lg" wide to={user ? landingPath(user) : '/auth/login'}>
          {t(user ? 'auth.goOn' : 'auth.logIn')}
        </Button>
      </div>
    </PublicPage>
  );
};

export default EmailVerifiedSuccess;
