import type { LedgerCheck } from '@stagedoor/contract/admin-money';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { useAction, useData } from '../../app/data.ts';
import { Page } from '../../app/shell/Columns.tsx';
import admin from '../../features/admin/admin.module.css';
import { Problem } from '../../features/auth/Problem.tsx';
import styles from '../../features/money/money.module.css';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const LIMIT = 20;

/** Who asked for a check, when, and how long it took. */
const useAsked = () => {
  const say = useText();
  const format = useFormat();
  return (check: LedgerCheck) =>
    say('money.checkedBy', {
      name: check.actor?.name ?? say('money.nightly'),
      when: format.date(check.at, 'dayTime'),
      ms: format.count(check.tookMs),
    });
};

const Last = ({ check }: { check: LedgerCheck }) => {
  const say = useText();
  const format = useFormat();
  const asked = useAsked();
  return (
    <Card pad="lg" {...(check.ok ? { beam: 'glow' as const } : {})}>
      <h2 className={classes(type.display, type.s34)}>{say(check.ok ? 'money.allHold' : 'money.notAllHold')}</h2>
      <p className={classes(type.small, type.quiet)}>{asked(check)}</p>
      <ul className={styles.checks}>
        {check.checks.map(({ invariant, ok, count, detail }) => (
          <li key={invariant} className={classes(styles.line, type.small)}>
            <span>
              <span className={type.strong}>{say(`admin.check.${invariant}`)}</span>
              <span className={classes(type.tiny, type.faint)}>{ok ? (count === null ? null : format.count(count)) : detail}</span>
            </span>
            <Chip size="sm" tone={ok ? 'ok' : 'bad'} icon={ok ? <IconCheck size={14} /> : <IconAlertTriangle size={14} />}>
              {say(ok ? 'money.checkHolds' : 'money.checkBroken')}
            </Chip>
          </li>
        ))}
      </ul>
    </Card>
  );
};

/** What must always hold of the ledger: when it was checked last, and what was found. */
const Invariants = () => {
  const say = useText();
  const asked = useAsked();
  const queries = useQueryClient();
  const checks = useData('GET /admin/ledger/checks', { query: { limit: LIMIT } });
  const check = useAction('POST /admin/ledger/checks');
  const [last, ...before] = checks.data?.data ?? [];
  const columns: readonly Column<LedgerCheck>[] = [
    { key: 'when', narrow: 'main', title: say('money.when'), cell: asked },
    {
      key: 'ok',
      narrow: 'end',
      title: say('money.state'),
      cell: (row) => (
        <Chip size="sm" tone={row.ok ? 'ok' : 'bad'}>
          {say(row.ok ? 'money.allHold' : 'money.notAllHold')}
        </Chip>
      ),
    },
  ];
  return (
    <Page width="wide">
      <PageTitle title={say('shell.invariants')} />
      <header className={admin.head}>
        <h1 className={classes(type.display, type.s46)}>{say('shell.invariants')}</h1>
        <Button
          kind="gold"
          busy={check.busy}
          onClick={() => void check.run({}).then((done) => done && queries.invalidateQueries({ queryKey: ['GET /admin/ledger/checks'] }))}
        >
          {say('money.checkNow')}
        </Button>
      </header>
      <Problem error={check.error} fields={[]} />
      {!checks.data ? (
        <Pending of={checks}>
          <RowsSkeleton rows={8} square />
        </Pending>
      ) : last ? (
        <Last check={last} />
      ) : (
        <Empty title={say('money.neverChecked')} text={say('money.neverCheckedText')} />
      )}
      {before.length > 0 ? (
        <section className={styles.section}>
          <h2 className={type.label}>{say('money.history')}</h2>
          <DataTable caption={say('money.history')} columns={columns} rows={before} rowKey={(row) => row._id} />
        </section>
      ) : null}
    </Page>
  );
};

export default Invariants;
