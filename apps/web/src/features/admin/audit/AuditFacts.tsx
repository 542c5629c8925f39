import type { AuditEntry } from '@stagedoor/contract/admin-people';
import { auditFacts } from '@stagedoor/contract/audit-words.values';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { useAuditLanguage } from './audit-language.ts';

/** What an audit entry tells beyond its action, in words; nothing if there is nothing more. */
export const AuditFacts = ({ entry }: { entry: AuditEntry }) => {
  const t = useText();
  const facts = auditFacts(entry, useAuditLanguage());
  if (facts.length === 0) return null;
  return (
    <span className={classes(styles.told, type.small)}>
      {facts.map(({ label, from, value }, index) => (
        <span key={`${label ?? ''} ${index}`}>
          {label === null ? null : <span className={type.faint}>{label} </span>}
          {from === undefined ? null : (
            <>
              <span className={type.hidden}>{t('settings.from')} </span>
              <del>{from}</del>
              <span aria-hidden="true"> → </span>
              <span className={type.hidden}> {t('settings.to')} </span>
            </>
          )}
          <bdi>{value}</bdi>
        </span>
      ))}
    </span>
  );
};
