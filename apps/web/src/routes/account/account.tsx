import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { PageTop } from '../../app/shell/PhoneBars.tsx';
import { AccountHero } from '../../features/account/AccountHero.tsx';
import { AgeSection } from '../../features/account/AgeSection.tsx';
import { DataSection } from '../../features/account/DataSection.tsx';
import { DecisionsSection } from '../../features/account/DecisionsSection.tsx';
import { DeletionSection } from '../../features/account/DeletionSection.tsx';
import { DevicesSection } from '../../features/account/DevicesSection.tsx';
import { HiddenSection } from '../../features/account/HiddenSection.tsx';
import { LimitsSection } from '../../features/account/LimitsSection.tsx';
import { LoginSection } from '../../features/account/LoginSection.tsx';
import { YouSection } from '../../features/account/YouSection.tsx';
import { ChoicesCard } from '../../features/notifications/ChoicesCard.tsx';
import { classes } from '../../ui/classes.ts';
import layout from '../../ui/layout.module.css';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** The account page: profile, log-in, devices, personal data, deletion. */
const Account = () => {
  const t = useText();
  return (
    <>
      <PageTop title={t('account.title')} back="/" />
      <Page width="wide">
        <PageTitle title={t('account.title')} />
        <h1 className={classes(type.display, type.s46, type.after, layout.desk)}>{t('account.title')}</h1>
        <AccountHero />
        <YouSection />
        <AgeSection />
        <LoginSection />
        <DevicesSection />
        <ChoicesCard />
        <HiddenSection />
        <LimitsSection />
        <DecisionsSection />
        <DataSection />
        <DeletionSection />
      </Page>
    </>
  );
};

export default Account;
