import { useState } from 'react';
import { useAction } from '../../../app/data.ts';
import { BulkButton, type BulkProps } from '../list/BulkButton.tsx';
import { SuspensionFields, useSuspensionReason } from './SuspensionFields.tsx';
import type { AccountFilter } from './account-filter.ts';

const Suspend = ({ rows, onStarted }: BulkProps<AccountFilter>) => {
  const suspend = useAction('POST /admin/users/suspend-many');
  const chosen = useSuspensionReason();
  // Kept while the question is open, so that cancelling it loses nothing.
  const [note, setNote] = useState('');
  return (
    <BulkButton
      act="accounts.suspend"
      kind="bad"
      action={suspend}
      prepare={async () => {
        const reason = chosen.require();
        return reason ? suspend.run({ body: { rows, reason, note } }) : undefined;
      }}
      onStarted={onStarted}
    >
      <SuspensionFields chosen={chosen} note={{ value: note, onChange: setNote }} error={suspend.error?.fields['note']} />
    </BulkButton>
  );
};

const Restore = ({ rows, onStarted }: BulkProps<AccountFilter>) => {
  const restore = useAction('POST /admin/users/restore-many');
  return <BulkButton act="accounts.restore" action={restore} prepare={() => restore.run({ body: { rows } })} onStarted={onStarted} />;
};

/** Acts on many accounts. */
export const AccountBulk = (props: BulkProps<AccountFilter>) => (
  <>
    <Restore {...props} />
    <Suspend {...props} />
  </>
);
