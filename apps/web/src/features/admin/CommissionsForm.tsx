import type { AccountDetail } from '@stagedoor/contract/admin-people';
import type { FormEvent } from 'react';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { TextField } from '../../ui/Field.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { formValues } from '../auth/form-values.ts';
import { Problem } from '../auth/Problem.tsx';
import styles from './admin.module.css';

interface CommissionsFormProps {
  account: AccountDetail;
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** What the site keeps of a performer's sales, by kind; left empty, the site's own rate holds. */
export const CommissionsForm = ({ account, opened, onClose, onDone }: CommissionsFormProps) => {
  const say = useText();
  const format = useFormat();
  const save = useAction('PUT /admin/performers/{id}/commissions');
  const commissions = account.performer?.commissions ?? [];
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const values = formValues(event);
    const rates = Object.fromEntries(
      commissions.map(({ key }) => {
        const text = values.text(key).replace(',', '.').trim();
        return [key, text === '' ? null : Number(text)];
      }),
    );
    if (!(await save.run({ params: { id: account._id }, body: { rates } }))) return;
    toast(say('people.savedToast'), { tone: 'ok' });
    onClose();
    onDone();
  };
  return (
    <Sheet opened={opened} onClose={onClose} title={say('people.commissionsTitle', { name: account.name })} width={560}>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <p className={type.quiet}>{say('people.commissionsText')}</p>
        <div className={styles.rates}>
          {commissions.map(({ key, rate, siteRate, isOwn }) => (
            <TextField
              key={key}
              label={say(`people.commission.${key}`)}
              name={key}
              inputMode="decimal"
              pattern="\d{1,3}([.,]\d{1,2})?"
              placeholder={format.count(siteRate)}
              defaultValue={isOwn ? String(rate) : ''}
              end={<span className={classes(type.faint, styles.unit)}>%</span>}
              error={save.error?.fields[`rates.${key}`]}
            />
          ))}
        </div>
        <Problem error={save.error} fields={commissions.map(({ key }) => `rates.${key}`)} />
        <Button kind="gold" type="submit" wide busy={save.busy}>
          {say('people.save')}
        </Button>
      </form>
    </Sheet>
  );
};
