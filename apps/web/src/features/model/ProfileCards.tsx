import type { FormEvent } from 'react';
import { useAction } from '../../app/data.ts';
import { useSessionStore } from '../../app/session.tsx';
import { Coin } from '../../ui/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead } from '../../ui/Card.tsx';
import { TextArea, TextField } from '../../ui/Field.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { formValues } from '../auth/form-values.ts';
import { Problem } from '../auth/Problem.tsx';
import styles from './model.module.css';
import type { PerformerCardProps } from './own-performer.ts';

const FIELDS = ['name', 'craft', 'city', 'bio'];
const PRICES = ['monthlyPrice', 'yearlyPrice'];
const AMOUNT = '\\d{1,6}([.,]\\d{1,2})?';

/** Name, craft, city and the lines about oneself. */
export const ProfileCard = ({ performer, onChange }: PerformerCardProps) => {
  const say = useText();
  const store = useSessionStore();
  const update = useAction('PUT /performers');
  const fields = update.error?.fields ?? {};
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const values = formValues(event);
    const answer = await update.run({
      body: { name: values.text('name'), craft: values.text('craft'), city: values.text('city'), bio: values.text('bio') },
    });
    if (!answer) return;
    store.update({ name: answer.name });
    toast(say('model.saved'), { tone: 'ok' });
    onChange();
  };
  return (
    <Card pad="lg">
      <form className={styles.stack} onSubmit={(event) => void submit(event)}>
        <TextField label={say('model.name')} name="name" required maxLength={80} defaultValue={performer.name} error={fields['name']} />
        <div className={styles.two}>
          <TextField
            label={say('model.craft')}
            name="craft"
            maxLength={60}
            defaultValue={performer.craft}
            hint={say('model.craftHint')}
            error={fields['craft']}
          />
          <TextField label={say('model.city')} name="city" maxLength={80} defaultValue={performer.city} error={fields['city']} />
        </div>
        <TextArea label={say('model.bio')} name="bio" rows={4} maxLength={2000} defaultValue={performer.bio} error={fields['bio']} />
        <Problem error={update.error} fields={FIELDS} />
        <div className={styles.end}>
          <Button kind="gold" type="submit" busy={update.busy}>
            {say('model.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
};

/** What a month and a year of subscription cost. */
export const PricesCard = ({ performer, onChange }: PerformerCardProps) => {
  const say = useText();
  const update = useAction('PUT /performers');
  const fields = update.error?.fields ?? {};
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const values = formValues(event);
    const amount = (name: string) => values.text(name).replace(',', '.').trim();
    const answer = await update.run({ body: { monthlyPrice: amount('monthlyPrice') || '0', yearlyPrice: amount('yearlyPrice') || null } });
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
            defaultValue={performer.monthlyPrice.toFixed(2)}
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
            defaultValue={performer.yearlyPrice === null ? '' : performer.yearlyPrice.toFixed(2)}
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
