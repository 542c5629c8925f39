import type { FormEvent } from 'react';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead } from '../../ui/Card.tsx';
import { PasswordField } from '../../ui/Field.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { formValues } from '../auth/form-values.ts';
import { Problem } from '../auth/Problem.tsx';
import styles from './model.module.css';

/** Changes the password; the other sessions end. */
export const PasswordCard = () => {
  const say = useText();
  const change = useAction('PUT /auth/me/password');
  const wrong = change.error?.code === 'CURRENT_PASSWORD_WRONG' ? change.error.message : undefined;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const values = formValues(event);
    const answer = await change.run({ body: { password: values.text('password'), currentPassword: values.text('currentPassword') } });
    if (!answer) return;
    form.reset();
    toast(answer.message, { tone: 'ok' });
  };
  return (
    <Card pad="lg">
      <form className={styles.stack} onSubmit={(event) => void submit(event)}>
        <CardHead title={say('model.password')} />
        <div className={styles.two}>
          <PasswordField
            label={say('model.currentPassword')}
            name="currentPassword"
            autoComplete="current-password"
            required
            maxLength={200}
            error={wrong ?? change.error?.fields['currentPassword']}
          />
          <PasswordField
            label={say('model.newPassword')}
            name="password"
            autoComplete="new-password"
            required
            minLength={8}
            maxLength={200}
            error={change.error?.fields['password']}
          />
        </div>
        <Problem error={wrong ? null : change.error} fields={['password', 'currentPassword']} />
        <div className={styles.end}>
          <Button kind="lift" type="submit" busy={change.busy}>
            {say('model.changePassword')}
          </Button>
        </div>
      </form>
    </Card>
  );
};
