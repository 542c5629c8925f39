import { SUSPENSION_REASONS, type SuspensionReason } from '@stagedoor/contract/reasons.values';
import { useState } from 'react';
import { useAction } from '../../app/data.ts';
import { FilterChip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { TextArea } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { SheetForm } from '../../ui/forms/SheetForm.tsx';
import type from '../../ui/type.module.css';
import styles from '../../ui/admin/list-and-pane.module.css';

interface SuspendFormProps {
  account: { _id: string; name: string };
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** The reason for a suspension: the owner reads reason and note. */
export const SuspendForm = ({ account, opened, onClose, onDone }: SuspendFormProps) => {
  const t = useText();
  const suspend = useAction('POST /admin/users/{id}/suspend');
  const [reason, setReason] = useState<SuspensionReason | null>(null);
  const [missing, setMissing] = useState(false);
  return (
    <Sheet opened={opened} onClose={onClose} title={t('people.suspendTitle', { name: account.name })} width={480}>
      <SheetForm
        draft={`account.suspend.${account._id}`}
        action={suspend}
        lead={t('people.suspendText')}
        submit={t('people.suspend')}
        bad
        send={async ({ text }) => {
          setMissing(reason === null);
          return reason ? suspend.run({ params: { id: account._id }, body: { reason, note: text('note') } }) : undefined;
        }}
        onDone={() => {
          toast(t('people.suspendedToast', { name: account.name }), { tone: 'ok' });
          onClose();
          onDone();
        }}
      >
        <div className={styles.filters} role="group" aria-label={t('people.reason')}>
          {SUSPENSION_REASONS.map((choice) => (
            <FilterChip
              key={choice}
              on={choice === reason}
              onClick={() => {
                setReason(choice);
                setMissing(false);
              }}
            >
              {t(`people.reasonShort.${choice}`)}
            </FilterChip>
          ))}
        </div>
        {missing ? (
          <p className={classes(type.small, styles.bad)} role="alert">
            {t('admin.pickReason')}
          </p>
        ) : null}
        <TextArea
          label={t('people.note')}
          name="note"
          optional={reason !== 'other'}
          required={reason === 'other'}
          rows={3}
          maxLength={500}
          hint={t('people.noteHint')}
          error={suspend.error?.fields['note']}
        />
      </SheetForm>
    </Sheet>
  );
};
