import type { ComponentProps } from 'react';
import { useSettings } from '../../../app/boot.tsx';
import { useAction, useData } from '../../../app/data.ts';
import { useAmountText } from '../../../ui/Amount.tsx';
import { Card, CardHead, CardLine } from '../../../ui/Card.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { TextField } from '../../../ui/Field.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { TokenField } from '../../../ui/TokenField.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './account.module.css';
import type { PerformerCardProps } from './own-performer.ts';
import { SaveCard } from './SaveCard.tsx';

const written = (value: number | null): string => (value === null ? '' : value.toFixed(2));
const amountOf = (text: string): string => text.replace(',', '.').trim();

/** A price in tokens. */
const PriceField = ({ price, ...field }: Omit<ComponentProps<typeof TokenField>, 'defaultValue' | 'value'> & { price: number | null }) => (
  <TokenField pattern="\d{1,6}([.,]\d{1,2})?" defaultValue={written(price)} {...field} />
);

/** Subscription prices per month and year, and the number of free trial days. */
export const PricesCard = ({ performer, onChange }: PerformerCardProps) => {
  const t = useText();
  const update = useAction('PUT /performers');
  const fields = update.error?.fields ?? {};
  return (
    <SaveCard
      draft="profile.prices"
      title={t('model.prices')}
      note={t('model.priceNote')}
      action={update}
      send={({ text }) =>
        update.run({
          body: {
            monthlyPrice: amountOf(text('monthlyPrice')) || '0',
            yearlyPrice: amountOf(text('yearlyPrice')) || null,
            trialDays: Number(text('trialDays')) || 0,
          },
        })
      }
      onDone={onChange}
    >
      <div className={styles.two}>
        <PriceField
          label={t('model.monthly')}
          name="monthlyPrice"
          required
          price={performer.monthlyPrice}
          hint={t('model.freeHint')}
          error={fields['monthlyPrice']}
        />
        <PriceField label={t('model.yearly')} optional name="yearlyPrice" price={performer.yearlyPrice} error={fields['yearlyPrice']} />
        <TextField
          label={t('model.trialDays')}
          name="trialDays"
          type="number"
          required
          min={0}
          max={90}
          step={1}
          defaultValue={performer.trialDays}
          hint={t('model.trialDaysText')}
          error={fields['trialDays']}
        />
      </div>
    </SaveCard>
  );
};

/** Prices per minute of private and group shows; empty means the site's. */
export const LivePricesCard = ({ performer, onChange }: PerformerCardProps) => {
  const t = useText();
  const written = useAmountText();
  const settings = useSettings();
  const update = useAction('PUT /performers');
  const fields = update.error?.fields ?? {};
  const byDefault = (price: number | undefined) => (price === undefined ? undefined : t('profiles.siteDefault', { price: written(price) }));
  return (
    <SaveCard
      draft="profile.livePrices"
      title={t('profiles.livePrices')}
      note={t('profiles.livePriceNote')}
      action={update}
      send={({ text }) =>
        update.run({
          body: {
            privatePrice: amountOf(text('privatePrice')) || null,
            groupPrice: amountOf(text('groupPrice')) || null,
            privateMinimumMinutes: Number(text('privateMinimumMinutes')),
          },
        })
      }
      onDone={onChange}
    >
      <div className={styles.two}>
        <PriceField
          label={t('profiles.privatePrice')}
          optional
          name="privatePrice"
          price={performer.privatePrice}
          hint={byDefault(settings.privateC2CDefaultPrice)}
          error={fields['privatePrice']}
        />
        <PriceField
          label={t('profiles.groupPrice')}
          optional
          name="groupPrice"
          price={performer.groupPrice}
          hint={byDefault(settings.groupChatDefaultPrice)}
          error={fields['groupPrice']}
        />
        <TextField
          label={t('profiles.minimumMinutes')}
          name="privateMinimumMinutes"
          type="number"
          required
          min={1}
          max={60}
          step={1}
          defaultValue={performer.privateMinimumMinutes}
          error={fields['privateMinimumMinutes']}
        />
      </div>
    </SaveCard>
  );
};

/** The site's commission on each kind of sale. */
export const CommissionsCard = () => {
  const t = useText();
  const format = useFormat();
  const { data } = useData('GET /performers/commissions', {});
  return (
    <Card pad="lg" className={styles.stack}>
      <CardHead title={t('profiles.commissions')} />
      <p className={classes(type.small, type.quiet)}>{t('profiles.commissionsText')}</p>
      {data ? (
        <div className={styles.rates}>
          {data.map(({ kind, rate, source, setAt }) => (
            <CardLine key={kind} className={type.flexBetween}>
              <span className={styles.rateKind}>
                <span className={type.small}>{t(`profiles.commission.${kind}`)}</span>
                {setAt ? (
                  <span className={classes(type.tiny, type.faint)}>{t('profiles.rateSince', { date: format.date(setAt, 'dayYear') })}</span>
                ) : null}
              </span>
              <span className={styles.rate}>
                {source === 'own' ? (
                  <Chip size="sm" tone="spot">
                    {t('profiles.ownRate')}
                  </Chip>
                ) : null}
                <span className={classes(type.num, type.strong)}>{format.percent(rate)}</span>
              </span>
            </CardLine>
          ))}
        </div>
      ) : (
        <RowsSkeleton rows={5} />
      )}
    </Card>
  );
};
