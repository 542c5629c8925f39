import type { AccountDetail } from '@stagedoor/contract/admin-people';
import { useAction } from '../../../app/data.ts';
import { classes } from '../../../ui/classes.ts';
import { TextField } from '../../../ui/Field.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import { SheetForm } from '../../../ui/forms/SheetForm.tsx';
import styles from '../../../ui/admin/list-and-pane.module.css';

interface FormProps {
  account: AccountDetail;
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** After saving: shows a toast, closes, and refetches the lists. */
const useSaved = ({ onClose, onDone }: FormProps) => {
  const t = useText();
  return () => {
    toast(t('people.savedToast'), { tone: 'ok' });
    onClose();
    onDone();
  };
};

/** The reason a performer is put on hold; the performer reads it. */
export const HoldForm = (props: FormProps) => {
  const { account, opened, onClose } = props;
  const t = useText();
  const hold = useAction('POST /admin/performers/{id}/hold');
  const onSaved = useSaved(props);
  return (
    <Sheet opened={opened} onClose={onClose} title={t('people.holdTitle', { name: account.name })} width={480}>
      <SheetForm
        draft={`performer.hold.${account._id}`}
        action={hold}
        lead={t('people.holdText')}
        submit={t('people.hold')}
        send={({ text }) => hold.run({ params: { id: account._id }, body: { reason: text('reason') } })}
        onDone={onSaved}
      >
        <TextField label={t('people.holdReason')} name="reason" required maxLength={500} error={hold.error?.fields['reason']} />
      </SheetForm>
    </Sheet>
  );
};

/** The performer's position in the ranking, or none. */
export const FeaturedForm = (props: FormProps) => {
  const { account, opened, onClose } = props;
  const t = useText();
  const feature = useAction('PUT /admin/performers/{id}/featured');
  const onSaved = useSaved(props);
  return (
    <Sheet opened={opened} onClose={onClose} title={t('people.featureTitle', { name: account.name })} width={420}>
      <SheetForm
        draft={`performer.feature.${account._id}`}
        action={feature}
        submit={t('people.save')}
        send={({ text }) => {
          const position = text('position').trim();
          return feature.run({ params: { id: account._id }, body: { position: position === '' ? null : Number(position) } });
        }}
        onDone={onSaved}
      >
        <TextField
          label={t('people.position')}
          name="position"
          optional
          inputMode="numeric"
          defaultValue={account.performer?.featuredPosition?.toString() ?? ''}
          maxLength={3}
          hint={t('people.positionHint')}
          error={feature.error?.fields['position']}
        />
      </SheetForm>
    </Sheet>
  );
};

/** The site's commission on a performer's sales, by kind; empty means the site's default. */
export const CommissionsForm = (props: FormProps) => {
  const { account, opened, onClose } = props;
  const t = useText();
  const format = useFormat();
  const save = useAction('PUT /admin/performers/{id}/commissions');
  const onSaved = useSaved(props);
  const commissions = account.performer?.commissions ?? [];
  return (
    <Sheet opened={opened} onClose={onClose} title={t('people.commissionsTitle', { name: account.name })} width={560}>
      <SheetForm
        draft={`performer.commissions.${account._id}`}
        action={save}
        lead={t('people.commissionsText')}
        submit={t('people.save')}
        send={({ text }) => {
          const written = (key: string) => text(`rates.${key}`).replace(',', '.').trim();
          const rates = Object.fromEntries(commissions.map(({ key }) => [key, written(key) === '' ? null : Number(written(key))]));
          return save.run({ params: { id: account._id }, body: { rates } });
        }}
        onDone={onSaved}
      >
        <div className={styles.rates}>
          {commissions.map(({ key, rate, siteRate, isOwn }) => (
            <TextField
              key={key}
              label={t(`people.commission.${key}`)}
              name={`rates.${key}`}
              inputMode="decimal"
              pattern="\d{1,3}([.,]\d{1,2})?"
              placeholder={format.count(siteRate)}
              defaultValue={isOwn ? String(rate) : ''}
              end={<span className={classes(type.faint, styles.unit)}>%</span>}
              error={save.error?.fields[`rates.${key}`]}
            />
          ))}
        </div>
      </SheetForm>
    </Sheet>
  );
};
