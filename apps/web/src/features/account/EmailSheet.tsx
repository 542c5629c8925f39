import { useEffect, useState } from 'react';
import { useAction } from '../../app/data.ts';
import { useCurrentUser } from '../../app/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { CurrentPassword } from '../../ui/forms/password-fields.tsx';
import { SheetForm } from '../../ui/forms/SheetForm.tsx';
import styles from './account.module.css';

interface SheetProps {
  opened: boolean;
  onClose: () => void;
}

/** Requests a change of address. Whether it is free is revealed only by mail. */
export const EmailSheet = ({ opened, onClose }: SheetProps) => {
  const t = useText();
  const user = useCurrentUser();
  const ask = useAction('POST /auth/me/email');
  const [sentTo, setSentTo] = useState<string | null>(null);
  useEffect(() => {
    if (opened) setSentTo(null);
  }, [opened]);
  return (
    <Sheet opened={opened} onClose={onClose} title={t(sentTo ? 'account.linkSent' : 'account.changeEmail')}>
      {sentTo ? (
        <div className={styles.form}>
          <p className={type.quiet}>{t('account.linkSentLead', { email: sentTo })}</p>
          <Button kind="gold" wide onClick={onClose}>
            {t('account.done')}
          </Button>
        </div>
      ) : (
        <SheetForm
          action={ask}
          lead={t('account.changeEmailLead', { email: user.email })}
          submit={t('account.sendLink')}
          send={async ({ text }) => {
            const email = text('email');
            return (await ask.run({ body: { email, currentPassword: text('currentPassword') } })) ? email : undefined;
          }}
          onDone={setSentTo}
        >
          <TextField
            label={t('account.newEmail')}
            name="email"
            type="email"
            autoComplete="email"
            required
            maxLength={254}
            error={ask.error?.fields['email']}
          />
          <CurrentPassword error={ask.error} />
        </SheetForm>
      )}
    </Sheet>
  );
};
