import type { ApiError } from '../../app/api.ts';
import { TextField } from '../../ui/Field.tsx';
import { useText } from '../../ui/text.ts';
import { fromLocal, toLocal } from '../forms/local-instant.ts';
import styles from './model.module.css';

interface WhenFieldsProps {
  scheduledAt: string | null;
  onScheduledAt: (instant: string | null) => void;
  expiresAt: string | null;
  onExpiresAt: (instant: string | null) => void;
  /** It is shown already: only when it is withdrawn can be said. */
  isShown: boolean;
  /** Somebody may have bought it, or can. */
  isSold: boolean;
  error: ApiError | null;
}

/** When a post is shown, if not at once, and when it is withdrawn. */
export const WhenFields = ({ scheduledAt, onScheduledAt, expiresAt, onExpiresAt, isShown, isSold, error }: WhenFieldsProps) => {
  const say = useText();
  return (
    <div className={styles.two}>
      {isShown ? null : (
        <TextField
          label={say('model.scheduledAt')}
          optional
          type="datetime-local"
          name="scheduledAt"
          value={toLocal(scheduledAt)}
          error={error?.fields['scheduledAt']}
          onChange={(event) => onScheduledAt(fromLocal(event.currentTarget.value))}
        />
      )}
      <TextField
        label={say('model.expiresAt')}
        optional
        type="datetime-local"
        name="expiresAt"
        hint={isSold ? say('model.expiresHint') : undefined}
        value={toLocal(expiresAt)}
        error={error?.fields['expiresAt']}
        onChange={(event) => onExpiresAt(fromLocal(event.currentTarget.value))}
      />
    </div>
  );
};
