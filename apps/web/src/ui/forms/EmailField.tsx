import { TextField } from '../Field.tsx';
import { useText } from '../text.ts';

interface EmailFieldProps {
  error: string | undefined;
  defaultValue?: string | undefined;
}

/** The required field `email`: the person's own address. */
export const EmailField = ({ error, defaultValue }: EmailFieldProps) => {
  const t = useText();
  return (
    <TextField
      label={t('auth.email')}
      name="email"
      type="email"
      autoComplete="email"
      required
      maxLength={254}
      defaultValue={defaultValue}
      error={error}
    />
  );
};
