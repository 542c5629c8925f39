import { IconAlertCircle } from '@tabler/icons-react';
import styles from './forms.module.css';
import type { FormProblem } from './problem.ts';

/** The error of the form as a whole; field errors are shown below their fields. */
export const FormError = ({ error, fields }: { error: FormProblem | null; fields: readonly string[] }) => {
  if (!error || Object.keys(error.fields).some((name) => fields.includes(name))) return null;
  return (
    <div className={styles.problem} role="alert">
      <IconAlertCircle size={20} stroke={1.75} aria-hidden="true" />
      <span>{error.message}</span>
    </div>
  );
};
