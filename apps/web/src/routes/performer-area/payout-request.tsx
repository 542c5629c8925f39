import { IconBuildingBank } from '@tabler/icons-react';
import { useState } from 'react';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { MonthlyStatements } from '../../features/performer-area/payouts/MonthlyStatements.tsx';
import { PayoutHistory } from '../../features/performer-area/payouts/PayoutHistory.tsx';
import { AvailableTile, HeldTile, NextTile } from '../../features/performer-area/payouts/PayoutTiles.tsx';
import { RequestSheet } from '../../features/performer-area/payouts/RequestSheet.tsx';
import { StatementCard } from '../../features/performer-area/payouts/StatementCard.tsx';
import styles from '../../features/performer-area/payouts/payouts.module.css';
import { type Payout, usePayoutsChanged, usePending, useQuote } from '../../features/performer-area/payouts/use-payouts.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { TilesSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** Payouts: what is available, what is on its way, what was paid. */
const PayoutRequest = () => {
  const t = useText();
  const quote = useQuote();
  const pending = usePending();
  const held = useData('GET /payout-requests/held', {});
  const earned = useData('GET /earning/stats', { query: {} });
  const details = useData('GET /performers/payout-details', {});
  const paid = useData('GET /payout-requests/search', { query: { limit: 1, state: 'paid' } });
  const changed = usePayoutsChanged();
  // What the sheet is for: a new payout, or the change of one.
  const [asking, setAsking] = useState<{ payout: Payout | null } | null>(null);
  const last = paid.data?.data[0];
  const done = async () => {
    setAsking(null);
    await changed();
  };
  return (
    <Page width="wide">
      <PageTitle title={t('shell.payouts')} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>{t('shell.payouts')}</h1>
        <Button kind="outline" to="/model/banking" icon={<IconBuildingBank size={20} stroke={1.75} />}>
          {t('payouts.details')}
        </Button>
      </header>
      {quote.data && pending.data && held.data && earned.data && paid.data ? (
        <div className={styles.tiles}>
          <AvailableTile quote={quote.data} onRequest={() => setAsking({ payout: null })} />
          <HeldTile held={held.data} holdDays={earned.data.holdDays} />
          <NextTile
            quote={quote.data}
            pending={pending.data.pending}
            last={last}
            onChange={() => setAsking({ payout: pending.data.pending })}
            onChanged={changed}
          />
        </div>
      ) : (
        <Pending of={[quote, pending, held, earned, paid].find(({ isError }) => isError) ?? quote}>
          <TilesSkeleton tiles={3} />
        </Pending>
      )}
      <div className={classes(styles.two, !last?.statementHash && styles.one)}>
        <PayoutHistory />
        {last?.statementHash ? <StatementCard payout={{ ...last, statementHash: last.statementHash }} /> : null}
      </div>
      <div className={styles.below}>
        <MonthlyStatements />
      </div>
      {asking && quote.data && details.data ? (
        <RequestSheet quote={quote.data} details={details.data} payout={asking.payout} onClose={() => setAsking(null)} onDone={done} />
      ) : null}
    </Page>
  );
};

export default PayoutRequest;
