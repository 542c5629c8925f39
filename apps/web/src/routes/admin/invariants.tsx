import { useQueryClient } from '@tanstack/react-query';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { useAction, useData } from '../../app/data.ts';
import { Page } from '../../app/shell/Columns.tsx';
import { LastCheck } from '../../features/admin/ledger/LastCheck.tsx';
import { useCheckColumns } from '../../features/admin/ledger/use-check-columns.tsx';
import admin from '../../ui/admin/list-and-pane.module.css';
import { FormError } from '../../ui/forms/FormError.tsx';
import styles from '../../ui/admin/money.module.css';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Table } from '../../ui/table/Table.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const LIMIT = 20;

/** The ledger's invariants: last check and its result. */
const Invariants = () => {
  const t = useText();
  const columns = useCheckColumns();
  const queries = useQueryClient();
  const checks = useData('GET /admin/ledger/checks', { query: { limit: LIMIT } });
  const check = useAction('POST /admin/ledger/checks');
  const [last, ...before] = checks.data?.data ?? [];
  return (
    <Page width="wide">
      <PageTitle title={t('shell.invariants')} />
      <header className={admin.head}>
        <h1 className={classes(type.display, type.s46)}>{t('shell.invariants')}</h1>
        <Button
          kind="gold"
          busy={check.busy}
          onClick={() => void check.run({}).then((done) => done && queries.invalidateQueries({ queryKey: ['GET /admin/ledger/checks'] }))}
        >
          {t('money.checkNow')}
        </Button>
      </header>
      <FormError error={check.error} fields={[]} />
      {!checks.data ? (
        <Pending of={checks}>
          <RowsSkeleton rows={8} square />
        </Pending>
      ) : last ? (
        <LastCheck check={last} />
      ) : (
        <Empty title={t('money.neverChecked')} text={t('money.neverCheckedText')} />
      )}
      {before.length > 0 ? (
        <section className={styles.section}>
          <h2 className={type.label}>{t('money.history')}</h2>
          <Table caption={t('money.history')} columns={columns} rows={before} rowKey={(row) => row._id} />
        </section>
      ) : null}
    </Page>
  );
};

export default Invariants;
