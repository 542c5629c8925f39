import { PageTitle } from '../app/PageTitle.tsx';
import { SiteLogo } from '../app/SiteLogo.tsx';
import { useSession } from '../app/session.tsx';
import { Page } from '../app/shell/Columns.tsx';
import { useLogOut } from '../app/shell/use-menu.tsx';
import styles from '../features/account/account.module.css';
import { DataSection } from '../features/account/DataSection.tsx';
import { DeletionSection } from '../features/account/DeletionSection.tsx';
import { Beam } from '../ui/Beam.tsx';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { useText } from '../ui/text.ts';
import type from '../ui/type.module.css';

/** What is left to whoever is suspended: why, whom to ask, the own data, and the way out. */
const Suspended = () => {
  const say = useText();
  const user = useSession();
  const logOut = useLogOut();
  const reason = user?.suspension?.reason;
  return (
    <>
      <Beam />
      <Page width="wide">
        <PageTitle title={say('suspended.title')} />
        <div className={styles.suspendedLogo}>
          <SiteLogo />
        </div>
        <h1 className={classes(type.display, type.s46)}>{say('suspended.title')}</h1>
        {reason ? (
          <p className={type.after}>
            <b>{say(`people.suspension.${reason as 'other'}`)}</b> {user.suspension?.note}
          </p>
        ) : null}
        <p className={classes(type.quiet, type.after)}>{say('account.suspendedLead')}</p>
        <div className={classes(styles.suspendedActs, type.after)}>
          <Button kind="gold" to="/contact">
            {say('suspended.contact')}
          </Button>
          <Button kind="outline" onClick={() => void logOut()}>
            {say('shell.logOut')}
          </Button>
        </div>
        <DataSection />
        <DeletionSection />
      </Page>
    </>
  );
};

export default Suspended;
