import type { LedgerCheck } from '@stagedoor/contract/admin-money';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { useAction, useData } from '../../app/data.ts';
import { Page } from '../../app/shell/Columns.tsx';
import admin from '../../ui/admin/list-and-pane.module.css';
import { FormError } from '../../ui/forms/FormError.tsx';
import styles from '../../ui/admin/money.module.css';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import type { Column } from '../../ui/table/column.ts';
import { Table } from '../../ui/table/Table.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const LIMIT = 20;

/** Who requested a check, when, and how long it took. */
const useRequestText = () => {
  const t = useText();
  const format = useFormat();
  return (check: LedgerCheck) =>
    t('money.checkedBy', {
      name: check.actor?.name ?? t('money.nightly'),
      when: format.date(check.at, 'dayTime'),
      ms: format.count(check.tookMs),
    });
};

const Last = ({ check }: { check: LedgerCheck }) => {
  const t = useText();
  const format = useFormat();
  const requestText = useRequestText();
  return (
    <Card pad="lg" {...(check.ok ? { beam: 'glow' as const } : {})}>
      <h2 className={classes(type.display, type.s34)}>{t(check.ok ? 'money.allHold' : 'money.notAllHold')}</h2>
      <p className={classes(type.small, type.quiet)}>{requestText(check)}</p>
      <ul className={styles.checks}>
        {check.checks.map(({ invariant, ok, count, detail }) => (
          <li key={invariant} className={classes(styles.line, type.small)}>
            <span>
              <span className={type.strong}>{t(`admin.check.${invariant}`)}</span>
              <span className={classes(type.tiny, type.faint)}>{ok ? (count === null ? null : format.count(count)) : detail}</span>
            </span>
            <Chip size="sm" tone={ok ? 'ok' : 'bad'} icon={ok ? <IconCheck size={14} /> : <IconAlertTriangle size={14} />}>
              {t(ok ? 'money.checkHolds' : 'money.checkBroken')}
            </Chip>
          </li>
        ))}
      </ul>
    </Card>
  );
};

/** The ledger's invariants: last check and its result. */
const Invariants = () => {
  const t = useText();
  const requestText = useRequestText();
  const queries = useQueryClient();
  const checks = useData('GET /admin/ledger/checks', { query: { limit: LIMIT } });
  const check = useAction('POST /admin/ledger/checks');
  const [last, ...before] = checks.data?.data ?? [];
  const columns: readonly Column<LedgerCheck>[] = [
    { key: 'when', narrow: 'main', title: t('money.when'), cell: requestText },
    {
      key: 'ok',
      narrow: 'end',
      title: t('money.state'),
      cell: (row) => (
        <Chip size="sm" tone={row.ok ? 'ok' : 'bad'}>
          {t(row.ok ? 'money.allHold' : 'money.notAllHold')}
        </Chip>
      ),
    },
  ];
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
        <Last check={last} />
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
