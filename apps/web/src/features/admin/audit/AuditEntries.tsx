import type { AuditEntry } from '@stagedoor/contract/admin-people';
import { auditActor } from '@stagedoor/contract/audit-words.values';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { AuditFacts } from './AuditFacts.tsx';
import { useActionText } from './audit-language.ts';

/** The latest audit entries of one account, newest first. */
export const AuditEntries = ({ entries }: { entries: readonly AuditEntry[] }) => {
  const t = useText();
  const format = useFormat();
  const actionText = useActionText();
  if (entries.length === 0) return null;
  return (
    <div className={styles.history}>
      <h3 className={type.label}>{t('admin.history')}</h3>
      {entries.map((entry) => (
        <div key={entry._id} className={classes(styles.past, type.small)}>
          <span>
            {actionText(entry.action)}
            <span className={type.faint}>
              {' · '}
              {auditActor(entry, t)}
            </span>
            <AuditFacts entry={entry} />
          </span>
          <span className={classes(type.faint, styles.when)}>{format.date(entry.at, 'dayTime')}</span>
        </div>
      ))}
    </div>
  );
};
