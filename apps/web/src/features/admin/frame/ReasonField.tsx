import type { ApiError } from '../../../app/api.ts';
import { TextArea } from '../../../ui/Field.tsx';

interface ReasonFieldProps {
  label: string;
  hint?: string | undefined;
  optional?: boolean;
  value: string;
  maxLength?: number;
  error: ApiError | null;
  /** The field of the body that it fills. */
  name?: string;
  onChange: (value: string) => void;
}

/** The reason of a decision, in the question before it. What was typed is kept when the question is closed. */
export const ReasonField = ({
  label,
  hint,
  optional = false,
  value,
  maxLength = 2000,
  error,
  name = 'note',
  onChange,
}: ReasonFieldProps) => (
  <TextArea
    label={label}
    hint={hint}
    optional={optional}
    rows={3}
    maxLength={maxLength}
    value={value}
    error={error?.fields[name]}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
