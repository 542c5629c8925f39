import type { AuditEntry } from '@stagedoor/contract/admin-people';
import { useState } from 'react';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { useData } from '../../app/data.ts';
import { Page } from '../../app/shell/Columns.tsx';
import styles from '../../ui/admin/list-and-pane.module.css';
import { auditDetail, useActionText } from '../../features/admin/AuditEntries.tsx';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import lists from '../../features/lists/lists.module.css';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { Button } from '../../ui/Button.tsx';
import { FilterChip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const LIMIT = 50;
/** Action prefixes, by subject. */
const KINDS = ['accounts.', 'applications.', 'documents.', 'performers.', 'takedowns.', 'settings.', 'site.'] as const;

/** The audit log: actions of admins and of the site itself. */
const Audit = () => {
  const t = useText();
  const format = useFormat();
  const actionText = useActionText();
  const { get, change } = useListSearch();
  const kind = KINDS.find((known) => known === get('kind'));
  const q = get('q') ?? '';
  // Cursors of the pages visited so far: the last entry of the page before.
  const [trail, setTrail] = useState<{ for: string; after: readonly string[] }>({ for: '', after: [] });
  const filterKey = `${kind ?? ''} ${q}`;
  const after = trail.for === filterKey ? trail.after : [];
  const entries = useData('GET /admin/audit', {
    query: { limit: LIMIT, ...(kind ? { action: kind } : {}), ...(q ? { q } : {}), ...(after.length > 0 ? { after: after.at(-1)! } : {}) },
  });
  const rows = entries.data?.data ?? [];
  const columns: readonly Column<AuditEntry>[] = [
    {
      key: 'what',
      narrow: 'main',
      title: t('people.what'),
      cell: (row) => <span className={type.strong}>{actionText(row.action)}</span>,
    },
    {
      key: 'whom',
      title: t('people.whom'),
      cell: (row) => row.object.name ?? t('people.theSite'),
    },
    {
      key: 'detail',
      title: t('people.detail'),
      wrap: true,
      cell: (row) => <span className={classes(type.small, type.quiet)}>{auditDetail(row.detail)}</span>,
    },
    { key: 'who', title: t('people.who'), cell: (row) => row.actor?.name ?? t('admin.system') },
    { key: 'when', narrow: 'end', number: true, title: t('people.when'), cell: (row) => format.date(row.at, 'dayTime') },
  ];
  return (
    <Page width="wide">
      <PageTitle title={t('shell.auditLog')} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>{t('shell.auditLog')}</h1>
      </header>
      <div className={styles.tools}>
        <ListSearch label={t('people.searchAudit')} />
        <div className={styles.filters}>
          {KINDS.map((choice) => (
            <FilterChip key={choice} on={kind === choice} onClick={() => change({ kind: kind === choice ? null : choice })}>
              {t(`people.auditKind.${choice}`)}
            </FilterChip>
          ))}
        </div>
      </div>
      {!entries.data ? (
        <Pending of={entries}>
          <RowsSkeleton rows={10} size={24} square />
        </Pending>
      ) : rows.length === 0 ? (
        <Empty title={t('people.nothingDone')} text={t('people.nobodyText')} />
      ) : (
        <>
          <DataTable caption={t('shell.auditLog')} columns={columns} rows={rows} rowKey={(row) => row._id} />
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
