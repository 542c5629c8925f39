import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { SiteLogo } from '../../app/SiteLogo.tsx';
import styles from '../../features/account/account.module.css';
import { DataSection } from '../../features/account/DataSection.tsx';
import { DeletionSection } from '../../features/account/DeletionSection.tsx';
import { classes } from '../../ui/classes.ts';
import { Beam } from '../../ui/Beam.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** What is left to whoever is suspended: the own data, and the way out. Reached by logging in. */
const Suspended = () => {
  const say = useText();
  return (
    <>
      <Beam />
      <div className={styles.alone}>
        <Page width="wide">
          <PageTitle title={say('account.suspendedTitle')} />
          <header className={styles.aloneHead}>
            <SiteLogo />
          </header>
          <h1 className={classes(type.display, type.s46, type.after)}>{say('account.suspendedTitle')}</h1>
          <p className={classes(type.quiet, type.after)}>{say('account.suspendedLead')}</p>
          <DataSection />
          <DeletionSection />
        </Page>
      </div>
    </>
  );
};

export default Suspended;
