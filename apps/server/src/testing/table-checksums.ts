import { sql } from 'kysely';
import type { TestApp } from './test-app.ts';

/** Tables written by every call, by sessions or by the clock. */
const NOT_COUNTED = ['sessions', 'profile_views', 'seals'];

/** A checksum of all rows per table, except the given tables: a refused call must not change it. */
export const tableChecksums = async (app: TestApp, except: readonly string[] = []): Promise<Record<string, string>> => {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'ledger') and table_type = 'BASE TABLE' order by 1, 2`.execute(app.platform.database);
  const counted = tables.filter(({ name }) => !NOT_COUNTED.includes(name) && !except.includes(name));
  const sumOf = ({ schema, name }: { schema: string; name: string }) => {
    // The last-seen time changes with every call.
    const row = name === 'accounts' ? sql`(to_jsonb(t) - 'last_seen_at')::text` : sql`t::text`;
    return sql`
      select ${sql.lit(`${schema}.${name}`)} as name,
        count(*) || ' ' || coalesce(md5(string_agg(md5(${row}), '' order by md5(${row}))), '') as sum
      from ${sql.table(`${schema}.${name}`)} t`;
  };
  const { rows } = await sql<{ name: string; sum: string }>`${sql.join(counted.map(sumOf), sql` union all `)}`.execute(
    app.platform.database,
  );
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
};

/** Number of rows per table. @param checksums from `tableChecksums` */
export const countsOf = (checksums: Record<string, string>): Record<string, number> =>
  Object.fromEntries(Object.entries(checksums).map(([name, sum]) => [name, Number(sum.split(' ')[0])]));

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
