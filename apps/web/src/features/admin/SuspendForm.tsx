import type { SuspensionReason } from '@stagedoor/contract/reasons';
import { useState } from 'react';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { FilterChip } from '../../ui/Chip.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { Problem } from '../auth/Problem.tsx';
import styles from './admin.module.css';

const REASONS: readonly SuspensionReason[] = ['rules', 'fraud', 'underage', 'impersonation', 'chargebacks', 'ownWish', 'other'];

interface SuspendFormProps {
  account: { _id: string; name: string };
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** Why an account is suspended: the owner reads the reason and the note. */
export const SuspendForm = ({ account, opened, onClose, onDone }: SuspendFormProps) => {
  const say = useText();
  const suspend = useAction('POST /admin/users/{id}/suspend');
  const [reason, setReason] = useState<SuspensionReason>('rules');
  const [note, setNote] = useState('');
  const submit = async () => {
    if (!(await suspend.run({ params: { id: account._id }, body: { reason, note } }))) return;
    toast(say('people.suspendedToast', { name: account.name }), { tone: 'ok' });
    onClose();
    onDone();
  };
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={say('people.suspendTitle', { name: account.name })}
      width={480}
      foot={
        <Button kind="bad" wide busy={suspend.busy} onClick={() => void submit()}>
          {say('people.suspend')}
        </Button>
      }
    >
      <div className={styles.form}>
        <p className={type.quiet}>{say('people.suspendText')}</p>
        <div className={styles.filters} role="group" aria-label={say('people.reason')}>
          {REASONS.map((choice) => (
            <FilterChip key={choice} on={choice === reason} onClick={() => setReason(choice)}>
              {say(`people.reasonShort.${choice}`)}
            </FilterChip>
          ))}
        </div>
        <TextArea
          label={say('people.note')}
          optional={reason !== 'other'}
          rows={3}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          hint={say('people.noteHint')}
        />
        <Problem error={suspend.error} fields={[]} />
      </div>
    </Sheet>
  );
};
