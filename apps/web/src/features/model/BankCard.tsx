import type { AnswerOf, Contract } from '@stagedoor/contract';
import { type FormEvent, useState } from 'react';
import { useAction, useData } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { PasswordField, SelectField, TextField } from '../../ui/Field.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { useLocale, useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { formValues } from '../auth/form-values.ts';
import { Problem } from '../auth/Problem.tsx';
import styles from './model.module.css';

export type PayoutDetails = AnswerOf<Contract['GET /performers/payout-details']>;

/** What every change of payout details asks for: the password, and what went wrong with it. */
export const ConfirmField = ({ error }: { error: { code: string; message: string } | null }) => {
  const say = useText();
  const wrong = error?.code === 'CURRENT_PASSWORD_WRONG' || error?.code === 'RECENT_LOGIN_REQUIRED' ? error.message : undefined;
  return (
    <PasswordField
      label={say('profiles.confirm')}
      name="currentPassword"
      autoComplete="current-password"
      required
      maxLength={200}
      hint={say('profiles.confirmHint')}
      error={wrong}
    />
  );
};

const FIELDS = ['holderName', 'bankName', 'country', 'iban', 'accountNumber', 'routingNumber', 'swift', 'currentPassword'];
const CONFIRMED = ['CURRENT_PASSWORD_WRONG', 'RECENT_LOGIN_REQUIRED'];

/** A refusal that stands under the password's field, and so nowhere else. */
export const besideConfirm = <E extends { code: string }>(error: E | null): E | null =>
  error && CONFIRMED.includes(error.code) ? null : error;

/** The bank account that is set, masked: like the line of a cheque. */
export const BankNow = ({ banking }: { banking: NonNullable<PayoutDetails['banking']> }) => {
  const say = useText();
  const format = useFormat();
  const country = new Intl.DisplayNames([useLocale()], { type: 'region' }).of(banking.country) ?? banking.country;
  return (
    <Card pad="lg" selected className={styles.cheque}>
      <span className={type.label}>{say('profiles.bankNow')}</span>
      <span className={classes(type.num, type.s26, styles.account)}>{banking.iban ?? banking.accountNumber}</span>
      <span className={type.strong}>{banking.holderName}</span>
      <span className={classes(type.small, type.quiet)}>
        {[banking.bankName, country, banking.swift, banking.routingNumber].filter(Boolean).join(' · ')}
      </span>
      <span className={classes(type.tiny, type.faint)}>
        {say('profiles.changedOn', { date: format.date(banking.updatedAt, 'dayYear') })}
      </span>
    </Card>
  );
};

interface BankCardProps {
  /** One is set already. */
  known: boolean;
  country: string;
  onChange: (details: PayoutDetails) => void;
}

/** Sets the bank account earnings are sent to. */
export const BankCard = ({ known, country, onChange }: BankCardProps) => {
  const say = useText();
  const update = useAction('PUT /performers/banking-settings');
  const countries = useData('GET /countries/list', {});
  const [by, setBy] = useState<'iban' | 'number'>('iban');
  const fields = update.error?.fields ?? {};
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const values = formValues(event);
    const optional = (name: string) => (values.text(name).trim() === '' ? {} : { [name]: values.text(name) });
    const answer = await update.run({
      body: {
        holderName: values.text('holderName'),
        bankName: values.text('bankName'),
        country: values.text('country'),
        ...optional('iban'),
        ...optional('accountNumber'),
        ...optional('routingNumber'),
        ...optional('swift'),
        currentPassword: values.text('currentPassword'),
      },
    });
    if (!answer) return;
    form.reset();
    toast(say('model.saved'), { tone: 'ok' });
    onChange(answer);
  };
  return (
    <Card pad="lg">
      <form className={styles.stack} autoComplete="off" onSubmit={(event) => void submit(event)}>
        <CardHead title={say(known ? 'profiles.otherAccount' : 'profiles.newAccount')} />
        <p className={classes(type.small, type.quiet)}>{say('profiles.bankingText')}</p>
        <TextField label={say('profiles.holderName')} name="holderName" required maxLength={120} error={fields['holderName']} />
        <div className={styles.two}>
          <TextField label={say('profiles.bankName')} name="bankName" required maxLength={120} error={fields['bankName']} />
          <SelectField
            key={countries.data ? 'all' : 'none'}
            label={say('profiles.bankCountry')}
            name="country"
            required
            defaultValue={country}
            choices={(countries.data ?? []).map(({ code, name }) => ({ value: code, text: name }))}
            error={fields['country']}
          />
        </div>
        <Segments
          wide
          label={say('profiles.how')}
          name="by"
          value={by}
          onChange={setBy}
          options={[
            { value: 'iban', text: say('profiles.byIban') },
            { value: 'number', text: say('profiles.byNumber') },
          ]}
        />
        {by === 'iban' ? (
          <div className={styles.two}>
            <TextField label={say('profiles.iban')} name="iban" required maxLength={50} spellCheck={false} error={fields['iban']} />
            <TextField label={say('profiles.swift')} optional name="swift" maxLength={20} spellCheck={false} error={fields['swift']} />
          </div>
        ) : (
          <>
            <TextField
              label={say('profiles.accountNumber')}
              name="accountNumber"
              required
              maxLength={50}
              spellCheck={false}
              error={fields['accountNumber']}
            />
            <div className={styles.two}>
              <TextField
                label={say('profiles.routingNumber')}
                name="routingNumber"
                maxLength={30}
                spellCheck={false}
                hint={say('profiles.routingHint')}
                error={fields['routingNumber']}
              />
              <TextField label={say('profiles.swift')} name="swift" maxLength={20} spellCheck={false} error={fields['swift']} />
            </div>
          </>
        )}
        <ConfirmField error={update.error} />
        <Problem error={besideConfirm(update.error)} fields={FIELDS} />
        <div className={styles.end}>
          <Button kind="gold" type="submit" busy={update.busy}>
            {say('model.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
};
