import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField, TextField } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { formValues } from '../auth/form-values.ts';
import { Problem } from '../auth/Problem.tsx';
import styles from './admin.module.css';

const ROLES = ['support', 'moderator', 'finance', 'owner'] as const;
const FIELDS = ['name', 'username', 'email'];

/** Makes an admin; a mail invites them to set their password. */
export const NewAdmin = () => {
  const say = useText();
  const client = useQueryClient();
  const create = useAction('POST /admin/admins');
  const [opened, setOpened] = useState(false);
  const fields = create.error?.fields ?? {};
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const values = formValues(event);
    const body = {
      name: values.text('name'),
      username: values.text('username'),
      email: values.text('email'),
      adminRole: values.text('adminRole') as (typeof ROLES)[number],
    };
    if (!(await create.run({ body }))) return;
    toast(say('people.invitedToast', { name: body.name }), { tone: 'ok', stays: 5000 });
    setOpened(false);
    void client.invalidateQueries({ queryKey: ['GET /admin/users'] });
  };
  return (
    <>
      <Button kind="gold" onClick={() => setOpened(true)}>
        {say('people.newAdmin')}
      </Button>
      <Sheet opened={opened} onClose={() => setOpened(false)} title={say('people.newAdmin')} width={480}>
        <form className={styles.form} onSubmit={(event) => void submit(event)}>
          <p className={type.quiet}>{say('people.newAdminText')}</p>
          <TextField label={say('people.name')} name="name" required maxLength={80} error={fields['name']} />
          <TextField
            label={say('people.username')}
            name="username"
            required
            maxLength={30}
            autoCapitalize="none"
            start="@"
            error={fields['username']}
          />
          <TextField label={say('people.mail')} name="email" type="email" required maxLength={254} error={fields['email']} />
          <SelectField
            label={say('people.mayDo')}
            name="adminRole"
            choices={ROLES.map((role) => ({ value: role, text: say(`people.adminRoleText.${role}`) }))}
          />
          <Problem error={create.error} fields={FIELDS} />
          <Button kind="gold" type="submit" wide busy={create.busy}>
            {say('people.invite')}
          </Button>
        </form>
      </Sheet>
    </>
  );
};
