import type { ReactNode } from 'react';
import type { ApiError } from '../../app/api.ts';
import { PasswordField } from '../../ui/Field.tsx';
import { useText } from '../../ui/text.ts';

interface PasswordProps {
  /** Of the form: what it says about this field stands under it. */
  error: ApiError | null;
  label?: string;
  hint?: ReactNode;
}

/** The password somebody has now, as `currentPassword`: asked for before something grave. */
export const CurrentPassword = ({ error, label, hint }: PasswordProps) => {
  const say = useText();
  return (
    <PasswordField
      label={label ?? say('account.currentPassword')}
      name="currentPassword"
      autoComplete="current-password"
      required
      maxLength={200}
      hint={hint}
      error={error?.fields['currentPassword']}
    />
  );
};

/** A password to be, as `password`. */
export const NewPassword = ({ error, label }: Omit<PasswordProps, 'hint'>) => {
  const say = useText();
  return (
    <PasswordField
      label={label ?? say('account.newPassword')}
      name="password"
      autoComplete="new-password"
      required
      minLength={8}
      maxLength={200}
      hint={say('auth.passwordHint')}
      error={error?.fields['password']}
    />
  );
};
