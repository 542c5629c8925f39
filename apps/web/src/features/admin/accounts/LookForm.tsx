import type { AccountDetail } from '@stagedoor/contract/admin-people';
import { useAction } from '../../../app/data.ts';
import { landingPath } from '../../../app/guard.ts';
import { TextField } from '../../../ui/Field.tsx';
import { SheetForm } from '../../../ui/forms/SheetForm.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useText } from '../../../ui/text.ts';

/** Why an admin looks at the site as an account does; then its landing page. */
export const LookForm = ({ account, opened, onClose }: { account: AccountDetail; opened: boolean; onClose: () => void }) => {
  const t = useText();
  const look = useAction('POST /admin/users/{id}/act-as');
  return (
    <Sheet opened={opened} onClose={onClose} title={t('people.lookTitle', { name: account.name })} width={480}>
      <SheetForm
        draft={`account.look.${account._id}`}
        action={look}
        lead={t('people.lookText')}
        submit={t('people.look')}
        send={({ text }) => look.run({ params: { id: account._id }, body: { reason: text('reason') } })}
        onDone={() =>
          // Full navigation: none of the admin's own data may stay in memory.
          location.assign(landingPath({ isPerformer: account.role === 'performer', isLiteAccount: false, username: account.username }))
        }
      >
        <TextField
          label={t('people.lookReason')}
          name="reason"
          required
          maxLength={300}
          hint={t('people.lookReasonHint')}
          error={look.error?.fields['reason']}
        />
      </SheetForm>
    </Sheet>
  );
};
