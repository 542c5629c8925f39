import type { ResponseOf, Contract } from '@stagedoor/contract';
import type { PayoutMethod } from '@stagedoor/contract/payouts.values';
import { IconBrandPaypal, IconBuildingBank } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAction } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Field, TextArea } from '../../../ui/Field.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { OptionCards } from '../../../ui/OptionCards.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import { FormError } from '../../../ui/forms/FormError.tsx';
import styles from './payouts.module.css';
import type { Payout, Quote } from './use-payouts.ts';

type Details = ResponseOf<Contract['GET /performers/payout-details']>;

const DECIMAL = /^\d{1,10}([.,]\d{1,2})?$/;
/** Whole hundredths, so that no sum of floats is taken; null for what is no amount. */
const hundredthsOf = (text: string): number | null => {
  const clean = text.trim().replace(',', '.');
  return DECIMAL.test(clean) ? Math.round(Number(clean) * 100) : null;
};
const fixed = (money: number): string => money.toFixed(2);

const optionsOf = ({ banking, paypal }: Details, t: ReturnType<typeof useText>) => [
  ...(banking
    ? [
        {
          value: 'banking' as const,
          icon: <IconBuildingBank size={20} stroke={1.75} aria-hidden="true" />,
          title: t('payouts.to.banking', { destination: (banking.iban ?? banking.accountNumber ?? '').replaceAll('•', '') }),
          line: `${banking.bankName} · ${banking.holderName}`,
        },
      ]
    : []),
  ...(paypal
    ? [
        {
          value: 'paypal' as const,
          icon: <IconBrandPaypal size={20} stroke={1.75} aria-hidden="true" />,
          title: t('payouts.method.paypal'),
          line: paypal.email,
        },
      ]
    : []),
];

interface RequestSheetProps {
  quote: Quote;
  details: Details;
  /** The one that is changed; null asks for a new one. */
  payout: Payout | null;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}

/** Asks for a payout, or changes one that isn't approved: amount, account, and what arrives. */
export const RequestSheet = ({ quote, details, payout, onClose, onDone }: RequestSheetProps) => {
  const t = useText();
  const format = useFormat();
  const create = useAction('POST /payout-requests');
  const update = useAction('PUT /payout-requests/{id}');
  const action = payout ? update : create;
  const maximum = quote.available + (payout?.amount ?? 0);
  const options = optionsOf(details, t);
  const [amount, setAmount] = useState(fixed(payout?.amount ?? maximum));
  const [chosen, setChosen] = useState<PayoutMethod>(payout?.method ?? options[0]?.value ?? 'banking');
  const [note, setNote] = useState(payout?.note ?? '');
  const method = options.some(({ value }) => value === chosen) ? chosen : options[0]?.value;
  // Of nothing available the quote has no fee: then it is that of the payout.
  const fee = Math.round((quote.fee || (payout?.fee ?? 0)) * 100);
  const least = Math.max(Math.round(quote.minimum * 100), fee + 1);
  const asked = hundredthsOf(amount);
  const isValid = asked !== null && asked >= least && asked <= Math.round(maximum * 100);
  const bounds = t('payouts.bounds', { minimum: format.money(least / 100), maximum: format.money(maximum) });
  const submit = async () => {
    if (!isValid || !method) return;
    const body = { amount: fixed(asked / 100), method, note };
    const done = payout ? await update.run({ params: { id: payout._id }, body }) : await create.run({ body });
    if (!done) return;
    toast(t(payout ? 'payouts.changed' : 'payouts.requested'), { tone: 'ok' });
    await onDone();
  };
  const shown = isValid ? asked : 0;
  return (
    <Sheet
      opened
      onClose={onClose}
      title={t(payout ? 'payouts.changeTitle' : 'payouts.request')}
      width={480}
      foot={
        <Button kind="gold" size="lg" wide busy={action.busy} disabled={!isValid || !method} onClick={() => void submit()}>
          {payout ? t('payouts.save') : t('payouts.requestAmount', { money: format.money(shown / 100) })}
        </Button>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field
          label={t('payouts.amount')}
          hint={bounds}
          error={action.error?.fields['amount'] ?? (amount !== '' && !isValid ? bounds : undefined)}
        >
          {(wiring) => (
            <span className={classes(styles.amount, !isValid && styles.wrong)}>
              <span className={type.faint} aria-hidden="true">
                {format.currency}
              </span>
              <input
                {...wiring}
                inputMode="decimal"
                autoComplete="off"
                value={amount}
                onChange={(event) => setAmount(event.currentTarget.value)}
              />
              <Button size="sm" onClick={() => setAmount(fixed(maximum))}>
                {t('payouts.all')}
              </Button>
            </span>
          )}
        </Field>
        {method ? (
          <OptionCards
            label={t('payouts.payTo')}
            name="method"
            value={method}
            onChange={setChosen}
            options={options.map(({ value, icon, title, line }) => ({
              value,
              icon,
              body: (
                <span className={styles.option}>
                  <b className={type.strong}>{title}</b>
                  <span className={classes(type.tiny, type.quiet)}>{line}</span>
                </span>
              ),
            }))}
          />
        ) : (
          <p className={classes(type.small, type.quiet)}>
            {t('payouts.detailsText')} <Link to="/model/banking">{t('payouts.addDetails')}</Link>
          </p>
        )}
        <TextArea
          label={t('payouts.note')}
          optional
          rows={2}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <dl className={styles.sums}>
          <div>
            <dt>{t('payouts.asked')}</dt>
            <dd className={type.num}>{format.money(shown / 100)}</dd>
          </div>
          <div>
            <dt>{t('payouts.fee')}</dt>
            <dd className={type.num}>{format.money(fee / 100)}</dd>
          </div>
          <div className={styles.total}>
            <dt>{t('payouts.receive')}</dt>
            <dd className={type.num}>{format.money(Math.max(0, shown - fee) / 100)}</dd>
          </div>
        </dl>
        <FormError error={action.error} fields={['amount']} />
        <p className={classes(type.tiny, type.faint)}>{t('payouts.rules')}</p>
      </form>
    </Sheet>
  );
};
