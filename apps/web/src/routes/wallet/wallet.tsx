import type { Call } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { callOf } from '../../app/context.server.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { PageTop } from '../../app/shell/PhoneBars.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { useCurrentUser } from '../../app/session.tsx';
import { DebtCard } from '../../features/wallet/DebtCard.tsx';
import { HistoryFile } from '../../features/wallet/HistoryFile.tsx';
import { loadMovements, Movements } from '../../features/wallet/Movements.tsx';
import { TopUpForm } from '../../features/wallet/TopUpForm.tsx';
import styles from '../../features/wallet/wallet.module.css';
import { Amount } from '../../ui/Amount.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import layout from '../../ui/layout.module.css';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import type { Route } from './+types/wallet.ts';

// With the page: what comes later would move what is below it.
const load = async (by: Call) => {
  const [packages, movements, debt] = await Promise.all([by('GET /wallet-package', {}), loadMovements(by), by('GET /payment/debt', {})]);
  return { packages, movements, debt };
};
export const loader = ({ context }: Route.LoaderArgs) => load(callOf(context));
export const clientLoader = () => load(call);

/** The wallet: balance, top-up, and all movements. */
const Wallet = ({ loaderData: { packages, movements, debt } }: Route.ComponentProps) => {
  const t = useText();
  const format = useFormat();
  const { balance } = useCurrentUser();
  return (
    <>
      <PageTop title={t('wallet.title')} back="/" />
      <Page>
        <PageTitle title={t('wallet.title')} />
        <h1 className={classes(type.display, type.s46, type.after, layout.desk)}>{t('wallet.title')}</h1>
        <Card pad="none" beam="cone" className={styles.balance}>
          <div className={type.label}>{t('wallet.balance')}</div>
          <div className={styles.sum}>
            <Amount tokens={balance} />
          </div>
        </Card>
        <DebtCard returnTo="/wallet" initial={debt} />
        <section className={styles.section} aria-labelledby="top-up">
          <div className={type.flexBetween}>
            <h2 id="top-up" className={type.heading}>
              {t('wallet.topUp')}
            </h2>
            <span className={classes(type.tiny, type.faint)}>{t('wallet.tokenIs', { money: format.worth(1) })}</span>
          </div>
          <TopUpForm initial={packages} />
        </section>
        <section className={styles.section} aria-labelledby="history">
          <div className={type.flexBetween}>
            <h2 id="history" className={classes(type.heading, type.after)}>
              {t('wallet.history')}
            </h2>
            <HistoryFile />
          </div>
          <Movements initial={movements} />
        </section>
      </Page>
    </>
  );
};

export default Wallet;
