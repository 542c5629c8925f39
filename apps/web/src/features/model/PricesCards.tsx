import type { FormEvent } from 'react';
import { useSettings } from '../../app/boot.tsx';
import { useAction, useData } from '../../app/data.ts';
import { Coin } from '../../ui/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead, CardLine } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { TextField } from '../../ui/Field.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { formValues } from '../auth/form-values.ts';
import { Problem } from '../auth/Problem.tsx';
import styles from './model.module.css';
import type { PerformerCardProps } from './own-performer.ts';

const PRICES = ['monthlyPrice', 'yearlyPrice'];
const LIVE_PRICES = ['privatePrice', 'groupPrice', 'privateMinimumMinutes'];
const AMOUNT = '\\d{1,6}([.,]\\d{1,2})?';
const written = (value: number | null): string => (value === null ? '' : value.toFixed(2));
const amountOf = (text: string): string => text.replace(',', '.').trim();

/** What a month and a year of subscription cost. */
export const PricesCard = ({ performer, onChange }: PerformerCardProps) => {
  const say = useText();
  const update = useAction('PUT /performers');
  const fields = update.error?.fields ?? {};
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const values = formValues(event);
    const answer = await update.run({
      body: { monthlyPrice: amountOf(values.text('monthlyPrice')) || '0', yearlyPrice: amountOf(values.text('yearlyPrice')) || null },
    });
    if (!answer) return;
    toast(say('model.saved'), { tone: 'ok' });
    onChange();
  };
  return (
    <Card pad="lg">
      <form className={styles.stack} onSubmit={(event) => void submit(event)}>
        <CardHead title={say('model.prices')} />
        <div className={styles.two}>
          <TextField
            label={say('model.monthly')}
            name="monthlyPrice"
            inputMode="decimal"
            start={<Coin />}
            pattern={AMOUNT}
            required
            defaultValue={written(performer.monthlyPrice)}
            hint={say('model.freeHint')}
            error={fields['monthlyPrice']}
          />
          <TextField
            label={say('model.yearly')}
            optional
            name="yearlyPrice"
            inputMode="decimal"
            start={<Coin />}
            pattern={AMOUNT}
            defaultValue={written(performer.yearlyPrice)}
            error={fields['yearlyPrice']}
          />
        </div>
        <Problem error={update.error} fields={PRICES} />
        <div className={type.flexBetween}>
          <span className={classes(type.small, type.faint)}>{say('model.priceNote')}</span>
          <Button kind="gold" type="submit" busy={update.busy}>
            {say('model.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
};

/** What a minute of a private or a group show costs; left empty, what the site asks. */
export const LivePricesCard = ({ performer, onChange }: PerformerCardProps) => {
  const say = useText();
  const format = useFormat();
  const settings = useSettings();
  const update = useAction('PUT /performers');
  const fields = update.error?.fields ?? {};
  const byDefault = (price: number | undefined) =>
    price === undefined ? undefined : say('profiles.siteDefault', { price: format.tokens(price) });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const values = formValues(event);
    const answer = await update.run({
      body: {
        privatePrice: amountOf(values.text('privatePrice')) || null,
        groupPrice: amountOf(values.text('groupPrice')) || null,
        privateMinimumMinutes: Number(values.text('privateMinimumMinutes')),
      },
    });
    if (!answer) return;
    toast(say('model.saved'), { tone: 'ok' });
    onChange();
  };
  return (
    <Card pad="lg">
      <form className={styles.stack} onSubmit={(event) => void submit(event)}>
        <CardHead title={say('profiles.livePrices')} />
        <div className={styles.two}>
          <TextField
            label={say('profiles.privatePrice')}
            optional
            name="privatePrice"
            inputMode="decimal"
            start={<Coin />}
            pattern={AMOUNT}
            defaultValue={written(performer.privatePrice)}
            hint={byDefault(settings.privateC2CDefaultPrice)}
            error={fields['privatePrice']}
          />
          <TextField
            label={say('profiles.groupPrice')}
            optional
            name="groupPrice"
            inputMode="decimal"
            start={<Coin />}
            pattern={AMOUNT}
            defaultValue={written(performer.groupPrice)}
            hint={byDefault(settings.groupChatDefaultPrice)}
            error={fields['groupPrice']}
          />
          <TextField
            label={say('profiles.minimumMinutes')}
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
        <Problem error={update.error} fields={LIVE_PRICES} />
        <div className={type.flexBetween}>
          <span className={classes(type.small, type.faint)}>{say('profiles.livePriceNote')}</span>
          <Button kind="gold" type="submit" busy={update.busy}>
            {say('model.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
};

/** What the site keeps of each kind of sale. */
export const CommissionsCard = () => {
  const say = useText();
  const format = useFormat();
  const { data } = useData('GET /performers/commissions', {});
  return (
    <Card pad="lg" className={styles.stack}>
      <CardHead title={say('profiles.commissions')} />
      <p className={classes(type.small, type.quiet)}>{say('profiles.commissionsText')}</p>
      {data ? (
        <div className={styles.rates}>
          {data.map(({ kind, rate, source }) => (
            <CardLine key={kind} className={type.flexBetween}>
              <span className={type.small}>{say(`profiles.commission.${kind}`)}</span>
              <span className={styles.rate}>
                {source === 'own' ? (
                  <Chip size="sm" tone="spot">
                    {say('profiles.ownRate')}
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
