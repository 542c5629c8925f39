import { readFile } from 'node:fs/promises';
import type pg from 'pg';

/** What PostgreSQL has done so far for the product's connections. */
export interface PostgresUsage {
  /** Milliseconds of CPU by process; empty where the system doesn't tell. */
  cpu: ReadonlyMap<number, number>;
  statements: number;
}

/** Linux counts in hundredths of a second. */
const MS_PER_TICK = 10;

const cpuOf = async (pid: number): Promise<number | undefined> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined);
  if (stat === undefined) return undefined;
  // After the name, which may contain spaces: the 12th and 13th are the ticks of the program and of the system for it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
};

/** Reads both. The time is that of the processes, not of the statements: with all connections busy, statements mostly wait for a core. */
export const readPostgresUsage = async (sql: pg.Pool): Promise<PostgresUsage> => {
  const { rows } = await sql.query<{ pid: number }>(`select pid from pg_stat_activity where application_name = 'stagedoor'`);
  const cpu = new Map<number, number>();
  for (const { pid } of rows) {
    const spent = await cpuOf(pid);
    if (spent !== undefined) cpu.set(pid, spent);
  }
  const statements = await sql.query<{ calls: string }>(
    `select coalesce(sum(calls), 0) as calls from pg_stat_statements where userid = 'stagedoor_app'::regrole`,
  );
  return { cpu, statements: Number(statements.rows[0]!.calls) };
};

/** What was used between two readings. */
export const usedBetween = (before: PostgresUsage, after: PostgresUsage): { cpu: number; statements: number } => ({
  cpu: [...after.cpu].reduce((sum, [pid, spent]) => sum + spent - (before.cpu.get(pid) ?? 0), 0),
  statements: after.statements - before.statements,
});
