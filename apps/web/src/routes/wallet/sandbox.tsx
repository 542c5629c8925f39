import type { ResponseOf } from '@stagedoor/contract';
import type { gateways } from '@stagedoor/contract/payments';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useAction, useData } from '../../app/data.ts';
import { SiteLogo } from '../../app/SiteLogo.tsx';
import { PageTitle } from '../../app/PageTitle.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import styles from '../../features/wallet/wallet.module.css';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

const OTHERS = ['decline', 'cancel', 'repeat', 'delay'] as const;
type Payment = ResponseOf<(typeof gateways)['GET /gateways/sandbox/payments/{id}']>;
type Later = 'resend' | 'refund' | 'chargeBack' | 'renew' | 'failRenewal' | 'cancelSubscription';

/** Actions available for a payment in this state. */
const laterOf = (payment: Payment): readonly Later[] => [
  'resend',
  ...(payment.state === 'approved' ? (['refund', 'chargeBack'] as const) : []),
  ...(payment.recurring?.state === 'active' ? (['renew', 'failRenewal', 'cancelSubscription'] as const) : []),
];

/** Amount per period, and the next payment. */
const Recurring = ({ recurring }: { recurring: NonNullable<Payment['recurring']> }) => {
  const t = useText();
  const format = useFormat();
  return (
    <p className={classes(type.small, type.quiet)}>
      {recurring.state === null
        ? t(recurring.period === 'year' ? 'sandbox.everyYear' : 'sandbox.everyMonth', { money: format.money(recurring.amount) })
        : recurring.renewsAt
          ? t('sandbox.renewsAt', { date: format.date(recurring.renewsAt, 'dayTime') })
          : t('sandbox.stopped')}
    </p>
  );
};

/** The simulated company's console: later events of a payment. */
const Console = ({ payment }: { payment: Payment }) => {
  const t = useText();
  const format = useFormat();
  const queries = useQueryClient();
  const act = useAction('POST /gateways/sandbox/payments/{id}');
  const press = async (action: Later) => {
    if (!(await act.run({ params: { id: payment.id }, body: { action } }))) return;
    toast(t('sandbox.told'), { tone: 'ok' });
    await queries.invalidateQueries({ queryKey: ['GET /gateways/sandbox/payments/{id}'] });
  };
  return (
    <>
      <p>
        <Chip tone={payment.state === 'approved' ? 'ok' : payment.state === 'chargedBack' ? 'bad' : 'plain'}>
          {t(`sandbox.state.${payment.state as 'open'}`)}
        </Chip>
      </p>
      {payment.refunded > 0 && payment.state === 'approved' ? (
        <p className={classes(type.small, type.quiet)}>{t('sandbox.refundedPart', { money: format.money(payment.refunded) })}</p>
      ) : null}
      <div className={styles.gateActs}>
        <Button kind="lift" wide href={payment.returnUrl}>
          {t('sandbox.back')}
        </Button>
      </div>
      <div className={styles.gateOthers}>
        <h2 className={type.label}>{t('sandbox.later')}</h2>
        <div className={styles.gateGrid}>
          {laterOf(payment).map((action) => (
            <Button key={action} kind="outline" disabled={act.busy} onClick={() => void press(action)}>
              {t(`sandbox.action.${action}`)}
            </Button>
          ))}
        </div>
      </div>
      <FormError error={act.error} fields={[]} />
    </>
  );
};

/** The page of the sandbox gateway: the bank's answer is chosen by hand. */
const Sandbox = () => {
  const t = useText();
  const format = useFormat();
  const { id = '' } = useParams();
  const { data: payment, error } = useData('GET /gateways/sandbox/payments/{id}', { params: { id } });
  const act = useAction('POST /gateways/sandbox/payments/{id}');
  const press = async (action: 'approve' | (typeof OTHERS)[number]) => {
    const answer = await act.run({ params: { id }, body: { action } });
    if (answer) location.assign(answer.returnUrl);
  };
  return (
    <div className={styles.gate}>
      <PageTitle title={t('sandbox.title')} />
      <div className={styles.gateLogo}>
        <SiteLogo />
        <Chip tone="info">{t('sandbox.title')}</Chip>
      </div>
      <Card pad="lg" beam="glow">
        {payment ? (
          <>
            <h1 className={type.label}>{payment.description}</h1>
            <div className={classes(type.num, styles.sum)}>{format.money(payment.amount)}</div>
            {payment.recurring ? <Recurring recurring={payment.recurring} /> : null}
            {payment.state === 'open' ? (
              <>
                <p className={classes(type.small, type.quiet)}>{t('sandbox.text')}</p>
                <div className={styles.gateActs}>
                  <Button kind="gold" size="lg" wide busy={act.busy} onClick={() => void press('approve')}>
                    {t('sandbox.approve')}
                  </Button>
                </div>
                <div className={styles.gateOthers}>
                  <h2 className={type.label}>{t('sandbox.others')}</h2>
                  <div className={styles.gateGrid}>
                    {OTHERS.map((action) => (
                      <Button key={action} kind="outline" disabled={act.busy} onClick={() => void press(action)}>
                        {t(`sandbox.${action}`)}
                      </Button>
                    ))}
                  </div>
                </div>
              </>
            ) : (
              <Console payment={payment} />
            )}
          </>
        ) : error ? (
          <p>{error.message}</p>
        ) : (
          <RowsSkeleton rows={2} square />
        )}
        <FormError error={act.error} fields={[]} />
      </Card>
    </div>
  );
};

export default Sandbox;
