import { sql } from 'kysely';
import pg from 'pg';
import type { TestApp } from './test-app.ts';

/** Tables written by every call, by sessions or by the clock; and words, whose rows everybody shares. */
const NOT_COUNTED = ['sessions', 'presence', 'last_seen_times', 'profile_views', 'seals', 'known_words'];

/** Rows that a table has now and hadn't, and the reverse; a changed row is in both. */
export interface RowChange {
  added: Record<string, unknown>[];
  removed: Record<string, unknown>[];
}
/** By table, only tables with a change. */
export type RowChanges = Record<string, RowChange>;

/**
 * Notes every row that is written: the table, the row before and after. Written as its owner, because the application's role has no rights
 * here; within the writer's transaction, so that what is rolled back isn't noted.
 */
const LOG = `
  create schema if not exists testing;
  create table testing.row_log (relation text not null, before jsonb, after jsonb);
  create function testing.log_row() returns trigger language plpgsql security definer as $$
  begin
    if tg_op = 'TRUNCATE' then
      insert into testing.row_log values (tg_argv[0], '{"truncated": true}', null);
    elsif tg_op = 'INSERT' then
      insert into testing.row_log values (tg_argv[0], null, to_jsonb(new));
    elsif tg_op = 'DELETE' then
      insert into testing.row_log values (tg_argv[0], to_jsonb(old), null);
    else
      insert into testing.row_log values (tg_argv[0], to_jsonb(old), to_jsonb(new));
    end if;
    return null;
  end $$`;

/**
 * Named to fire after the triggers of the schema, which may write further rows. Commits after each table, because a lock on one table while
 * waiting for the next would deadlock with what the application's jobs write meanwhile.
 */
const TRIGGERS = `
  do $$
  declare relation regclass; name text;
  begin
    for relation, name in
      select c.oid, n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'ledger') and c.relkind in ('r', 'p') and not c.relispartition
    loop
      execute format('create trigger zz_testing_log after insert or update or delete on %s for each row execute function testing.log_row(%L)', relation, name);
      execute format('create trigger zz_testing_truncate after truncate on %s for each statement execute function testing.log_row(%L)', relation, name);
      commit;
    end loop;
  end $$`;

const watched = new WeakMap<TestApp, Promise<void>>();

/** @param ownerUrl the database to log from now on */
export const logRows = async (ownerUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`${LOG}; grant usage on schema testing to public; grant select, delete on testing.row_log to public`);
    await client.query(TRIGGERS);
  } finally {
    await client.end();
  }
};

/** Rows that differ between two moments; a row that was changed back doesn't. */
export const netChanges = async (
  { platform }: Pick<TestApp, 'platform'>,
  { except = [] }: { except?: readonly string[] } = {},
): Promise<RowChanges> => {
  const { rows } = await sql<{ relation: string; row: Record<string, unknown>; count: number }>`
    select relation, row, sum(sign)::int as count
    from testing.row_log cross join lateral (values (before, -1), (after, 1)) as written(row, sign)
    where row is not null and split_part(relation, '.', 2) <> all(${[...NOT_COUNTED, ...except]})
    group by relation, row having sum(sign) <> 0 order by relation, row::text`.execute(platform.database);
  const changes: RowChanges = {};
  for (const { relation, row, count } of rows) {
    const change = (changes[relation] ??= { added: [], removed: [] });
    for (let i = 0; i < Math.abs(count); i += 1) change[count > 0 ? 'added' : 'removed'].push(row);
  }
  return changes;
};

/**
 * Watches all rows from now on, except those of the given tables: a refused call must not change any. Waits for events and jobs of before, so
 * that only what the test does is noted.
 * @returns what has changed since
 */
export const watchRows = async (app: TestApp, options: { except?: readonly string[] } = {}): Promise<() => Promise<RowChanges>> => {
  let ready = watched.get(app);
  if (!ready) {
    ready = logRows(app.testDatabase.ownerUrl);
    watched.set(app, ready);
  }
  await ready;
  await app.settle();
  await sql`delete from testing.row_log`.execute(app.platform.database);
  return () => netChanges(app, options);
};

/** How many rows each table has more or less. */
export const countsOf = (changes: RowChanges): Record<string, number> =>
  Object.fromEntries(
    Object.entries(changes)
      .map(([name, { added, removed }]): [string, number] => [name, added.length - removed.length])
      .filter(([, count]) => count !== 0),
  );

/** Total balance by kind of ledger account, in hundredths. */
export const ledgerSums = async (app: TestApp): Promise<Record<string, number>> => {
  const { rows } = await sql<{ kind: string; sum: bigint }>`
    select a.kind, sum(e.amount)::bigint as sum from ledger.entries e join ledger.accounts a on a.id = e.account_id group by 1`.execute(
    app.platform.database,
  );
  return Object.fromEntries(rows.map(({ kind, sum }) => [kind, Number(sum)]));
};

/** Differences by key. */
export const growth = (before: Record<string, number>, after: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, count]): [string, number] => [name, count - (before[name] ?? 0)])
      .filter(([, count]) => count !== 0),
  );
