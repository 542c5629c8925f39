import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { PageTop } from '../../app/shell/PhoneBars.tsx';
import { AccountHero } from '../../features/account/AccountHero.tsx';
import { DataSection } from '../../features/account/DataSection.tsx';
import { DeletionSection } from '../../features/account/DeletionSection.tsx';
import { DevicesSection } from '../../features/account/DevicesSection.tsx';
import { LoginSection } from '../../features/account/LoginSection.tsx';
import { YouSection } from '../../features/account/YouSection.tsx';
import { classes } from '../../ui/classes.ts';
import layout from '../../ui/layout.module.css';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** The own account: who one is here, what opens it, where it is open, what is kept, and how to leave. */
const Account = () => {
  const say = useText();
  return (
    <>
      <PageTop title={say('account.title')} back="/" />
      <Page width="wide">
        <PageTitle title={say('account.title')} />
        <h1 className={classes(type.display, type.s46, type.after, layout.desk)}>{say('account.title')}</h1>
        <AccountHero />
        <YouSection />
        <LoginSection />
        <DevicesSection />
        <DataSection />
        <DeletionSection />
      </Page>
    </>
  );
};

export default Account;
