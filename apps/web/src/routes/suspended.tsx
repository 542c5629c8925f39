import { PageTitle } from '../app/PageTitle.tsx';
import { SiteLogo } from '../app/SiteLogo.tsx';
import { useSession } from '../app/session.tsx';
import { Page } from '../app/shell/Columns.tsx';
import { useLogOut } from '../app/shell/use-menu.tsx';
import styles from '../features/account/account.module.css';
import { DataSection } from '../features/account/DataSection.tsx';
import { DeletionSection } from '../features/account/DeletionSection.tsx';
import { DebtCard } from '../features/wallet/DebtCard.tsx';
import { Beam } from '../ui/Beam.tsx';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { useText } from '../ui/text.ts';
import type from '../ui/type.module.css';

/** The page of a suspended account: the reason, contact, personal data, and log-out. */
const Suspended = () => {
  const t = useText();
  const user = useSession();
  const logOut = useLogOut();
  const reason = user?.suspension?.reason;
  return (
    <>
      <Beam />
      <Page width="wide">
        <PageTitle title={t('suspended.title')} />
        <div className={styles.suspendedLogo}>
          <SiteLogo />
        </div>
        <h1 className={classes(type.display, type.s46)}>{t('suspended.title')}</h1>
        {reason ? (
          <p className={type.after}>
            <b>{t(`people.suspension.${reason as 'other'}`)}</b> <bdi>{user.suspension?.note}</bdi>
          </p>
        ) : null}
        <p className={classes(type.quiet, type.after)}>{t('account.suspendedLead')}</p>
        {reason === 'chargebacks' ? <DebtCard returnTo="/suspended" /> : null}
        <div className={classes(styles.suspendedActs, type.after)}>
          <Button kind={reason === 'chargebacks' ? 'outline' : 'gold'} to="/contact">
            {t('suspended.contact')}
          </Button>
          <Button kind="outline" to="/account/decisions">
            {t('decisions.title')}
          </Button>
          <Button kind="outline" onClick={() => void logOut()}>
            {t('shell.logOut')}
          </Button>
        </div>
        <DataSection />
        <DeletionSection />
      </Page>
    </>
  );
};

export default Suspended;
