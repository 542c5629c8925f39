import { useQueryClient } from '@tanstack/react-query';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { BankCard, CurrentBankAccount, type PayoutDetails } from '../../features/performer-area/account/BankCard.tsx';
import { PaypalCard } from '../../features/performer-area/account/GatewayCards.tsx';
import styles from '../../features/performer-area/account/account.module.css';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** Where payouts go: a bank account, PayPal, or both. */
const Banking = () => {
  const t = useText();
  const client = useQueryClient();
  const details = useData('GET /performers/payout-details', {});
  const own = useData('GET /performers/me', {});
  const onChange = (answer: PayoutDetails) => client.setQueryData(['GET /performers/payout-details', {}], answer);
  return (
    <Page>
      <PageTitle title={t('profiles.banking')} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>{t('profiles.banking')}</h1>
      </header>
      {details.data && own.data ? (
        <div className={styles.stack}>
          {details.data.banking ? (
            <CurrentBankAccount banking={details.data.banking} />
          ) : (
            <Empty title={t('profiles.bankNone')} text={t('profiles.bankNoneText')} />
          )}
          <BankCard known={details.data.banking !== null} country={details.data.banking?.country ?? own.data.country} onChange={onChange} />
          <PaypalCard details={details.data} onChange={onChange} />
        </div>
      ) : (
        <Pending of={details}>
          <RowsSkeleton rows={4} />
        </Pending>
      )}
    </Page>
  );
};

export default Banking;
