import { Button } from '../../../ui/Button.tsx';
import { FormError } from '../../../ui/forms/FormError.tsx';
import type { FormProblem } from '../../../ui/forms/problem.ts';
import { KEEPS, LOSES } from '../../../ui/forms/use-kept-form.ts';
import { useLeaveGuard } from '../../../ui/leave-guard.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from '../../../ui/admin/editor.module.css';

interface UnsavedBarProps {
  /** Number of unsaved changes; the bar is shown from one on. */
  count: number;
  /** This device keeps them. */
  isKept?: boolean;
  busy: boolean;
  /** Why saving was refused: shown here, since the page above may be scrolled away. */
  error: FormProblem | null;
  /** The fields that show their own errors. */
  fields: readonly string[];
  onSave: () => void;
  onDiscard: () => void;
}

/** Save bar at the lower edge; also confirms before leaving the page with unsaved changes. */
export const UnsavedBar = ({ count, isKept = false, busy, error, fields, onSave, onDiscard }: UnsavedBarProps) => {
  const t = useText();
  const isUnsaved = count > 0;
  useLeaveGuard({ isOn: isUnsaved, question: isKept ? KEEPS : LOSES, mayLeave: () => busy, asksBrowser: !isKept });
  return (
    <>
      {isUnsaved ? (
        <div className={styles.unsaved} role="region" aria-label={t('unsaved.count', { count })}>
          <div className={styles.unsavedProblem}>
            <FormError error={error} fields={fields} />
          </div>
          <span className={type.strong} role="status">
            {t('unsaved.count', { count })}
          </span>
          <span className={styles.unsavedActs}>
            <Button kind="text" disabled={busy} onClick={onDiscard}>
              {t('unsaved.discard')}
            </Button>
            <Button kind="gold" busy={busy} onClick={onSave}>
              {t('unsaved.save')}
            </Button>
          </span>
        </div>
      ) : null}
    </>
  );
};
