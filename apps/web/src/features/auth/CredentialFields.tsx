import type { ApiError } from '../../app/api.ts';
import { TextField } from '../../ui/Field.tsx';
import { EmailField } from '../../ui/forms/EmailField.tsx';
import { useText } from '../../ui/text.ts';
import { useUsernameCheck } from './use-username-check.ts';
import { NewPassword } from '../../ui/forms/password-fields.tsx';

interface CredentialFieldsProps {
  /** The form's error; messages about these fields are shown below them. */
  error: ApiError | null;
  /** Below the username. */
  hint?: string;
  /** The sentence of a taken username. */
  taken: Parameters<typeof useUsernameCheck>[0];
}

/** Fields of every new account: `username`, `email` and `password`. */
export const CredentialFields = ({ error, hint, taken }: CredentialFieldsProps) => {
  const t = useText();
  const username = useUsernameCheck(taken);
  return (
    <>
      <TextField
        label={t('auth.username')}
        name="username"
        start="@"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        required
        minLength={3}
        maxLength={30}
        hint={username.free ?? hint}
        error={error?.fields['username'] ?? username.problem}
        onBlur={(event) => void username.check(event.currentTarget)}
      />
      <EmailField error={error?.fields['email']} />
      <NewPassword label={t('auth.password')} error={error} />
    </>
  );
};
