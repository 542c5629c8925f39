import { vi } from 'vitest';
import type { Database } from '../platform/database/database.ts';

export interface SentStatement {
  sql: string;
  parameters: readonly unknown[];
}

/** The statements that the application sends while something is done, those of its jobs and other requests included. */
export const statementsDuring = async (database: Database, work: () => Promise<unknown>): Promise<SentStatement[]> => {
  const executor = Object.getPrototypeOf(database.getExecutor()) as { executeQuery(query: SentStatement): Promise<unknown> };
  const spy = vi.spyOn(executor, 'executeQuery');
  try {
    await work();
    return spy.mock.calls.map(([query]) => query);
  } finally {
    spy.mockRestore();
  }
};
