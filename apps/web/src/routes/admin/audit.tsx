import type { AuditEntry } from '@stagedoor/contract/admin-people';
import { useState } from 'react';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { useData } from '../../app/data.ts';
import { Page } from '../../app/shell/Columns.tsx';
import styles from '../../features/admin/admin.module.css';
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
/** Beginnings of actions, by what they are about. */
const KINDS = ['accounts.', 'applications.', 'documents.', 'performers.', 'takedowns.', 'settings.', 'site.'] as const;

/** Everything that admins and the site itself did. */
const Audit = () => {
  const say = useText();
  const format = useFormat();
  const actionText = useActionText();
  const { get, change } = useListSearch();
  const kind = KINDS.find((known) => known === get('kind'));
  const q = get('q') ?? '';
  // The pages walked so far, each by the last entry of the one before.
  const [trail, setTrail] = useState<{ for: string; after: readonly string[] }>({ for: '', after: [] });
  const asked = `${kind ?? ''} ${q}`;
  const after = trail.for === asked ? trail.after : [];
  const entries = useData('GET /admin/audit', {
    query: { limit: LIMIT, ...(kind ? { action: kind } : {}), ...(q ? { q } : {}), ...(after.length > 0 ? { after: after.at(-1)! } : {}) },
  });
  const rows = entries.data?.data ?? [];
  const columns: readonly Column<AuditEntry>[] = [
    {
      key: 'what',
      narrow: 'main',
      title: say('people.what'),
      cell: (row) => <span className={type.strong}>{actionText(row.action)}</span>,
    },
    {
      key: 'whom',
      title: say('people.whom'),
      cell: (row) => row.object.name ?? say('people.theSite'),
    },
    {
      key: 'detail',
      title: say('people.detail'),
      wrap: true,
      cell: (row) => <span className={classes(type.small, type.quiet)}>{auditDetail(row.detail)}</span>,
    },
    { key: 'who', title: say('people.who'), cell: (row) => row.actor?.name ?? say('admin.system') },
    { key: 'when', narrow: 'end', number: true, title: say('people.when'), cell: (row) => format.date(row.at, 'dayTime') },
  ];
  return (
    <Page width="wide">
      <PageTitle title={say('shell.auditLog')} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>{say('shell.auditLog')}</h1>
      </header>
      <div className={styles.tools}>
        <ListSearch label={say('people.searchAudit')} />
        <div className={styles.filters}>
          {KINDS.map((choice) => (
            <FilterChip key={choice} on={kind === choice} onClick={() => change({ kind: kind === choice ? null : choice })}>
              {say(`people.auditKind.${choice}`)}
            </FilterChip>
          ))}
        </div>
      </div>
      {!entries.data ? (
        <Pending of={entries}>
          <RowsSkeleton rows={10} size={24} square />
        </Pending>
      ) : rows.length === 0 ? (
        <Empty title={say('people.nothingDone')} text={say('people.nobodyText')} />
      ) : (
        <>
          <DataTable caption={say('shell.auditLog')} columns={columns} rows={rows} rowKey={(row) => row._id} />
          <nav className={lists.pages} aria-label={say('ui.pages')}>
            <span className={classes(type.small, type.faint)}>{say('people.entries', { total: format.count(entries.data.total) })}</span>
            <span className={styles.filters}>
              <Button
                kind="lift"
                size="sm"
                disabled={after.length === 0}
                onClick={() => setTrail({ for: asked, after: after.slice(0, -1) })}
              >
                {say('ui.previous')}
              </Button>
              <Button
                kind="lift"
                size="sm"
                disabled={!entries.data.after}
                onClick={() => setTrail({ for: asked, after: [...after, entries.data.after!] })}
              >
                {say('ui.next')}
              </Button>
            </span>
          </nav>
        </>
      )}
    </Page>
  );
};

export default Audit;
