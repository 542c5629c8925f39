import { PLAN_MINUTES, REMINDER_MINUTES } from '@stagedoor/contract/schedule.values';
import { sql } from 'kysely';
import { transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';

const MINUTE_MS = 60_000;

/** Has reminders sent of shows that begin within ten minutes, once for each time that was set; closes plans of which nothing came. */
export const remind = async ({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<void> => {
  const now = clock.now();
  const inMinutes = (minutes: number): Date => new Date(now.getTime() + minutes * MINUTE_MS);
  await transact(database, undefined, async (trx) => {
    await sql`
      with due as (
        update planned_shows set reminded_at = ${now}, updated_at = ${now}
        where id in (
          select id from planned_shows
          where state = 'planned' and reminded_at is null and starts_at <= ${inMinutes(REMINDER_MINUTES)} and starts_at > ${now}
          order by id for update skip locked)
        returning id, starts_at)
      insert into outbox (event, payload)
      select 'schedule.told', jsonb_build_object('plannedId', id, 'what', 'soon', 'startsAt', to_jsonb(starts_at)) from due`.execute(trx);
    await sql`
      update planned_shows set state = 'missed', updated_at = ${now}
      where id in (
        select id from planned_shows where state = 'planned' and starts_at <= ${inMinutes(-PLAN_MINUTES)} order by id for update skip locked)`.execute(
      trx,
    );
  });
};

export const registerScheduleJobs = (platform: Platform): void =>
  platform.jobs.schedule('schedule:remind', '* * * * *', () => remind(platform));
