import type { ResponseOf } from '@stagedoor/contract';
import type { gateways } from '@stagedoor/contract/payments';
import type { SandboxLaterAction } from '@stagedoor/contract/payments.values';
import { useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../app/data.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import styles from './wallet.module.css';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

export type SandboxPayment = ResponseOf<(typeof gateways)['GET /gateways/sandbox/payments/{id}']>;

type Later = SandboxLaterAction;

/** Actions available for a payment in this state. */
const laterOf = (payment: SandboxPayment): readonly Later[] => [
  'resend',
  ...(payment.state === 'approved' ? (['refund', 'chargeBack'] as const) : []),
  ...(payment.refunded > 0 ? (['failRefund'] as const) : []),
  ...(payment.state === 'chargedBack' ? (['winDispute'] as const) : []),
  ...(payment.recurring?.state === 'active' ? (['renew', 'failRenewal', 'cancelSubscription'] as const) : []),
];

/** Amount per period, and the next payment. */
export const SandboxRecurring = ({ recurring }: { recurring: NonNullable<SandboxPayment['recurring']> }) => {
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
export const SandboxConsole = ({ payment }: { payment: SandboxPayment }) => {
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
