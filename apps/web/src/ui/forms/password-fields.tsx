import type { ReactNode } from 'react';
import { PasswordField } from '../Field.tsx';
import { useText } from '../text.ts';
import type { FormProblem } from './problem.ts';

interface PasswordProps {
  /** The form's error; a message about this field is shown below it. */
  error: FormProblem | null;
  label?: string;
  hint?: ReactNode;
}

/** The current password, as `currentPassword`: required before sensitive actions. */
export const CurrentPassword = ({ error, label, hint }: PasswordProps) => {
  const t = useText();
  return (
    <PasswordField
      label={label ?? t('account.currentPassword')}
      name="currentPassword"
      autoComplete="current-password"
      required
      maxLength={200}
      hint={hint}
      error={error?.fields['currentPassword']}
    />
  );
};

/** A new password, as `password`. */
export const NewPassword = ({ error, label }: Omit<PasswordProps, 'hint'>) => {
  const t = useText();
  return (
    <PasswordField
      label={label ?? t('account.newPassword')}
      name="password"
      autoComplete="new-password"
      required
      minLength={8}
      maxLength={200}
      hint={t('auth.passwordHint')}
      error={error?.fields['password']}
    />
  );
};
