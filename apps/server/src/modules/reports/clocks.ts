import { sql } from 'kysely';
import { type Trx, recordEvent, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { forgetWords, sweepRestrictions } from './sweep-records.ts';

/** Rows of an open report or notice whose time is half over (1) or over (2), and for which no alert was sent yet: over `due_at` and `created_at`. */
export const alertLevel = (now: Date) =>
  sql<number>`(case when due_at <= ${now} then 2 when created_at + (due_at - created_at) / 2 <= ${now} then 1 else 0 end)`;

/** Alerts the admins once about reports or notices that reached a level together. @param name what they are, in the alert's key */
export const recordClockAlerts = async (
  trx: Trx,
  name: 'report' | 'notice',
  rows: readonly { id: string; reference: string; alerts: number }[],
): Promise<void> => {
  for (const [level, what] of [
    [1, 'half'],
    [2, 'over'],
  ] as const) {
    const reached = rows.filter(({ alerts }) => alerts === level);
    const [first] = reached;
    if (first)
      await recordEvent(trx, 'moderation.alerted', {
        what,
        key: `${what}:${name}:${first.id}`,
        count: reached.length,
        name: first.reference,
      });
  }
};

/** Alerts about reports whose time is half over or over. */
export const alertReports = async ({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<void> => {
  const level = alertLevel(clock.now());
  await transact(database, undefined, async (trx) => {
    const { rows } = await sql<{ id: string; reference: string; alerts: number }>`
      update reports set alerts = ${level} where state = 'open' and alerts < ${level} returning id, reference, alerts`.execute(trx);
    await recordClockAlerts(trx, 'report', rows);
    return {};
  });
};

export const registerReportJobs = (platform: Platform): void => {
  platform.jobs.schedule('reports:alertClocks', '*/5 * * * *', () => alertReports(platform));
  platform.jobs.schedule('reports:forgetWords', '57 4 * * *', async () => void (await forgetWords(platform)));
  platform.jobs.schedule('reports:sweepMeasures', '27 4 * * *', async (_, { signal }) => void (await sweepRestrictions(platform, signal)));
};
