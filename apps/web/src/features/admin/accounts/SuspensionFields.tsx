import { SUSPENSION_REASONS, type SuspensionReason } from '@stagedoor/contract/reasons.values';
import { useState } from 'react';
import { FilterChip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { TextArea } from '../../../ui/Field.tsx';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

/** The reason of a suspension; `require` says beside the reasons that one is missing. */
export const useSuspensionReason = () => {
  const [reason, setReason] = useState<SuspensionReason | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  return {
    reason,
    isMissing,
    choose: (next: SuspensionReason) => {
      setReason(next);
      setIsMissing(false);
    },
    /** @returns the reason; null when there is none */
    require: (): SuspensionReason | null => {
      setIsMissing(reason === null);
      return reason;
    },
  };
};

interface SuspensionFieldsProps {
  chosen: ReturnType<typeof useSuspensionReason>;
  error: string | undefined;
  /** Kept by the caller; otherwise the form keeps it. */
  note?: { value: string; onChange: (value: string) => void };
}

/** Why an account is suspended: its owner reads reason and note. */
export const SuspensionFields = ({ chosen: { reason, isMissing, choose }, error, note }: SuspensionFieldsProps) => {
  const t = useText();
  return (
    <>
      <div className={styles.filters} role="group" aria-label={t('people.reason')}>
        {SUSPENSION_REASONS.map((choice) => (
          <FilterChip key={choice} on={choice === reason} onClick={() => choose(choice)}>
            {t(`people.reasonShort.${choice}`)}
          </FilterChip>
        ))}
      </div>
      {isMissing ? (
        <p className={classes(type.small, styles.bad)} role="alert">
          {t('admin.pickReason')}
        </p>
      ) : null}
      <TextArea
        label={t('people.note')}
        name="note"
        {...(note ? { value: note.value, onChange: (event) => note.onChange(event.currentTarget.value) } : {})}
        optional={reason !== 'other'}
        required={reason === 'other'}
        rows={3}
        maxLength={500}
        hint={t('people.noteHint')}
        error={error}
      />
    </>
  );
};
