import { useState } from 'react';
import { Pending } from '../../app/Pending.tsx';
import { useAction, useData } from '../../app/data.ts';
import { useSettings } from '../../app/boot.tsx';
import { useCurrentUser } from '../../app/session.tsx';
import { Amount, Coin } from '../../ui/Amount.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { TextField } from '../../ui/Field.tsx';
import { OptionCards } from '../../ui/OptionCards.tsx';
import { useFormat, tokensToMoney } from '../../ui/format.tsx';
import { TilesSkeleton } from '../../ui/Skeleton.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { FormError } from '../../ui/forms/FormError.tsx';
import styles from './wallet.module.css';

interface TopUpFormProps {
  /** Price of the interrupted purchase; the smallest package that covers it is preselected. */
  needed?: number;
  /** Return address after paying. */
  returnTo?: string;
}

/** Packages with the actual price per token, or a custom amount within the limits; then to the gateway. */
export const TopUpForm = ({ needed = 0, returnTo = '/wallet' }: TopUpFormProps) => {
  const t = useText();
  const format = useFormat();
  const user = useCurrentUser();
  const { topUpMinimum = 5, topUpMaximum = 1000 } = useSettings();
  const offered = useData('GET /wallet-package', {});
  const packages = offered.data;
  const buyPackage = useAction('POST /payment/purchase-tokens');
  const buyCustom = useAction('POST /payment/purchase-wallet/custom-amount');
  const [choice, setChoice] = useState<string | null>(null);
  const [custom, setCustom] = useState('');
  const missing = Math.max(0, Math.round((needed - user.balance) * 100) / 100);
  if (!packages)
    return (
      <Pending of={offered}>
        <TilesSkeleton tiles={4} height={100} />
      </Pending>
    );
  // Without a waiting purchase, the second one: the first with a discount.
  const fitting =
    missing > 0
      ? (packages.data.find((candidate) => candidate.tokens >= missing) ?? packages.data.at(-1))
      : (packages.data[1] ?? packages.data[0]);
  const chosen = packages.data.find((candidate) => candidate._id === choice) ?? fitting;
  const amount = Number(custom.replace(',', '.'));
  const valid = custom !== '' && Number.isFinite(amount) && amount >= topUpMinimum && amount <= topUpMaximum;
  const bounds = t('wallet.customHint', { minimum: format.tokens(topUpMinimum, true), maximum: format.tokens(topUpMaximum, true) });
  const press = async () => {
    const made =
      custom !== ''
        ? await buyCustom.run({ body: { amount: String(amount), returnTo } })
        : chosen
          ? await buyPackage.run({ body: { packageId: chosen._id, returnTo } })
          : undefined;
    if (made) location.assign(made.redirectUrl);
  };
  const busy = buyPackage.busy || buyCustom.busy;
  return (
    <div className={styles.topUp}>
      <div className={styles.packages}>
        <OptionCards
          columns
          label={t('wallet.topUp')}
          name="package"
          value={custom === '' ? (chosen?._id ?? '') : ''}
          onChange={(value) => {
            setChoice(value);
            setCustom('');
          }}
          options={packages.data.map((item) => ({
            value: item._id,
            body: (
              <span className={styles.package}>
                <span className={type.flexBetween}>
                  <Amount tokens={item.tokens} trim className={styles.tokens} />
                  {item.discountPercent > 0 ? (
                    <Chip tone="ok" size="sm">
                      {t('wallet.off', { percent: format.percent(item.discountPercent) })}
                    </Chip>
                  ) : null}
                </span>
                <span className={type.strong}>{format.money(item.price)}</span>
                <span className={classes(type.tiny, type.faint)}>{t('wallet.aToken', { money: format.money(item.unitPrice) })}</span>
              </span>
            ),
          }))}
        />
      </div>
      <FormError error={buyPackage.error ?? buyCustom.error} fields={[]} />
      <div className={styles.buy}>
        <div className={styles.custom}>
          <TextField
            label={t('wallet.custom')}
            optional
            inputMode="decimal"
            start={<Coin />}
            value={custom}
            hint={bounds}
            error={custom !== '' && !valid ? bounds : undefined}
            onChange={(event) => setCustom(event.currentTarget.value)}
          />
        </div>
        <div className={styles.ticket}>
          <Ticket
            label={t('wallet.buy', { tokens: format.tokens(custom === '' ? (chosen?.tokens ?? 0) : valid ? amount : 0, true) })}
            money={custom === '' ? (chosen?.price ?? 0) : valid ? tokensToMoney(amount, format.tokenValue) : 0}
            below={t('wallet.card')}
            wide
            size="lg"
            busy={busy}
            disabled={custom !== '' && !valid}
            onClick={() => void press()}
          />
        </div>
      </div>
    </div>
  );
};
