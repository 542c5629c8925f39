import type { FormEvent } from 'react';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { TextField } from '../../ui/Field.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { formValues } from '../auth/form-values.ts';
import { Problem } from '../auth/Problem.tsx';
import { ConfirmField, type PayoutDetails } from './BankCard.tsx';
import styles from './model.module.css';
import { SaveCard } from './SaveCard.tsx';

interface DetailsCardProps {
  details: PayoutDetails;
  onChange: (details: PayoutDetails) => void;
}

/** What is set now, masked; or that nothing is. */
export const NowSet = ({ value }: { value: string | null | undefined }) => {
  const say = useText();
  return value ? <Chip tone="ok">{say('profiles.nowSet', { value })}</Chip> : <Chip>{say('profiles.notSet')}</Chip>;
};

/** The PayPal account earnings can be sent to. */
export const PaypalCard = ({ details, onChange }: DetailsCardProps) => {
  const say = useText();
  const update = useAction('PUT /performers/paypal-settings');
  return (
    <SaveCard
      title={say('profiles.paypal')}
      head={<NowSet value={details.paypal?.email} />}
      action={update}
      send={({ text }) => update.run({ body: { email: text('email'), currentPassword: text('currentPassword') } })}
      onDone={onChange}
      clears
    >
      <div className={styles.two}>
        <TextField
          label={say('profiles.paypalEmail')}
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

/** Own accounts at the card gateways; a key that is set is never shown again. */
export const GatewaysCard = ({ details, onChange }: DetailsCardProps) => {
  const say = useText();
  return (
    <Card pad="lg" className={styles.stack}>
      <CardHead title={say('profiles.gateways')} />
      <p className={classes(type.small, type.quiet)}>{say('profiles.gatewaysText')}</p>
      {GATEWAYS.map((entry) => (
        <GatewayForm key={entry.gateway} entry={entry} details={details} onChange={onChange} />
      ))}
    </Card>
  );
};

const GatewayForm = ({ entry, details, onChange }: DetailsCardProps & { entry: (typeof GATEWAYS)[number] }) => {
  const say = useText();
  const update = useAction('PUT /performers/payment-gateway-settings');
  const known = details.paymentGateway?.[entry.gateway] as Record<string, string> | null | undefined;
  const send = async (form: HTMLFormElement, value: Record<string, string> | null) => {
    const currentPassword = new FormData(form).get('currentPassword');
    const answer = await update.run({
      body: { [entry.gateway]: value, ...(typeof currentPassword === 'string' && currentPassword ? { currentPassword } : {}) },
    });
    if (!answer) return;
    form.reset();
    toast(say('model.saved'), { tone: 'ok' });
    onChange(answer);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const values = formValues(event);
    return send(form, Object.fromEntries(entry.fields.map((field) => [field, values.text(field)])));
  };
  return (
    <form className={classes(styles.stack, styles.part)} autoComplete="off" onSubmit={(event) => void submit(event)}>
      <div className={type.flexBetween}>
        <h3 className={type.strong}>{entry.title}</h3>
        <NowSet value={known?.[entry.fields[0]]} />
      </div>
      <div className={styles.two}>
        {entry.fields.map((field) => (
          <TextField
            key={field}
            label={say(`profiles.${field}`)}
            name={field}
            required
            maxLength={120}
            spellCheck={false}
            error={update.error?.fields[`${entry.gateway}.${field}`]}
          />
        ))}
        <ConfirmField error={update.error} />
      </div>
      <Problem error={update.error} fields={['currentPassword', ...entry.fields.map((field) => `${entry.gateway}.${field}`)]} />
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
            {say('profiles.removeGateway')}
          </Button>
        ) : null}
        <Button kind="lift" type="submit" busy={update.busy}>
          {say('model.save')}
        </Button>
      </div>
    </form>
  );
};
