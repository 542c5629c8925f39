import type { AuditEntry } from '@stagedoor/contract/admin-people';
import { useTranslation } from 'react-i18next';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from '../../ui/admin/list-and-pane.module.css';

/** The text of an action; actions without a text show their name. */
export const useActionText = (): ((action: string) => string) => {
  const { t, i18n } = useTranslation();
  return (action) => (i18n.exists(`audit.${action}`) ? t(`audit.${action}`) : action);
};

/** Ids and instants are meant for programs and not shown. */
const MACHINE = /^[0-9a-f]{8}-[0-9a-f]{4}-|^\d{4}-\d{2}-\d{2}T/;

const shown = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? '–'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value as string | number | boolean);

const isForMachines = (value: unknown): boolean => typeof value === 'string' && MACHINE.test(value);

/** Old and new value, or the details of an entry, in one quiet line; nothing if there are none. */
export const auditDetail = (detail: AuditEntry['detail']): string => {
  if ('from' in detail || 'to' in detail) {
    const { from, to } = detail;
    return isForMachines(from) || isForMachines(to) ? '' : `${shown(from)} → ${shown(to)}`;
  }
  return Object.entries(detail)
    .filter(
      ([key, value]) =>
        key !== 'name' && key !== 'key' && value !== '' && value !== null && typeof value !== 'object' && typeof value !== 'boolean',
    )
    .filter(([, value]) => !isForMachines(value))
    .map(([, value]) => shown(value))
    .join(' · ');
};

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
              {entry.actor?.name ?? t('admin.system')}
            </span>
          </span>
          <span className={classes(type.faint, styles.when)}>{format.date(entry.at, 'dayTime')}</span>
        </div>
      ))}
    </div>
  );
};
