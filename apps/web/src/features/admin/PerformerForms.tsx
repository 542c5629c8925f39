import type { AccountDetail } from '@stagedoor/contract/admin-people';
import { useState } from 'react';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { Problem } from '../auth/Problem.tsx';
import styles from './admin.module.css';

interface FormProps {
  account: AccountDetail;
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** Why a performer is held at profile and payout; they read it. */
export const HoldForm = ({ account, opened, onClose, onDone }: FormProps) => {
  const say = useText();
  const hold = useAction('POST /admin/performers/{id}/hold');
  const [reason, setReason] = useState('');
  const submit = async () => {
    if (!(await hold.run({ params: { id: account._id }, body: { reason } }))) return;
    toast(say('people.savedToast'), { tone: 'ok' });
    onClose();
    onDone();
  };
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={say('people.holdTitle', { name: account.name })}
      width={480}
      foot={
        <Button kind="gold" wide busy={hold.busy} onClick={() => void submit()}>
          {say('people.hold')}
        </Button>
      }
    >
      <div className={styles.form}>
        <p className={type.quiet}>{say('people.holdText')}</p>
        <TextField
          label={say('people.holdReason')}
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={hold.error?.fields['reason']}
        />
        <Problem error={hold.error} fields={['reason']} />
      </div>
    </Sheet>
  );
};

/** The performer's place in the ranking, or none. */
export const FeaturedForm = ({ account, opened, onClose, onDone }: FormProps) => {
  const say = useText();
  const feature = useAction('PUT /admin/performers/{id}/featured');
  const [position, setPosition] = useState(account.performer?.featuredPosition?.toString() ?? '');
  const submit = async () => {
    const value = position.trim() === '' ? null : Number(position);
    if (!(await feature.run({ params: { id: account._id }, body: { position: value } }))) return;
    toast(say('people.savedToast'), { tone: 'ok' });
    onClose();
    onDone();
  };
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={say('people.featureTitle', { name: account.name })}
      width={420}
      foot={
        <Button kind="gold" wide busy={feature.busy} onClick={() => void submit()}>
          {say('people.save')}
        </Button>
      }
    >
      <div className={styles.form}>
        <TextField
          label={say('people.position')}
          optional
          inputMode="numeric"
          value={position}
          maxLength={3}
          onChange={(event) => setPosition(event.currentTarget.value)}
          hint={say('people.positionHint')}
          error={feature.error?.fields['position']}
        />
        <Problem error={feature.error} fields={['position']} />
      </div>
    </Sheet>
  );
};
