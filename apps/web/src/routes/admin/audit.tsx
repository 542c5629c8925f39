import { isId } from '@stagedoor/contract/ids.values';
import type { AuditEntry } from '@stagedoor/contract/admin-people';
import { AUDIT_KINDS } from '@stagedoor/contract/audit.values';
import { auditObject } from '@stagedoor/contract/audit-words.values';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { useData } from '../../app/data.ts';
import { Page } from '../../app/shell/Columns.tsx';
import { AuditFacts } from '../../features/admin/audit/AuditFacts.tsx';
import { useActionText, useAuditLanguage, useAuditPlace } from '../../features/admin/audit/audit-language.ts';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import lists from '../../features/lists/lists.module.css';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import styles from '../../ui/admin/list-and-pane.module.css';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import type { Column } from '../../ui/table/column.ts';
import { Table } from '../../ui/table/Table.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { TextField } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { useFormat } from '../../ui/format.tsx';
import { startOfDay } from '../../ui/forms/local-date-time.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useLocale, useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const LIMIT = 50;
/** So many admins can be chosen from; of others, an address with their id shows the entries. */
const MAX_ADMINS = 100;
/** The choice of what nobody did. */
const SITE = 'site';
/** The filters of the address, as the list and the file take them. */
const useAuditFilter = () => {
  const { get, oneOf } = useListSearch();
  const q = get('q') ?? '';
  const kind = oneOf('kind', AUDIT_KINDS);
  const by = get('by') ?? '';
  const from = startOfDay(get('from'));
  const until = startOfDay(get('until'), 1);
  return {
    ...(q ? { q } : {}),
    ...(kind ? { kind } : {}),
    ...(by === SITE ? { bySite: true } : isId(by) ? { actorId: by } : {}),
    ...(from ? { from } : {}),
    ...(until ? { until } : {}),
  };
};

const Filters = () => {
  const t = useText();
  const { get, oneOf, change } = useListSearch();
  const admins = useData('GET /admin/users', { query: { role: 'admin', limit: MAX_ADMINS, sortBy: 'username', sort: 'asc' } });
  const by = get('by') ?? '';
  const choices = [
    { value: SITE, text: t('auditLog.site') },
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

const ObjectCell = ({ entry }: { entry: AuditEntry }) => {
  const language = useAuditLanguage();
  const placeOf = useAuditPlace();
  const place = placeOf(entry);
  const name = auditObject(entry, language);
  return place ? (
    <Link className={type.link} to={place}>
      {name}
    </Link>
  ) : (
    name
  );
};

/** The audit log: actions of admins and of the site itself. */
const Audit = () => {
  const t = useText();
  const format = useFormat();
  const locale = useLocale();
  const actionText = useActionText();
  const filter = useAuditFilter();
  // Cursors of the pages visited so far: the last entry of the page before.
  const [trail, setTrail] = useState<{ for: string; after: readonly string[] }>({ for: '', after: [] });
  const filterKey = JSON.stringify(filter);
  const after = trail.for === filterKey ? trail.after : [];
  const entries = useData('GET /admin/audit', {
    query: { limit: LIMIT, ...filter, ...(after.length > 0 ? { after: after.at(-1)! } : {}) },
  });
  const rows = entries.data?.data ?? [];
  const asked = Object.entries({ ...filter, locale }).map(([name, value]) => [name, String(value)]);
  const columns: readonly Column<AuditEntry>[] = [
    {
      key: 'what',
      narrow: 'main',
      title: t('people.what'),
      wrap: true,
      cell: (row) => <span className={type.strong}>{actionText(row.action)}</span>,
    },
    { key: 'whom', title: t('people.whom'), wrap: true, cell: (row) => <ObjectCell entry={row} /> },
    { key: 'detail', title: t('people.detail'), wrap: true, cell: (row) => <AuditFacts entry={row} /> },
    {
      key: 'who',
      title: t('people.who'),
      cell: (row) => (row.actor ? <Link to={`/admin/users?id=${row.actor._id}`}>{row.actor.name}</Link> : t('auditLog.site')),
    },
    { key: 'when', narrow: 'end', number: true, title: t('people.when'), cell: (row) => format.date(row.at, 'dayTime') },
  ];
  return (
    <Page width="wide">
      <PageTitle title={t('shell.auditLog')} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>{t('shell.auditLog')}</h1>
        <Button
          kind="lift"
          icon={<IconDownload size={20} stroke={1.75} />}
          href={`/api/admin/audit/export?${new URLSearchParams(asked).toString()}`}
          download="audit.csv"
          aria-label={t('auditLog.csvText')}
        >
          {t('auditLog.csv')}
        </Button>
      </header>
      <div className={lists.tools}>
        <ListSearch label={t('auditLog.search')} />
        <Filters />
      </div>
      {!entries.data ? (
        <Pending of={entries}>
          <RowsSkeleton rows={10} size={24} square />
        </Pending>
      ) : rows.length === 0 ? (
        <Empty title={t('people.nothingDone')} text={t('people.nobodyText')} />
      ) : (
        <>
          <Table caption={t('shell.auditLog')} columns={columns} rows={rows} rowKey={(row) => row._id} />
          <nav className={lists.pages} aria-label={t('ui.pages')}>
            <span className={classes(type.small, type.faint)}>{t('people.entries', { total: format.total(entries.data) })}</span>
            <span className={styles.filters}>
              <Button
                kind="lift"
                size="sm"
                disabled={after.length === 0}
                onClick={() => setTrail({ for: filterKey, after: after.slice(0, -1) })}
              >
                {t('ui.previous')}
              </Button>
              <Button
                kind="lift"
                size="sm"
                disabled={!entries.data.after}
                onClick={() => setTrail({ for: filterKey, after: [...after, entries.data.after!] })}
              >
                {t('ui.next')}
              </Button>
            </span>
          </nav>
        </>
      )}
    </Page>
  );
};

export default Audit;
