import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './Check.module.css';
import { FieldError, useFieldError } from './Field.tsx';
import field from './Field.module.css';

/** A checkbox with its label. */
export const Checkbox = ({
  label,
  error,
  ...input
}: { label: ReactNode; error?: string | undefined } & Omit<ComponentProps<'input'>, 'type' | 'className'>) => {
  const id = useId();
  const { error: problem, listeners } = useFieldError(error);
  return (
    <span className={field.field} {...listeners}>
      <label className={styles.check}>
        <input {...input} type="checkbox" aria-invalid={problem ? true : undefined} aria-describedby={problem ? id : undefined} />
        <span>{label}</span>
      </label>
      {problem ? <FieldError id={id}>{problem}</FieldError> : null}
    </span>
  );
};

/** A switch that applies at once. */
export const Switch = ({
  label,
  hint,
  ...input
}: { label: ReactNode; hint?: ReactNode } & Omit<ComponentProps<'input'>, 'type' | 'className'>) => (
  <label className={styles.switch}>
    <span className={styles.switchText}>
      {label}
      {hint ? <span className={styles.switchHint}>{hint}</span> : null}
    </span>
    <input {...input} type="checkbox" role="switch" />
  </label>
);
