import type { FormEvent } from 'react';
import { useAction } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardHead } from '../../../ui/Card.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { TextField } from '../../../ui/Field.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import { useFormat } from '../../../ui/format.tsx';
import { formValues } from '../../../ui/forms/form-values.ts';
import { FormDraft } from '../../../ui/forms/FormDraft.tsx';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { ConfirmField, type PayoutDetails } from './BankCard.tsx';
import styles from './account.module.css';
import { SaveCard } from './SaveCard.tsx';

interface DetailsCardProps {
  details: PayoutDetails;
  onChange: (details: PayoutDetails) => void;
}

/** The current value, masked; or that none is set. */
export const CurrentValue = ({ value }: { value: string | null | undefined }) => {
  const t = useText();
  return value ? <Chip tone="ok">{t('profiles.nowSet', { value })}</Chip> : <Chip>{t('profiles.notSet')}</Chip>;
};

/** The PayPal account for payouts. */
export const PaypalCard = ({ details, onChange }: DetailsCardProps) => {
  const t = useText();
  const update = useAction('PUT /performers/paypal-settings');
  return (
    <SaveCard
      draft={null}
      title={t('profiles.paypal')}
      head={<CurrentValue value={details.paypal?.email} />}
      action={update}
      send={({ text }) => update.run({ body: { email: text('email'), currentPassword: text('currentPassword') } })}
      onDone={onChange}
      clears
    >
      <div className={styles.two}>
        <TextField
          label={t('profiles.paypalEmail')}
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="off"
          error={update.error?.fields['email']}
        />
        <ConfirmField error={update.error} />
      </div>
    </SaveCard>
  );
};

const GATEWAYS = [
  { gateway: 'ccbill', title: 'CCBill', fields: ['subAccountNumber', 'flexformId', 'salt'] },
  { gateway: 'verotel', title: 'Verotel', fields: ['shopId', 'signatureKey'] },
] as const;

/** The performer's accounts at card gateways; a stored key is never shown again. */
export const GatewaysCard = ({ details, onChange }: DetailsCardProps) => {
  const t = useText();
  return (
    <Card pad="lg" className={styles.stack}>
      <CardHead title={t('profiles.gateways')} />
      <p className={classes(type.small, type.quiet)}>{t('profiles.gatewaysText')}</p>
      {GATEWAYS.map((entry) => {
        const rules = details.ownAccounts.find(({ gateway }) => gateway === entry.gateway);
        return rules ? <GatewayForm key={entry.gateway} entry={entry} rules={rules} details={details} onChange={onChange} /> : null;
      })}
    </Card>
  );
};

interface GatewayFormProps extends DetailsCardProps {
  entry: (typeof GATEWAYS)[number];
  rules: PayoutDetails['ownAccounts'][number];
}

const GatewayForm = ({ entry, rules, details, onChange }: GatewayFormProps) => {
  const t = useText();
  const format = useFormat();
  const update = useAction('PUT /performers/payment-gateway-settings');
  const known = details.paymentGateway?.[entry.gateway] as Record<string, string> | null | undefined;
  const kept = useKeptForm({ draft: null, asks: true });
  const send = async (form: HTMLFormElement, value: Record<string, string> | null) => {
    const currentPassword = new FormData(form).get('currentPassword');
    const answer = await update.run({
      body: { [entry.gateway]: value, ...(typeof currentPassword === 'string' && currentPassword ? { currentPassword } : {}) },
    });
    if (!answer) return;
    form.reset();
    kept.done();
    toast(t('model.saved'), { tone: 'ok' });
    onChange(answer);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const values = formValues(event);
    return send(form, Object.fromEntries(entry.fields.map((field) => [field, values.text(field)])));
  };
  return (
    <form className={classes(styles.stack, styles.part)} autoComplete="off" onSubmit={(event) => void submit(event)}>
      <FormDraft kept={kept} />
      <div className={type.flexBetween}>
        <h3 className={type.strong}>{entry.title}</h3>
        <CurrentValue value={known?.[entry.fields[0]]} />
      </div>
      <p className={classes(type.small, type.quiet)}>{t(`profiles.ownAccount.${rules.receiver}`, { limit: format.money(rules.limit) })}</p>
      <div className={styles.two}>
        {entry.fields.map((field) => (
          <TextField
            key={field}
            label={t(`profiles.${field}`)}
            name={field}
            required
            maxLength={120}
            spellCheck={false}
            error={update.error?.fields[`${entry.gateway}.${field}`]}
          />
        ))}
        <ConfirmField error={update.error} />
      </div>
      <FormError error={update.error} fields={['currentPassword', ...entry.fields.map((field) => `${entry.gateway}.${field}`)]} />
      <div className={styles.end}>
        {known ? (
          <Button
            kind="text"
            disabled={update.busy}
            onClick={(event) => {
              const { form } = event.currentTarget;
              if (form) void send(form, null);
            }}
          >
            {t('profiles.removeGateway')}
          </Button>
        ) : null}
        <Button kind="lift" type="submit" busy={update.busy}>
          {t('model.save')}
        </Button>
      </div>
    </form>
  );
};
