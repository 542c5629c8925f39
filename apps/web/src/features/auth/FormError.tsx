import { IconAlertCircle } from '@tabler/icons-react';
import type { ApiError } from '../../app/api.ts';
import styles from './AuthPanel.module.css';

/** The error of the form as a whole; field errors are shown below their fields. */
export const FormError = ({ error, fields }: { error: ApiError | null; fields: readonly string[] }) => {
  if (!error || Object.keys(error.fields).some((name) => fields.includes(name))) return null;
  return (
    <div className={styles.problem} role="alert">
      <IconAlertCircle size={20} stroke={1.75} aria-hidden="true" />
      <span>{error.message}</span>
    </div>
  );
};
