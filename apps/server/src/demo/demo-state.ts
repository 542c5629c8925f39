import type { Executor } from '../platform/database/database.ts';
import { findSiteEvent } from '../platform/database/once.ts';

/** Of every demo account. */
export const DEMO_PASSWORD = 'stagedoor-demo';

export const DEMO_BEGUN = 'demo.begun';
export const DEMO_COMPLETED = 'demo.completed';

export interface DemoState {
  /** The reference instant of all times in the demo. */
  base: Date;
  /** False after an interrupted start: the next one resumes. */
  isComplete: boolean;
}

/** Whether this database has been seeded, completely or partly. */
export const findDemo = async (executor: Executor): Promise<DemoState | undefined> => {
  const begun = await findSiteEvent(executor, DEMO_BEGUN);
  if (!begun) return undefined;
  return { base: new Date(String(begun.detail['base'])), isComplete: (await findSiteEvent(executor, DEMO_COMPLETED)) !== undefined };
};
