import type { ResponseOf, Contract } from '@stagedoor/contract';
import { useState } from 'react';
import type { ApiError } from '../../../app/api.ts';
import { useAction, useData } from '../../../app/data.ts';
import { Card } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { TextField } from '../../../ui/Field.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { useLocale, useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { CurrentPassword } from '../../../ui/forms/password-fields.tsx';
import styles from './account.module.css';
import { SaveCard } from './SaveCard.tsx';

export type PayoutDetails = ResponseOf<Contract['GET /performers/payout-details']>;

/** Required for every change of payout details: the password, and its error. */
export const ConfirmField = ({ error }: { error: ApiError | null }) => {
  const t = useText();
  return <CurrentPassword error={error} label={t('profiles.confirm')} hint={t('profiles.confirmHint')} />;
};

/** The current bank account, masked. */
export const CurrentBankAccount = ({ banking }: { banking: NonNullable<PayoutDetails['banking']> }) => {
  const t = useText();
  const format = useFormat();
  const country = new Intl.DisplayNames([useLocale()], { type: 'region' }).of(banking.country) ?? banking.country;
  return (
    <Card pad="lg" selected className={styles.cheque}>
      <span className={type.label}>{t('profiles.bankNow')}</span>
      <span className={classes(type.num, type.s26, styles.account)}>{banking.iban ?? banking.accountNumber}</span>
      <span className={type.strong}>{banking.holderName}</span>
      <span className={classes(type.small, type.quiet)}>
        {[banking.bankName, country, banking.swift, banking.routingNumber].filter(Boolean).join(' · ')}
      </span>
      <span className={classes(type.tiny, type.faint)}>{t('profiles.changedOn', { date: format.date(banking.updatedAt, 'dayYear') })}</span>
    </Card>
  );
};

interface BankCardProps {
  /** Whether one is set. */
  known: boolean;
  country: string;
  onChange: (details: PayoutDetails) => void;
}

/** Sets the bank account for payouts. */
export const BankCard = ({ known, country, onChange }: BankCardProps) => {
  const t = useText();
  const update = useAction('PUT /performers/banking-settings');
  const countries = useData('GET /countries/list', {});
  const [by, setBy] = useState<'iban' | 'number'>('iban');
  const fields = update.error?.fields ?? {};
  return (
    <SaveCard
      draft={null}
      title={t(known ? 'profiles.otherAccount' : 'profiles.newAccount')}
      lead={t('profiles.bankingText')}
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
      <TextField label={t('profiles.holderName')} name="holderName" required maxLength={120} error={fields['holderName']} />
      <div className={styles.two}>
        <TextField label={t('profiles.bankName')} name="bankName" required maxLength={120} error={fields['bankName']} />
        <SelectField
          key={countries.data ? 'all' : 'none'}
          label={t('profiles.bankCountry')}
          name="country"
          required
          defaultValue={country}
          choices={(countries.data?.data ?? []).map(({ code, name }) => ({ value: code, text: name }))}
          error={fields['country']}
        />
      </div>
      <Segments
        wide
        label={t('profiles.how')}
        name="by"
        value={by}
        onChange={setBy}
        options={[
          { value: 'iban', text: t('profiles.byIban') },
          { value: 'number', text: t('profiles.byNumber') },
        ]}
      />
      {by === 'iban' ? (
        <div className={styles.two}>
          <TextField label={t('profiles.iban')} name="iban" required maxLength={50} spellCheck={false} error={fields['iban']} />
          <TextField label={t('profiles.swift')} optional name="swift" maxLength={20} spellCheck={false} error={fields['swift']} />
        </div>
      ) : (
        <>
          <TextField
            label={t('profiles.accountNumber')}
            name="accountNumber"
            required
            maxLength={50}
            spellCheck={false}
            error={fields['accountNumber']}
          />
          <div className={styles.two}>
            <TextField
              label={t('profiles.routingNumber')}
              name="routingNumber"
              maxLength={30}
              spellCheck={false}
              hint={t('profiles.routingHint')}
              error={fields['routingNumber']}
            />
            <TextField label={t('profiles.swift')} name="swift" maxLength={20} spellCheck={false} error={fields['swift']} />
          </div>
        </>
      )}
      <ConfirmField error={update.error} />
    </SaveCard>
  );
};
