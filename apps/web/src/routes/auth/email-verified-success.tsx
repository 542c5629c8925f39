import { IconMailCheck } from '@tabler/icons-react';
import { landingOf } from '../../app/guard.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { PublicPage } from '../../app/PublicPage.tsx';
import { useSession } from '../../app/session.tsx';
import { DoorHead } from '../../features/auth/FrontDoor.tsx';
import styles from '../../features/auth/FrontDoor.module.css';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';

const EmailVerifiedSuccess = () => {
  const say = useText();
  const user = useSession();
  return (
    <PublicPage>
      <PageTitle title={say('auth.verifiedTitle')} />
      <span className={styles.mark}>
        <IconMailCheck size={26} stroke={1.75} aria-hidden="true" />
      </span>
      <DoorHead title={say('auth.verifiedTitle')} lead={say('auth.verifiedLead')} />
      <div className={styles.form}>
        <Button kind="gold" size="lg" wide to={user ? landingOf(user) : '/auth/login'}>
          {say(user ? 'auth.goOn' : 'auth.logIn')}
        </Button>
      </div>
    </PublicPage>
  );
};

export default EmailVerifiedSuccess;
