import type { SuspensionReason } from '@stagedoor/contract/reasons';
import { useState } from 'react';
import { useAction } from '../../app/data.ts';
import { FilterChip } from '../../ui/Chip.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { SheetForm } from '../forms/SheetForm.tsx';
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
  return (
    <Sheet opened={opened} onClose={onClose} title={say('people.suspendTitle', { name: account.name })} width={480}>
      <SheetForm
        action={suspend}
        lead={say('people.suspendText')}
        submit={say('people.suspend')}
        bad
        send={({ text }) => suspend.run({ params: { id: account._id }, body: { reason, note: text('note') } })}
        onDone={() => {
          toast(say('people.suspendedToast', { name: account.name }), { tone: 'ok' });
          onClose();
          onDone();
        }}
      >
        <div className={styles.filters} role="group" aria-label={say('people.reason')}>
          {REASONS.map((choice) => (
            <FilterChip key={choice} on={choice === reason} onClick={() => setReason(choice)}>
              {say(`people.reasonShort.${choice}`)}
            </FilterChip>
          ))}
        </div>
        <TextArea
          label={say('people.note')}
          name="note"
          optional={reason !== 'other'}
          required={reason === 'other'}
          rows={3}
          maxLength={500}
          hint={say('people.noteHint')}
          error={suspend.error?.fields['note']}
        />
      </SheetForm>
    </Sheet>
  );
};
