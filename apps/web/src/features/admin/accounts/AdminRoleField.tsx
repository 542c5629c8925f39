import type { AccountDetail } from '@stagedoor/contract/admin-people';
import { ADMIN_ROLES, type AdminRole } from '@stagedoor/contract/admin-roles.values';
import { useState } from 'react';
import { SelectField } from '../../../ui/SelectField.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import { AskedAct } from '../frame/ActButton.tsx';

/** The role of an admin: a choice that asks before it counts. */
export const AdminRoleField = ({ account, onDone }: { account: AccountDetail; onDone: () => void }) => {
  const t = useText();
  const present = account.adminRole ?? 'support';
  const [asked, setAsked] = useState(false);
  // Kept while the sheet closes, so that its text doesn't change.
  const [chosen, setChosen] = useState<AdminRole>(present);
  const role = (of: AdminRole) => t(`people.adminRole.${of}`);
  return (
    <>
      <SelectField
        label={t('people.mayDo')}
        value={asked ? chosen : present}
        onChoose={(one) => {
          setChosen(one);
          setAsked(true);
        }}
        choices={ADMIN_ROLES.map((one) => ({ value: one, text: t(`people.adminRoleText.${one}`) }))}
      />
      <AskedAct
        write="PUT /admin/admins/{id}"
        input={{ params: { id: account._id }, body: { adminRole: chosen } }}
        opened={asked}
        title={t('acts.roleTitle', { name: account.name })}
        text={
          <>
            {t('acts.roleText', { before: role(present), after: role(chosen) })} {chosen === 'owner' ? t('acts.roleOwnerText') : null}
          </>
        }
        act={t('acts.changeRole')}
        onClose={() => setAsked(false)}
        onDone={(answer) => {
          toast(t(chosen === 'owner' && answer.ownerProposal ? 'people.ownerProposedToast' : 'people.savedToast'), { tone: 'ok' });
          onDone();
        }}
      />
    </>
  );
};
