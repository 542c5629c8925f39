import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import type { Encryption } from '../platform/encryption.ts';
import type { SealedColumn, SealedRow } from './sealed-columns.ts';

const BATCH = 500;
const FIRST_PLACE = '(0,0)';

/** Values of a column by the first bytes of each, which name their key. */
export const countByPrefix = async (database: Database, { table, column }: SealedColumn): Promise<Map<string, number>> => {
  const { rows } = await sql<{ prefix: string; count: number }>`
    select encode(substring(${sql.ref(column)} from 1 for 8), 'hex') as prefix, count(*)::int as count
    from ${sql.table(table)} where ${sql.ref(column)} is not null group by 1`.execute(database);
  return new Map(rows.map(({ prefix, count }) => [prefix, count]));
};

/**
 * Encrypts a column's values with the newest key. One that another process changes meanwhile is left to a later pass.
 * @returns how many were encrypted again, and how many can't be decrypted
 */
export const renewColumn = async (
  database: Database,
  encryption: Encryption,
  { table, column, select, contextOf }: SealedColumn,
): Promise<{ renewed: number; broken: number }> => {
  const done = { renewed: 0, broken: 0 };
  let after = FIRST_PLACE;
  for (;;) {
    const { rows } = await sql<SealedRow & { ctid: string }>`
      select s.ctid::text as ctid, s.sealed, s.one, s.two, s.three from (${select}) s
      where s.ctid > ${after}::tid order by s.ctid limit ${sql.lit(BATCH)}`.execute(database);
    for (const row of rows) {
      let renewed;
      try {
        renewed = encryption.renew(row.sealed, contextOf(row));
      } catch {
        done.broken += 1;
        continue;
      }
      if (!renewed) continue;
      const { numAffectedRows = 0n } = await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${renewed}
        where ctid = ${row.ctid}::tid and ${sql.ref(column)} = ${row.sealed}`.execute(database);
      done.renewed += Number(numAffectedRows);
    }
    if (rows.length < BATCH) return done;
    after = rows.at(-1)!.ctid;
  }
};
