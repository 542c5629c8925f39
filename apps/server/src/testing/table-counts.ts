import { sql } from 'kysely';
import type { TestApp } from './test-app.ts';

/** Tables that count calls and sessions rather than what was done, or that the clock writes. */
const NOT_COUNTED = ['sessions', 'profile_views', 'seals'];

/** A checksum of every row of every table of ours but those named, by table: what a refused call must leave as it was. */
export const tableChecksums = async (app: TestApp, except: readonly string[] = []): Promise<Record<string, string>> => {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'ledger') and table_type = 'BASE TABLE' order by 1, 2`.execute(app.platform.database);
  const sums: Record<string, string> = {};
  for (const { schema, name } of tables) {
    if (NOT_COUNTED.includes(name) || except.includes(name)) continue;
    // When somebody was last seen changes with every call.
    const row = name === 'accounts' ? sql`(to_jsonb(t) - 'last_seen_at')::text` : sql`t::text`;
    const { rows } = await sql<{ sum: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(md5(${row}), '' order by md5(${row}))), '') as sum
      from ${sql.table(`${schema}.${name}`)} t`.execute(app.platform.database);
    sums[`${schema}.${name}`] = rows[0]!.sum;
  }
  return sums;
};

/** How many rows each table has. */
export const tableCounts = async (app: TestApp, except: readonly string[] = []): Promise<Record<string, number>> =>
  Object.fromEntries(Object.entries(await tableChecksums(app, except)).map(([name, sum]) => [name, Number(sum.split(' ')[0])]));

/** By how many rows each table grew. */
export const growth = (before: Record<string, number>, after: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, count]): [string, number] => [name, count - (before[name] ?? 0)])
      .filter(([, count]) => count !== 0),
  );
