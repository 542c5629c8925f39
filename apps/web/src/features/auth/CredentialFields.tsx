import type { ApiError } from '../../app/api.ts';
import { TextField } from '../../ui/Field.tsx';
import { useText } from '../../ui/text.ts';
import { NewPassword } from '../forms/passwords.tsx';

interface CredentialFieldsProps {
  /** Of the form: what it says about these fields stands under them. */
  error: ApiError | null;
  /** Under the username. */
  hint?: string;
}

/** What every new account begins with: `username`, `email` and `password`. */
export const CredentialFields = ({ error, hint }: CredentialFieldsProps) => {
  const say = useText();
  return (
    <>
      <TextField
        label={say('auth.username')}
        name="username"
        start="@"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        required
        minLength={3}
        maxLength={30}
        hint={hint}
        error={error?.fields['username']}
      />
      <TextField
        label={say('auth.email')}
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        error={error?.fields['email']}
      />
      <NewPassword label={say('auth.password')} error={error} />
    </>
  );
};
