import type { AnswerOf, Contract } from '@stagedoor/contract';
import { useState } from 'react';
import type { ApiError } from '../../app/api.ts';
import { useAction, useData } from '../../app/data.ts';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { SelectField, TextField } from '../../ui/Field.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { useLocale, useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { CurrentPassword } from '../forms/passwords.tsx';
import styles from './model.module.css';
import { SaveCard } from './SaveCard.tsx';

export type PayoutDetails = AnswerOf<Contract['GET /performers/payout-details']>;

/** What every change of payout details asks for: the password, and what went wrong with it. */
export const ConfirmField = ({ error }: { error: ApiError | null }) => {
  const say = useText();
  return <CurrentPassword error={error} label={say('profiles.confirm')} hint={say('profiles.confirmHint')} />;
};

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
  return (
    <SaveCard
      title={say(known ? 'profiles.otherAccount' : 'profiles.newAccount')}
      lead={say('profiles.bankingText')}
      action={update}
      send={({ text }) => {
        const optional = (name: string) => (text(name).trim() === '' ? {} : { [name]: text(name) });
        return update.run({
          body: {
            holderName: text('holderName'),
            bankName: text('bankName'),
            country: text('country'),
            ...optional('iban'),
            ...optional('accountNumber'),
            ...optional('routingNumber'),
            ...optional('swift'),
            currentPassword: text('currentPassword'),
          },
        });
      }}
      onDone={onChange}
      clears
    >
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
    </SaveCard>
  );
};
