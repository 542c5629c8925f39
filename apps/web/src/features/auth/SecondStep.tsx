import type { PasskeyAssertion } from '@stagedoor/contract/passkeys';
import type { FormEvent, ReactNode } from 'react';
import type { ApiError } from '../../app/api.ts';
import { useCanUsePasskeys } from '../../app/passkeys.ts';
import { usePasskey } from '../../app/use-passkey.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { classes } from '../../ui/classes.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './AuthPanel.module.css';

interface SecondStepProps {
  hasPasskey: boolean;
  busy: boolean;
  error: ApiError | null;
  /** Above the fields: how long attempts are paused. */
  pause: ReactNode;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onPasskey: (passkey: PasskeyAssertion) => Promise<void>;
  /** Back to name and password. */
  onBack: () => void;
}

/** The second step of a log-in: a code, or a passkey where the account has one. */
const SecondStep = ({ hasPasskey, busy, error, pause, onSubmit, onPasskey, onBack }: SecondStepProps) => {
  const t = useText();
  const passkey = usePasskey('POST /auth/passkeys/challenge', onPasskey);
  const canUsePasskeys = useCanUsePasskeys();
  const offersPasskey = canUsePasskeys && hasPasskey;
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <div>
        <h2 className={type.heading}>{t('auth.secondStep')}</h2>
        <p className={classes(type.small, type.quiet)}>{t(offersPasskey ? 'auth.secondStepPasskeyLead' : 'auth.secondStepLead')}</p>
        {hasPasskey && !canUsePasskeys ? <p className={classes(type.small, type.quiet)}>{t('account.passkeysUnsupported')}</p> : null}
      </div>
      <FormError error={passkey.error ?? error} fields={['code']} />
      {pause}
      {offersPasskey ? (
        <Button kind="outline" size="lg" wide busy={passkey.busy} disabled={busy} onClick={() => void passkey.ask()}>
          {t('account.usePasskey')}
        </Button>
      ) : null}
      <TextField
        label={t('auth.code')}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        // The only field of this step.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        required
        maxLength={40}
        error={error?.fields['code']}
      />
      <Button className={styles.submit} kind="gold" size="lg" wide type="submit" busy={busy && !passkey.busy} disabled={passkey.busy}>
        {t('shell.logIn')}
      </Button>
      <Button kind="text" wide onClick={onBack}>
        {t('auth.otherAccount')}
      </Button>
    </form>
  );
};

export default SecondStep;
