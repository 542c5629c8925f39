import type { ApiError } from '../../../app/api.ts';
import { TextField } from '../../../ui/Field.tsx';
import { useText } from '../../../ui/text.ts';
import { fromLocal, toLocal } from '../../../ui/forms/local-date-time.ts';
import styles from './composer.module.css';

interface ScheduleFieldsProps {
  scheduledAt: string | null;
  onScheduledAt: (instant: string | null) => void;
  expiresAt: string | null;
  onExpiresAt: (instant: string | null) => void;
  /** Already published: only the withdrawal date can be changed. */
  isShown: boolean;
  /** Somebody may have bought it, or can. */
  isSold: boolean;
  error: ApiError | null;
}

/** Publication and withdrawal dates of a post. */
export const ScheduleFields = ({ scheduledAt, onScheduledAt, expiresAt, onExpiresAt, isShown, isSold, error }: ScheduleFieldsProps) => {
  const t = useText();
  return (
    <div className={styles.two}>
      {isShown ? null : (
        <TextField
          label={t('model.scheduledAt')}
          optional
          type="datetime-local"
          name="scheduledAt"
          value={toLocal(scheduledAt)}
          error={error?.fields['scheduledAt']}
          onChange={(event) => onScheduledAt(fromLocal(event.currentTarget.value))}
        />
      )}
      <TextField
        label={t('model.expiresAt')}
        optional
        type="datetime-local"
        name="expiresAt"
        hint={isSold ? t('model.expiresHint') : undefined}
        value={toLocal(expiresAt)}
        error={error?.fields['expiresAt']}
        onChange={(event) => onExpiresAt(fromLocal(event.currentTarget.value))}
      />
    </div>
  );
};
