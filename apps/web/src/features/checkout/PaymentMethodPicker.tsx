import { IconCreditCard, IconWallet } from '@tabler/icons-react';
import type { PaymentMethod } from '@stagedoor/contract/payments.values';
import { useBoot } from '../../app/boot.tsx';
import { useCurrentUser } from '../../app/session.tsx';
import { useAmountText } from '../../ui/Amount.tsx';
import { classes } from '../../ui/classes.ts';
import { OptionCards } from '../../ui/OptionCards.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { CardCompanyPicker } from '../wallet/CardCompanyPicker.tsx';
import styles from './checkout.module.css';
import type { CardCompanies } from '../wallet/use-card-companies.ts';

/** Wallet first, then card, each with the resulting balance or charge. Where no cards are taken there is no choice: only the wallet's line. */
export const PaymentMethodPicker = ({
  price,
  value,
  onChange,
  cards,
}: {
  /** The final price; null until it is known. */
  price: { tokens: number; money: number } | null;
  value: PaymentMethod;
  onChange: (method: PaymentMethod) => void;
  /** The companies that take the payment by card. */
  cards: CardCompanies;
}) => {
  const t = useText();
  const format = useFormat();
  const written = useAmountText();
  const { balance } = useCurrentUser();
  const { takesCards } = useBoot();
  const left = price ? Math.round((balance - price.tokens) * 100) / 100 : null;
  const line = (head: string, text: string) => (
    <span className={type.block}>
      <span className={classes(type.strong, type.block)}>{head}</span>
      <span className={classes(type.tiny, type.quiet)}>{text}</span>
    </span>
  );
  const wallet =
    left === null
      ? t('checkout.walletNow', { now: written(balance) })
      : left >= 0
        ? t('checkout.walletAfter', { now: written(balance), after: written(left) })
        : t('checkout.walletShort', { now: written(balance), missing: written(-left) });
  if (!takesCards)
    return (
      <div className={styles.walletOnly}>
        <IconWallet size={20} stroke={1.75} aria-hidden="true" />
        {line(t('checkout.payFromWallet'), wallet)}
      </div>
    );
  return (
    <>
      <OptionCards
        label={t('checkout.payWith')}
        name="method"
        value={cards.isNone ? 'wallet' : value}
        onChange={onChange}
        options={[
          { value: 'wallet', icon: <IconWallet size={20} stroke={1.75} />, body: line(t('checkout.wallet'), wallet) },
          {
            value: 'card',
            icon: <IconCreditCard size={20} stroke={1.75} />,
            disabled: cards.isNone,
            body: line(
              t('checkout.card'),
              cards.isNone
                ? t('cards.none')
                : price
                  ? t('checkout.cardText', { money: format.money(price.money) })
                  : t('checkout.cardLater'),
            ),
          },
        ]}
      />
      {value === 'card' && !cards.isNone ? <CardCompanyPicker of={cards} none="cards.none" /> : null}
    </>
  );
};
