import { AUDIT_KINDS } from '@stagedoor/contract/audit.values';
import { useData } from '../../../app/data.ts';
import { CONSOLE, SITE } from './use-audit-filter.ts';
import { useListSearch } from '../../lists/use-list-search.ts';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { TextField } from '../../../ui/Field.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { useText } from '../../../ui/text.ts';

/** So many admins can be chosen from; of others, an address with their id shows the entries. */
const MAX_ADMINS = 100;

/** Filters by what was done, by whom, and when. */
export const AuditFilters = () => {
  const t = useText();
  const { get, oneOf, change } = useListSearch();
  const admins = useData('GET /admin/users', { query: { role: 'admin', limit: MAX_ADMINS, sortBy: 'username', sort: 'asc' } });
  const by = get('by') ?? '';
  const choices = [
    { value: SITE, text: t('auditLog.site') },
    { value: CONSOLE, text: t('auditLog.console') },
    ...(admins.data?.data ?? []).map(({ _id, name }) => ({ value: _id, text: name })),
  ];
  const isListed = by === '' || choices.some(({ value }) => value === by);
  return (
    <div className={styles.choices}>
      <SelectField
        label={t('auditLog.about')}
        placeholder={t('auditLog.anyKind')}
        value={oneOf('kind', AUDIT_KINDS) ?? ''}
        choices={AUDIT_KINDS.map((value) => ({ value, text: t(`auditKind.${value}`) }))}
        onChange={(event) => change({ kind: event.currentTarget.value })}
      />
      <SelectField
        label={t('auditLog.by')}
        placeholder={t('auditLog.anybody')}
        value={by}
        choices={isListed ? choices : [...choices, { value: by, text: t('auditLog.oneAccount') }]}
        onChange={(event) => change({ by: event.currentTarget.value })}
      />
      {(['from', 'until'] as const).map((name) => (
        <TextField
          key={name}
          type="date"
          label={t(`auditLog.${name}`)}
          value={get(name) ?? ''}
          onChange={(event) => change({ [name]: event.currentTarget.value })}
        />
      ))}
    </div>
  );
};
