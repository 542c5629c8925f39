import { type FormEvent, useEffect, useState } from 'react';
import { useAction } from '../../app/data.ts';
import { useCurrentUser } from '../../app/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { PasswordField, TextField } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { formValues } from '../auth/form-values.ts';
import { Problem } from '../auth/Problem.tsx';
import styles from './account.module.css';

interface SheetProps {
  opened: boolean;
  onClose: () => void;
}

/** Asks for another address. Whether it is free is told by mail alone. */
export const EmailSheet = ({ opened, onClose }: SheetProps) => {
  const say = useText();
  const user = useCurrentUser();
  const ask = useAction('POST /auth/me/email');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { reset } = ask;
  useEffect(() => {
    if (!opened) return;
    setSentTo(null);
    reset();
  }, [opened, reset]);
  const wrong = ask.error?.code === 'CURRENT_PASSWORD_WRONG' ? ask.error.message : undefined;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const values = formValues(event);
    const email = values.text('email');
    if (await ask.run({ body: { email, currentPassword: values.text('currentPassword') } })) setSentTo(email);
  };
  return (
    <Sheet opened={opened} onClose={onClose} title={say(sentTo ? 'account.linkSent' : 'account.changeEmail')}>
      {sentTo ? (
        <div className={styles.form}>
          <p className={type.quiet}>{say('account.linkSentLead', { email: sentTo })}</p>
          <Button kind="gold" wide onClick={onClose}>
            {say('account.done')}
          </Button>
        </div>
      ) : (
        <form className={styles.form} onSubmit={(event) => void submit(event)}>
          <p className={type.quiet}>{say('account.changeEmailLead', { email: user.email })}</p>
          <Problem error={wrong ? null : ask.error} fields={['email', 'currentPassword']} />
          <TextField
            label={say('account.newEmail')}
            name="email"
            type="email"
            autoComplete="email"
            required
            maxLength={254}
            error={ask.error?.fields['email']}
          />
          <PasswordField
            label={say('account.currentPassword')}
            name="currentPassword"
            autoComplete="current-password"
            required
            maxLength={200}
            error={wrong ?? ask.error?.fields['currentPassword']}
          />
          <Button kind="gold" wide type="submit" busy={ask.busy}>
            {say('account.sendLink')}
          </Button>
        </form>
      )}
    </Sheet>
  );
};
