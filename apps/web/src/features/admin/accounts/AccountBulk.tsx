import { type SuspensionReason, SUSPENSION_REASONS } from '@stagedoor/contract/reasons.values';
import { useState } from 'react';
import { useAction } from '../../../app/data.ts';
import { FilterChip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { TextArea } from '../../../ui/Field.tsx';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { BulkButton, type BulkProps } from '../list/BulkButton.tsx';
import type { AccountFilter } from './account-filter.ts';

const Suspend = ({ rows, onStarted }: BulkProps<AccountFilter>) => {
  const t = useText();
  const suspend = useAction('POST /admin/users/suspend-many');
  const [reason, setReason] = useState<SuspensionReason | null>(null);
  // Kept while the question is open, so that cancelling it loses nothing.
  const [note, setNote] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  return (
    <BulkButton
      act="accounts.suspend"
      kind="bad"
      action={suspend}
      prepare={async () => {
        setIsMissing(reason === null);
        return reason ? suspend.run({ body: { rows, reason, note } }) : undefined;
      }}
      onStarted={onStarted}
    >
      <div className={styles.filters} role="group" aria-label={t('people.reason')}>
        {SUSPENSION_REASONS.map((choice) => (
          <FilterChip
            key={choice}
            on={choice === reason}
            onClick={() => {
              setReason(choice);
              setIsMissing(false);
            }}
          >
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
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        optional={reason !== 'other'}
        required={reason === 'other'}
        rows={3}
        maxLength={500}
        hint={t('people.noteHint')}
        error={suspend.error?.fields['note']}
      />
    </BulkButton>
  );
};

const Restore = ({ rows, onStarted }: BulkProps<AccountFilter>) => {
  const restore = useAction('POST /admin/users/restore-many');
  return <BulkButton act="accounts.restore" action={restore} prepare={() => restore.run({ body: { rows } })} onStarted={onStarted} />;
};

/** Acts on many accounts. */
export const AccountBulk = (props: BulkProps<AccountFilter>) => (
  <>
    <Restore {...props} />
    <Suspend {...props} />
  </>
);
