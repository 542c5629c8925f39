import { schedule as calls } from '@stagedoor/contract/schedule';
import { sql } from 'kysely';
import { CodedError } from '../../platform/errors.ts';
import { defineModule } from '../../platform/module.ts';
import { readRows } from '../../platform/personal-data.ts';
import { calendarOf } from './calendar.rules.ts';
import { cancelPlan, changePlan, planShow, setReminder } from './plan-show.ts';
import { registerScheduleEvents } from './schedule.events.ts';
import { registerScheduleJobs } from './schedule.jobs.ts';
import { getPlanned, listPlanned } from './schedule.queries.ts';

export const schedule = defineModule({
  name: 'schedule',
  tables: ['planned_shows', 'show_reminders'],
  endpoints: ({ bind, platform }) =>
    bind(calls, {
      'GET /streaming/schedule': (call, { query }) => listPlanned(platform, call, query),
      'POST /performer/schedule': async (call, { body }) => {
        const { id } = await planShow(platform, call.viewer.accountId, body, call.idempotency);
        return getPlanned(platform, call, id);
      },
      'PUT /performer/schedule/{id}': (call, { params, body }) => changePlan(platform, call, params.id, body, call.idempotency),
      'DELETE /performer/schedule/{id}': (call, { params }) => cancelPlan(platform, call, params.id, call.idempotency),
      'PUT /streaming/schedule/{id}/reminder': (call, { params, body }) => setReminder(platform, call, params.id, body.on),
      'GET /streaming/schedule/{id}/calendar': async (call, { params }) => {
        const show = await getPlanned(platform, call, params.id);
        if (show.state === 'cancelled') throw new CodedError('NOT_FOUND');
        const site = new URL(platform.config.publicUrl);
        return (async function* () {
          yield calendarOf({
            id: show._id,
            title: show.title,
            performer: show.performer.name,
            startsAt: new Date(show.startsAt),
            changedAt: new Date(show.updatedAt),
            url: new URL(`/live/${show.performer.username}`, site).href,
            host: site.hostname,
          });
        })();
      },
    }),
  jobs: ({ platform }) => registerScheduleJobs(platform),
  events: ({ outbox }) => registerScheduleEvents(outbox),
  personalData: ({ platform }) =>
    platform.personalData.register({
      module: 'schedule',
      tables: ['planned_shows', 'show_reminders'],
      async read(executor, accountId) {
        return {
          files: [],
          data: {
            planned: await readRows(executor, 'planned_shows', sql`t.performer_id = ${accountId}::uuid`),
            reminders: await readRows(executor, 'show_reminders', sql`t.account_id = ${accountId}::uuid`),
          },
        };
      },
      async erase(trx, accountId) {
        await sql`delete from show_reminders where account_id = ${accountId}::uuid`.execute(trx);
        await sql`
          delete from show_reminders where planned_show_id in (select id from planned_shows where performer_id = ${accountId}::uuid)`.execute(
          trx,
        );
        await sql`delete from planned_shows where performer_id = ${accountId}::uuid`.execute(trx);
      },
    }),
});
