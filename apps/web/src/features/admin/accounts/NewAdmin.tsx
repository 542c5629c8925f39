import { ADMIN_ROLES, type AdminRole } from '@stagedoor/contract/admin-roles.values';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import { SheetForm } from '../../../ui/forms/SheetForm.tsx';

/** The one with the least power first. */
const ROLES = ADMIN_ROLES.toReversed();

/** Creates an admin; a mail invites them to set their password. */
export const NewAdmin = () => {
  const t = useText();
  const client = useQueryClient();
  const create = useAction('POST /admin/admins');
  const [opened, setOpened] = useState(false);
  const fields = create.error?.fields ?? {};
  return (
    <>
      <Button kind="gold" onClick={() => setOpened(true)}>
        {t('people.newAdmin')}
      </Button>
      <Sheet opened={opened} onClose={() => setOpened(false)} title={t('people.newAdmin')} width={480}>
        <SheetForm
          action={create}
          lead={t('people.newAdminText')}
          submit={t('people.invite')}
          send={({ text }) =>
            create.run({
              body: {
                name: text('name'),
                username: text('username'),
                email: text('email'),
                adminRole: text<AdminRole>('adminRole'),
              },
            })
          }
          onDone={({ name, ownerProposal }) => {
            toast(t('people.invitedToast', { name }), { tone: 'ok', stays: 5000 });
            if (ownerProposal) toast(t('people.ownerProposedToast'), { tone: 'ok', stays: 5000 });
            setOpened(false);
            void client.invalidateQueries({ queryKey: ['GET /admin/users'] });
          }}
        >
          <TextField label={t('people.name')} name="name" required maxLength={80} error={fields['name']} />
          <TextField
            label={t('people.username')}
            name="username"
            required
            maxLength={30}
            autoCapitalize="none"
            start="@"
            error={fields['username']}
          />
          <TextField label={t('people.mail')} name="email" type="email" required maxLength={254} error={fields['email']} />
          <SelectField
            label={t('people.mayDo')}
            name="adminRole"
            choices={ROLES.map((role) => ({ value: role, text: t(`people.adminRoleText.${role}`) }))}
          />
        </SheetForm>
      </Sheet>
    </>
  );
};
