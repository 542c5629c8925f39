import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Platform } from '../platform/platform.ts';
import { BACKUP_LOCK, REHEARSAL_LOCK, findLastRun, findLastSuccess, findRestoredAt, isHeld } from './backup-state.queries.ts';
import { lastDueAt } from './retention.rules.ts';
import { labelOf } from './target.ts';

const COMMAND = fileURLToPath(new URL('scheduled.command.ts', import.meta.url));

/** A failed run is tried again after so long. */
const RETRY_MS = 3_600_000;
const REHEARSAL_MS = 7 * 86_400_000;

/** Runs the command in a process of its own until it ends; an interrupted one is killed, and its traces are removed by the next. */
const runCommand = async ({ log }: Platform, args: string[], signal: AbortSignal): Promise<void> => {
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'ignore', 'pipe'], signal, killSignal: 'SIGKILL' });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-2000)));
  try {
    const [code] = await once(child, 'close');
    if (code !== 0) log.error({ reason: output.trim() }, `the ${args[0]} failed`);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};

/** Tells whether a backup, or a rehearsal, is due at an instant. */
export const isDue = async (platform: Platform, kind: 'backup' | 'rehearsal', now: Date): Promise<boolean> => {
  const { config, database, settings } = platform;
  const place = labelOf(config.backup.to!);
  if (await isHeld(database, kind === 'backup' ? BACKUP_LOCK : REHEARSAL_LOCK)) return false;
  const last = await findLastRun(database, kind, place);
  if (last?.ok === false && last.endedAt && now.getTime() - last.endedAt.getTime() < RETRY_MS) return false;
  const success = await findLastSuccess(database, kind, place);
  if (kind === 'backup') {
    const due = lastDueAt(now, settings.get('backupHour'), settings.get('timeZone'));
    // A restored site is a new beginning.
    const restoredAt = await findRestoredAt(database);
    // One in the future was made by a clock that went wrong.
    return !success || success.startedAt > now || success.startedAt < due || (restoredAt !== undefined && success.startedAt < restoredAt);
  }
  if (!settings.get('backupRehearsals') || !(await findLastSuccess(database, 'backup', place))) return false;
  return !success || now.getTime() - success.startedAt.getTime() >= REHEARSAL_MS;
};

/**
 * Registers the jobs that back the site up at its hour and rehearse a restore each week. They exist once BACKUP_TO names a target.
 * The times follow the machine's clock. The site's own clock may have been moved ahead.
 */
export const registerBackupJobs = (platform: Platform): void => {
  const { config, jobs, settings } = platform;
  if (config.backup.to === undefined) return;
  const run = async (kind: 'backup' | 'rehearsal', args: string[], signal: AbortSignal): Promise<void> => {
    if (await isDue(platform, kind, new Date())) await runCommand(platform, [kind, ...args], signal);
  };
  jobs.schedule('backups:make', '* * * * *', (_, { signal }) => {
    const keep = { days: settings.get('backupDaysKept'), weeks: settings.get('backupWeeksKept'), months: settings.get('backupMonthsKept') };
    const kept = Object.entries(keep).map(([name, count]) => `--${name}=${count}`);
    return run('backup', [...kept, `--zone=${settings.get('timeZone')}`], signal);
  });
  // A dump has no cluster to be restored beside the site.
  if (config.databaseUrl === undefined) jobs.schedule('backups:rehearse', '*/10 * * * *', (_, { signal }) => run('rehearsal', [], signal));
};
