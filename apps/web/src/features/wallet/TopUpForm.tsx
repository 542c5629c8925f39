import type { ResponseOf, Contract } from '@stagedoor/contract';
import { useState } from 'react';
import { Pending } from '../../app/Pending.tsx';
import { useAction, useData } from '../../app/data.ts';
import { useBoot, useSettings } from '../../app/boot.tsx';
import { useCurrentUser } from '../../app/session.tsx';
import { Amount, useAmountText } from '../../ui/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { OptionCards } from '../../ui/OptionCards.tsx';
import { useFormat } from '../../ui/format.tsx';
import { tokensToMoney } from '../../ui/tokens-to-money.ts';
import { TilesSkeleton } from '../../ui/Skeleton.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import { TokenField } from '../../ui/TokenField.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { CardCompanyPicker } from './CardCompanyPicker.tsx';
import { useCardCompanies } from './use-card-companies.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { fittingTopUp, missingFor } from './fitting-top-up.ts';
import styles from './wallet.module.css';

type Offered = ResponseOf<Contract['GET /wallet-package']>;

interface TopUpFormProps {
  /** Price of the interrupted purchase: what is missing for it is named and preselected. */
  needed?: number;
  /** Return address after paying. */
  returnTo?: string;
  /** What is offered, if it was loaded with the page. */
  initial?: Offered;
}

/** What is missing for the interrupted purchase; nothing if the wallet has enough. */
const MissingLine = ({ needed }: { needed: number }) => {
  const t = useText();
  const written = useAmountText();
  const { balance } = useCurrentUser();
  const missing = missingFor(needed, balance);
  if (missing <= 0) return null;
  return (
    <p className={styles.missing} role="status">
      <span className={type.strong}>{t('wallet.missing', { missing: written(missing) })}</span>{' '}
      <span className={classes(type.small, type.quiet)}>{t('ui.balanceShort', { balance: written(balance), price: written(needed) })}</span>
    </p>
  );
};

/** Instead of the packages where no gateway takes cards: there is no other way of one's own to add tokens. */
const CardsOff = ({ needed }: { needed: number }) => {
  const t = useText();
  return (
    <div className={styles.cardsOff}>
      <MissingLine needed={needed} />
      <p className={type.strong}>{t('wallet.cardsOff')}</p>
      <p className={classes(type.small, type.quiet)}>{t('wallet.cardsOffText')}</p>
      <Button kind="lift" to="/contact">
        {t('wallet.contact')}
      </Button>
    </div>
  );
};

/** Packages with the actual price per token, or a custom amount within the limits; then to the gateway. */
export const TopUpForm = (props: TopUpFormProps) =>
  useBoot().takesCards ? <Packages {...props} /> : <CardsOff needed={props.needed ?? 0} />;

const Packages = ({ initial, ...form }: TopUpFormProps) => {
  const offered = useData('GET /wallet-package', {}, initial ? { initialData: initial } : {});
  if (offered.data) return <PackageForm {...form} packages={offered.data} onRefused={() => void offered.refetch()} />;
  return (
    <Pending of={offered}>
      <TilesSkeleton tiles={4} height={100} />
    </Pending>
  );
};

interface PackageFormProps extends Omit<TopUpFormProps, 'initial'> {
  packages: Offered;
  /** A package may have another price by now: they are read again. */
  onRefused: () => void;
}

const PackageForm = ({ needed = 0, returnTo = '/wallet', packages, onRefused }: PackageFormProps) => {
  const t = useText();
  const format = useFormat();
  const written = useAmountText();
  const user = useCurrentUser();
  const { topUpMinimum = 5, topUpMaximum = 1000 } = useSettings();
  const buyPackage = useAction('POST /payment/purchase-tokens');
  const buyCustom = useAction('POST /payment/purchase-wallet/custom-amount');
  const [choice, setChoice] = useState<string | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const missing = missingFor(needed, user.balance);
  const fitting = fittingTopUp(packages.data, missing, { minimum: topUpMinimum, maximum: topUpMaximum });
  const custom = typed ?? fitting.custom;
  const chosen = packages.data.find((candidate) => candidate._id === (choice ?? fitting.packageId));
  const amount = Number(custom.replace(',', '.'));
  const valid = custom !== '' && Number.isFinite(amount) && amount >= topUpMinimum && amount <= topUpMaximum;
  // Only a valid choice has a price.
  const bought = custom === '' ? chosen : valid ? { tokens: amount, price: tokensToMoney(amount, format.tokenValue) } : undefined;
  const cards = useCardCompanies(bought ? { money: bought.price } : null);
  const bounds = t('wallet.customHint', { minimum: written(topUpMinimum, { trim: true }), maximum: written(topUpMaximum, { trim: true }) });
  const press = async () => {
    const made =
      custom !== ''
        ? await buyCustom.run({ body: { amount: String(amount), returnTo, ...cards.body } })
        : chosen
          ? await buyPackage.run({ body: { packageId: chosen._id, tokens: chosen.tokens, price: chosen.price, returnTo, ...cards.body } })
          : undefined;
    if (made) location.assign(made.redirectUrl);
    else onRefused();
  };
  const busy = buyPackage.busy || buyCustom.busy;
  return (
    <div className={styles.topUp}>
      <MissingLine needed={needed} />
      <div className={styles.packages}>
        <OptionCards
          columns
          label={t('wallet.topUp')}
          name="package"
          value={custom === '' ? (chosen?._id ?? '') : ''}
          onChange={(value) => {
            setChoice(value);
            setTyped('');
          }}
          options={packages.data.map((item) => ({
            value: item._id,
            body: (
              <span className={styles.package}>
                <span className={type.flexBetween}>
                  <Amount tokens={item.tokens} money={item.price} trim stacked className={styles.tokens} />
                  {item.discountPercent > 0 ? (
                    <Chip tone="ok" size="sm">
                      {t('wallet.off', { percent: format.percent(item.discountPercent) })}
                    </Chip>
                  ) : null}
                </span>
                <span className={classes(type.tiny, type.faint)}>{t('wallet.aToken', { money: format.money(item.unitPrice) })}</span>
              </span>
            ),
          }))}
        />
      </div>
      <div className={styles.companies}>
        <CardCompanyPicker of={cards} none="cards.noneTopUp" />
      </div>
      <FormError error={buyPackage.error ?? buyCustom.error} fields={[]} />
      <div className={styles.buy}>
        <div className={styles.custom}>
          <TokenField
            label={t('wallet.custom')}
            optional
            value={custom}
            hint={bounds}
            error={custom !== '' && !valid ? bounds : undefined}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </div>
        <div className={styles.ticket}>
          <Ticket
            label={bought ? t('wallet.buy', { tokens: format.tokens(bought.tokens, true) }) : t('wallet.buyAny')}
            money={bought?.price ?? null}
            below={t('wallet.card')}
            wide
            size="lg"
            busy={busy}
            disabled={!bought || cards.isNone || cards.isPending}
            onClick={() => void press()}
          />
        </div>
      </div>
    </div>
  );
};
