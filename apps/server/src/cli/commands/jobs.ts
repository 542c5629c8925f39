import { isOneOf } from '@stagedoor/contract/keys.values';
import { recordAudit, transact } from '../../platform/database/database.ts';
import { JOB_STATES, type QueuedJob } from '../../platform/jobs/queued-jobs.ts';
import { type Command, CommandError, UsageError } from '../command.ts';
import { withSite } from '../site.ts';

const LIMIT = 100;
const MAX_LIMIT = 10_000;
const ID = /^\d{1,18}$/;

const lineOf = ({ id, task, state, attempts, maxAttempts, runAt, lastError }: QueuedJob): string =>
  `${id.padStart(8)}  ${state.padEnd(9)}  ${runAt.toISOString()}  ${attempts}/${maxAttempts}  ${task}${lastError ? `  ${lastError.split('\n')[0]}` : ''}`;

const list: Command = {
  name: 'jobs list',
  summary: 'List the background jobs that wait, run or failed',
  options: {
    state: { type: 'string', value: 'STATE', summary: JOB_STATES.join(', ') },
    task: { type: 'string', value: 'NAME', summary: 'jobs of one task' },
    limit: { type: 'string', value: 'N', summary: `at most so many; by default ${LIMIT}` },
    json: { type: 'boolean', summary: 'print JSON' },
  },
  async run({ environment, option, flag, say }) {
    const state = option('state');
    if (state !== undefined && !isOneOf(JOB_STATES, state))
      throw new UsageError(`--state: "${state}" is none of ${JOB_STATES.join(', ')}.`);
    const limit = Number(option('limit') ?? LIMIT);
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
      throw new UsageError(`--limit: give a whole number from 1 to ${MAX_LIMIT}.`);
    const jobs = await withSite(environment, ({ platform }) =>
      platform.jobs.list(platform.database, { state, task: option('task'), limit }),
    );
    if (flag('json')) return say(JSON.stringify(jobs, null, 2));
    if (jobs.length === 0) return say('No such job is in the queue.');
    say(`${'id'.padStart(8)}  ${'state'.padEnd(9)}  ${'due'.padEnd(24)}  tries  task`);
    for (const job of jobs) say(lineOf(job));
    if (jobs.length === limit) say(`These are the first ${limit}; --limit shows more.`);
  },
};

const retry: Command = {
  name: 'jobs retry',
  summary: 'Let failed jobs run again at once',
  arguments: [{ name: 'ID', summary: 'jobs by their ids, as jobs list prints them', isOptional: true, isRepeated: true }],
  options: { failed: { type: 'boolean', summary: 'all that used up their attempts' } },
  async run({ environment, arguments: ids, flag, say }) {
    const wrong = ids.find((id) => !ID.test(id));
    if (wrong !== undefined) throw new UsageError(`"${wrong}" is no id of a job: stagedoor jobs list prints them.`);
    if (ids.length > 0 === flag('failed')) throw new UsageError('Name the jobs by their ids, or all that failed with --failed.');
    await withSite(environment, async ({ platform }) => {
      const retried = await transact(platform.database, undefined, async (trx) => {
        const chosen = await platform.jobs.retry(trx, flag('failed') ? 'failed' : ids);
        if (chosen.length > 0)
          await recordAudit(trx, {
            actorId: null,
            action: 'settings.jobsRetried',
            objectKind: 'job',
            objectId: null,
            detail: { jobs: chosen.length },
            at: platform.clock.now(),
          });
        return chosen;
      });
      const left = ids.filter((id) => !retried.includes(id));
      if (left.length > 0 && retried.length === 0)
        throw new CommandError(`None of these jobs failed, or they run now: ${left.join(', ')}.`);
      if (retried.length === 0) return say('No job failed for good: nothing was changed.');
      const rest = left.length > 0 ? ` Not these, which didn’t fail or run now: ${left.join(', ')}.` : '';
      say(`${retried.length === 1 ? 'One job runs' : `${retried.length} jobs run`} again at once, with all attempts.${rest}`);
    });
  },
};

export const jobCommands: readonly Command[] = [list, retry];
