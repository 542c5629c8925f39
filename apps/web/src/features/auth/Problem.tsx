import { IconAlertCircle } from '@tabler/icons-react';
import type { ApiError } from '../../app/api.ts';
import styles from './FrontDoor.module.css';

/** What a form as a whole was refused for; what belongs to a field stands under the field. */
export const Problem = ({ error, fields }: { error: ApiError | null; fields: readonly string[] }) => {
  if (!error || Object.keys(error.fields).some((name) => fields.includes(name))) return null;
  return (
    <div className={styles.problem} role="alert">
      <IconAlertCircle size={20} stroke={1.75} aria-hidden="true" />
      <span>{error.message}</span>
    </div>
  );
};
