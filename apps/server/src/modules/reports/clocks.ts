import { sql } from 'kysely';
import { type Trx, recordEvent, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { storeAppealAlerts } from '../restrictions/index.ts';
import { forgetWords, sweepRestrictions } from './sweep-records.ts';

/** The level that a clock has reached: 1 at half of its time, 2 at its end. By default of the columns `created_at` and `due_at`. */
export const alertLevel = (now: Date, since = sql.ref('created_at'), due = sql.ref('due_at')) =>
  sql<number>`(case when ${due} <= ${now} then 2 when ${since} + (${due} - ${since}) / 2 <= ${now} then 1 else 0 end)`;

const ALERTS = {
  report: ['half', 'over'],
  notice: ['half', 'over'],
  objection: ['objectionHalf', 'objectionOver'],
} as const;

/** Alerts the admins once about reports or notices that reached a level together. @param name what they are, in the alert's key */
export const recordClockAlerts = async (
  trx: Trx,
  name: keyof typeof ALERTS,
  rows: readonly { id: string; reference: string; alerts: number }[],
): Promise<void> => {
  for (const [index, what] of ALERTS[name].entries()) {
    const reached = rows.filter(({ alerts }) => alerts === index + 1);
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

/** Alerts about appeals and complaints whose time is half over or over. */
export const alertObjections = async ({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<void> => {
  const now = clock.now();
  const level = alertLevel(now, sql.ref('appealed_at'), sql.ref('appeal_due_at'));
  await transact(database, undefined, async (trx) => {
    const appeals = await storeAppealAlerts(trx, level);
    const { rows: complaints } = await sql<{ id: string; reference: string; alerts: number }>`
      with reached as (
        update complaints set alerts = ${alertLevel(now)} where state = 'open' and alerts < ${alertLevel(now)} returning id, report_id, notice_id, alerts)
      select c.id, c.alerts, coalesce(r.reference, n.reference) as reference
      from reached c left join reports r on r.id = c.report_id left join takedown_notices n on n.id = c.notice_id`.execute(trx);
    await recordClockAlerts(trx, 'objection', [...appeals, ...complaints]);
    return {};
  });
};

export const registerReportJobs = (platform: Platform): void => {
  platform.jobs.schedule('reports:alertClocks', '*/5 * * * *', async () => {
    await alertReports(platform);
    await alertObjections(platform);
  });
  platform.jobs.schedule('reports:forgetWords', '57 4 * * *', async () => void (await forgetWords(platform)));
  platform.jobs.schedule('reports:sweepMeasures', '27 4 * * *', async (_, { signal }) => void (await sweepRestrictions(platform, signal)));
};
