import { PageTitle } from '../app/PageTitle.tsx';
import { PublicPage } from '../app/PublicPage.tsx';
import styles from '../app/PublicPage.module.css';
import { useSession } from '../app/session.tsx';
import { useLogOut } from '../app/shell/use-menu.tsx';
import { Button } from '../ui/Button.tsx';
import { useText } from '../ui/text.ts';

/** What a suspended account sees of the site: why, and whom to ask. */
const Suspended = () => {
  const say = useText();
  const user = useSession();
  const logOut = useLogOut();
  const reason = user?.suspension?.reason;
  return (
    <PublicPage wide>
      <PageTitle title={say('suspended.title')} />
      <h1 className={styles.big}>{say('suspended.title')}</h1>
      {reason ? <p className={styles.text}>{say(`people.suspension.${reason as 'other'}`)}</p> : null}
      {user?.suspension?.note ? <p className={styles.text}>{user.suspension.note}</p> : null}
      <div className={styles.acts}>
        <Button kind="gold" to="/contact">
          {say('suspended.contact')}
        </Button>
        <Button kind="outline" onClick={() => void logOut()}>
          {say('shell.logOut')}
        </Button>
      </div>
    </PublicPage>
  );
};

export default Suspended;
