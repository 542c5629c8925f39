import pg from 'pg';
import type { TestApp } from './test-app.ts';

/** Rows that a transaction of the test has locked, so that a race happens in the order the test wants. */
export interface HeldRows {
  /** Runs a statement in the transaction. */
  run(statement: string, values: readonly unknown[]): Promise<unknown>;
  /** Tells whether one connection waits for a lock in a statement that matches the regular expression. */
  isAwaitedBy(statement: string): Promise<boolean>;
  /** Ends the transaction. */
  end(how: 'commit' | 'rollback'): Promise<void>;
}

/** Begins a transaction with a statement that locks rows. */
export const holdRows = async (app: TestApp, statement: string, values: readonly unknown[]): Promise<HeldRows> => {
  const [holder, watcher] = [1, 2].map(() => new pg.Client({ connectionString: app.testDatabase.ownerUrl })) as [pg.Client, pg.Client];
  await Promise.all([holder.connect(), watcher.connect()]);
  await holder.query('begin');
  const run = (text: string, given: readonly unknown[]) => holder.query(text, [...given]);
  await run(statement, values);
  return {
    run,
    async isAwaitedBy(pattern) {
      const blocked = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~ $1";
      return (await watcher.query(blocked, [pattern])).rowCount === 1;
    },
    async end(how) {
      await holder.query(how);
      await Promise.all([holder.end(), watcher.end()]);
    },
  };
};
