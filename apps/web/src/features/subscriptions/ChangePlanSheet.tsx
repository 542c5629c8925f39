import type { PlanQuote, Subscription } from '@stagedoor/contract/subscriptions';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../app/browser-call.ts';
import { useAction, useData } from '../../app/data.ts';
import { useSession, useSessionStore } from '../../app/session.tsx';
import { Amount, useAmountText } from '../../ui/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { useFormat } from '../../ui/format.tsx';
import { aMonthOf } from '../../ui/tokens-to-money.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { CheckoutFooter } from '../checkout/CheckoutFooter.tsx';
import { PayTicket } from '../checkout/PayTicket.tsx';
import { missingFor } from '../wallet/fitting-top-up.ts';
import { TopUpSheet } from '../wallet/TopUpSheet.tsx';
import styles from './change-plan.module.css';

interface ChangePlanSheetProps {
  subscription: Subscription;
  to: 'monthly' | 'yearly';
  /** The page with this sheet, for after a top-up. */
  returnTo: string;
  onClose: () => void;
  onChanged: () => void;
}

/** One of the two plans: when it holds, and its price in tokens and money. */
const PlanCard = ({ when, plan, chosen = false }: { when: string; plan: PlanQuote['from']; chosen?: boolean }) => {
  const t = useText();
  const format = useFormat();
  const isYearly = plan.type === 'yearly';
  return (
    <div className={classes(styles.plan, chosen && styles.chosen)}>
      <span className={classes(type.tiny, type.faint)}>{when}</span>
      <span className={classes(type.small, type.strong)}>{t(isYearly ? 'plans.yearly' : 'plans.monthly')}</span>
      <Amount tokens={plan.price} money={plan.money} className={styles.price} />
      <span className={classes(type.tiny, type.faint)}>
        {isYearly ? t('profile.eachYear', { money: format.money(aMonthOf(plan.money)) }) : t('profile.eachMonth')}
      </span>
    </div>
  );
};

/** A line of the bill, in tokens with the money beside it. */
const BillLine = ({ label, tokens, money, total = false }: { label: string; tokens: number; money: number; total?: boolean }) => {
  return (
    <div className={classes(styles.line, total && styles.total)}>
      <dt className={classes(type.small, total ? type.strong : type.quiet)}>{label}</dt>
      <dd className={styles.sum}>
        <Amount tokens={tokens} money={money} />
      </dd>
    </div>
  );
};

/** Both plans, what is credited, what is due now, and what renews when; changed with one press. */
const ChangePlanSheet = ({ subscription, to, returnTo, onClose, onChanged }: ChangePlanSheetProps) => {
  const t = useText();
  const format = useFormat();
  const written = useAmountText();
  const user = useSession();
  const store = useSessionStore();
  const client = useQueryClient();
  const change = useAction('PUT /subscriptions/{id}/plan');
  const [toppingUp, setToppingUp] = useState(false);
  const {
    data: quote,
    error,
    refetch,
  } = useData('GET /subscriptions/{id}/plan', { params: { id: subscription._id }, query: { type: to } });
  const title = t('plans.changeOf', { name: subscription.performer.name });
  if (!quote)
    return (
      <Sheet opened onClose={onClose} title={title}>
        {error ? <FormError error={error} fields={[]} /> : <RowsSkeleton rows={3} />}
      </Sheet>
    );
  const missing = user && quote.due > 0 ? missingFor(quote.due, user.balance) : 0;
  const date = format.periodDay(quote.paidUntil);
  const press = async () => {
    if (missing > 0) return setToppingUp(true);
    const body = { type: to, price: quote.to.price, due: quote.due };
    if (!(await change.run({ params: { id: subscription._id }, body }))) {
      // What changed since is shown before it is agreed to.
      void refetch();
      return;
    }
    toast(t(quote.isImmediate ? 'plans.yearlyNow' : 'plans.monthlyThen', { date }), { tone: 'ok', stays: 5000 });
    if (quote.due > 0) store.set(await call('GET /users/me'));
    void client.invalidateQueries({ queryKey: ['GET /performers/{id}'] });
    onChanged();
  };
  if (toppingUp) return <TopUpSheet needed={quote.due} returnTo={returnTo} onClose={onClose} />;
  const values = { date, price: written(quote.to.price, { money: quote.to.money }) };
  return (
    <Sheet
      opened
      onClose={onClose}
      locked={change.busy}
      title={title}
      foot={
        <CheckoutFooter line={quote.isImmediate ? t('checkout.onePress') : t('plans.undoUntil', { date })} returnTo={returnTo}>
          {quote.isImmediate ? (
            <PayTicket
              label={t('plans.pay')}
              tokens={quote.due}
              money={quote.dueMoney}
              missing={missing}
              busy={change.busy}
              onClick={() => void press()}
            />
          ) : (
            <Button kind="gold" size="lg" wide busy={change.busy} onClick={() => void press()}>
              {t('plans.toMonthly')}
            </Button>
          )}
        </CheckoutFooter>
      }
    >
      <div className={styles.stack}>
        <div className={styles.plans}>
          <PlanCard when={t('plans.now')} plan={quote.from} />
          <PlanCard when={quote.isImmediate ? t('plans.today') : t('plans.then', { date })} plan={quote.to} chosen />
        </div>
        {quote.isImmediate ? (
          <dl className={styles.bill}>
            <BillLine label={t('plans.yearPrice')} tokens={quote.to.price} money={quote.to.money} />
            <BillLine
              label={t('plans.credit', { count: quote.unusedDays, days: quote.periodDays })}
              tokens={-quote.credit}
              money={-quote.creditMoney}
            />
            <BillLine label={t('plans.due')} tokens={quote.due} money={quote.dueMoney} total />
          </dl>
        ) : null}
        <p className={classes(type.small, type.quiet)}>
          {t(quote.isImmediate ? (quote.renews ? 'plans.yearRenews' : 'plans.yearEnds') : 'plans.monthFollows', values)}
        </p>
        <FormError error={change.error} fields={[]} />
      </div>
    </Sheet>
  );
};

export default ChangePlanSheet;
