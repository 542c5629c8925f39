import { IconDownload } from '@tabler/icons-react';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { useData } from '../../app/data.ts';
import { Page } from '../../app/shell/Columns.tsx';
import { useAuditFilter } from '../../features/admin/audit/use-audit-filter.ts';
import { AuditFilters } from '../../features/admin/audit/AuditFilters.tsx';
import { useAuditColumns } from '../../features/admin/audit/use-audit-columns.tsx';
import { useCursorPages } from '../../features/admin/audit/use-cursor-pages.ts';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { AuditPages } from './audit/AuditPages.tsx';
import lists from '../../features/lists/lists.module.css';
import styles from '../../ui/admin/list-and-pane.module.css';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Table } from '../../ui/table/Table.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useLocale, useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const LIMIT = 50;

/** The audit log: actions of admins and of the site itself. */
const Audit = () => {
  const t = useText();
  const locale = useLocale();
  const filter = useAuditFilter();
  const { after, back, forward } = useCursorPages(JSON.stringify(filter));
  const entries = useData('GET /admin/audit', {
    query: { limit: LIMIT, ...filter, ...(after ? { after } : {}) },
  });
  const columns = useAuditColumns();
  const rows = entries.data?.data ?? [];
  const asked = Object.entries({ ...filter, locale }).map(([name, value]) => [name, String(value)]);
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
        <AuditFilters />
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
          <AuditPages list={entries.data} hasPrevious={after !== undefined} onPrevious={back} onNext={forward} />
        </>
      )}
    </Page>
  );
};

export default Audit;
