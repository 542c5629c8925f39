import { setTimeout as wait } from 'node:timers/promises';
import { createApp } from '@stagedoor/server';
import { readConfig } from '@stagedoor/server/platform/config';
import pg from 'pg';

// Runs every scheduled job of the product once, and sends a message when none waits any more.
const config = readConfig(process.env, { empty: true });
const app = await createApp({ config, ownerUrl: config.databaseUrl! });
await app.start();
process.on('disconnect', () => process.exit(1));
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));

const sql = new pg.Pool({ connectionString: config.databaseUrl!, max: 1 });
// Idle connections fail when the database stops.
sql.on('error', () => {});
for (const name of app.platform.jobs.scheduled())
  await sql.query('select graphile_worker.add_job($1, job_key := $1, max_attempts := 1)', [name]);
for (let isBusy = true; isBusy; ) {
  await wait(200);
  // Those for later, such as what a job has asked for in an hour, don't count.
  const { rows } = await sql.query<{ waiting: number; failed: string[] }>(
    `select count(*) filter (where locked_at is not null or (attempts < max_attempts and run_at <= now()))::int as waiting,
       coalesce(array_agg(task_identifier) filter (where last_error is not null), '{}') as failed from graphile_worker.jobs`,
  );
  isBusy = rows[0]!.waiting > 0;
  if (!isBusy && rows[0]!.failed.length > 0) throw new Error(`Jobs failed: ${rows[0]!.failed.join(', ')}.`);
}
await sql.end();
process.send!({ url: '' });
