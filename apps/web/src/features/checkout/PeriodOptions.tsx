import type { LinkOffer } from '@stagedoor/contract/offer-links';
import type { PerformerProfile } from '@stagedoor/contract/performers';
import { Amount } from '../../ui/Amount.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { OptionCards } from '../../ui/OptionCards.tsx';
import { useText } from '../../ui/text.ts';
import { aMonthOf } from '../../ui/tokens-to-money.ts';
import type from '../../ui/type.module.css';
import styles from './checkout.module.css';
import { useOfferName } from './OfferBill.tsx';
import type { Choice } from './renewal-line.ts';

interface Price {
  price: number;
  money: number;
}

const Period = ({ label, price, text }: { label: string; price: Price; text: string }) => {
  const t = useText();
  return (
    <span className={styles.period}>
      <span className={classes(type.small, type.strong)}>{label}</span>
      {price.price === 0 ? (
        <span className={styles.price}>{t('offers.free')}</span>
      ) : (
        <Amount tokens={price.price} money={price.money} className={styles.price} />
      )}
      <span className={classes(type.tiny, type.faint)}>{text}</span>
    </span>
  );
};

interface PeriodOptionsProps {
  /** The performer's name. */
  name: string;
  offer: PerformerProfile['subscription'];
  link: LinkOffer | null;
  value: Choice;
  /** Length of the chosen period where the card company counts in days. */
  periodDays: number | null;
  onChange: (choice: Choice) => void;
}

/** Offers what can be subscribed to: the link's offer, free days, a month, a year. */
export const PeriodOptions = ({ name, offer, link, value, periodDays, onChange }: PeriodOptionsProps) => {
  const t = useText();
  const format = useFormat();
  const nameOf = useOfferName();
  const options: { value: Choice; label: string; price: Price; text: string }[] = [
    {
      value: 'monthly',
      label: t('profile.monthly'),
      price: { price: offer.monthlyPrice, money: offer.monthlyMoney },
      text: value === 'monthly' && periodDays !== null ? t('cards.days', { count: periodDays }) : t('profile.eachMonth'),
    },
  ];
  if (offer.trialDays > 0 && link?.kind !== 'trial')
    options.unshift({
      value: 'trial',
      label: t('checkout.trial', { count: offer.trialDays }),
      price: { price: 0, money: 0 },
      text: t('checkout.trialThen', { price: format.money(offer.monthlyMoney) }),
    });
  if (link) {
    const from = t('offers.from', { date: format.periodDay(link.firstUntil, 'day') });
    const ordinary = t(`offers.price.${link.plan}`, { money: format.money(link.ordinary.money) });
    options.unshift({ value: 'offer', label: nameOf(link), price: link.first, text: `${from}: ${ordinary}` });
  }
  if (offer.yearlyPrice !== null) {
    const money = offer.yearlyMoney ?? 0;
    const text = t('profile.eachYear', { money: format.money(aMonthOf(money)) });
    options.push({ value: 'yearly', label: t('profile.yearly'), price: { price: offer.yearlyPrice, money }, text });
  }
  return (
    <OptionCards
      columns
      label={t('checkout.subscribeTo', { name })}
      name="period"
      value={value}
      onChange={onChange}
      options={options.map(({ value: choice, ...period }) => ({ value: choice, body: <Period {...period} /> }))}
    />
  );
};
