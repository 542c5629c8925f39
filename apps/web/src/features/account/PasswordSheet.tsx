import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect } from 'react';
import { useAction } from '../../app/data.ts';
import { useCurrentUser } from '../../app/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { formValues } from '../auth/form-values.ts';
import { Problem } from '../auth/Problem.tsx';
import styles from './account.module.css';

/** Changes the password; the other sessions end. */
export const PasswordSheet = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const say = useText();
  const user = useCurrentUser();
  const client = useQueryClient();
  const change = useAction('PUT /auth/me/password');
  const { reset } = change;
  useEffect(() => {
    if (opened) reset();
  }, [opened, reset]);
  const wrong = change.error?.code === 'CURRENT_PASSWORD_WRONG' ? change.error.message : undefined;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const values = formValues(event);
    const answer = await change.run({ body: { password: values.text('password'), currentPassword: values.text('currentPassword') } });
    if (!answer) return;
    toast(answer.message, { tone: 'ok' });
    onClose();
    await client.invalidateQueries({ queryKey: ['GET /auth/sessions'] });
  };
  return (
    <Sheet opened={opened} onClose={onClose} title={say('account.changePassword')}>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <p className={type.quiet}>{say('account.passwordLine')}</p>
        <Problem error={wrong ? null : change.error} fields={['password', 'currentPassword']} />
        {/* For keepers of passwords: whose it is. */}
        <input
          className={type.hidden}
          name="username"
          autoComplete="username"
          value={user.username}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <PasswordField
          label={say('account.currentPassword')}
          name="currentPassword"
          autoComplete="current-password"
          required
          maxLength={200}
          error={wrong ?? change.error?.fields['currentPassword']}
        />
        <PasswordField
          label={say('account.newPassword')}
          name="password"
          autoComplete="new-password"
          required
          minLength={8}
          maxLength={200}
          hint={say('auth.passwordHint')}
          error={change.error?.fields['password']}
        />
        <Button kind="gold" wide type="submit" busy={change.busy}>
          {say('account.changePassword')}
        </Button>
      </form>
    </Sheet>
  );
};
