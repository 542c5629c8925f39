import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { resolve } from 'node:path';
import { backUpSite } from '../../backup/back-up-site.ts';
import { createUnpacking, identitiesIn } from '../../backup/packing.ts';
import { restore } from '../../backup/restore.ts';
import { restoreIntoServer } from '../../backup/restore-into-server.ts';
import { runRehearsal } from '../../backup/run-rehearsal.ts';
import { isBucket, openTarget } from '../../backup/target.ts';
import { type Config, readConfig } from '../../platform/config.ts';
import { filesDirectoryOf } from '../../platform/storage/create-storage.ts';
import { messageOf } from '../../platform/thrown.ts';
import { type Command, type CommandContext, UsageError } from '../command.ts';

// These work without the application: there may be no site yet, and it starts in an instant.

/** npm runs commands in the project's folder. */
const pathOf = ({ environment }: CommandContext, path: string): string => resolve(environment['INIT_CWD'] ?? '.', path);

const addressOf = (context: CommandContext, address: string): string => (isBucket(address) ? address : pathOf(context, address));

const configOf = ({ environment }: CommandContext): Config => readConfig({ ...environment });

/** The place that an option names, or BACKUP_TO. @throws UsageError */
const placeOf = (context: CommandContext, { backup }: Config, option: 'to' | 'from'): string => {
  const place = context.option(option) ?? backup.to;
  if (place === undefined)
    throw new UsageError(`Say where ${option} with --${option} FOLDER or --${option} s3://bucket/prefix, or set BACKUP_TO.`);
  return addressOf(context, place);
};

/** Lowers this process's priority, because compressing and encrypting take a whole core. */
const giveWay = (): void => setPriority(10);

const backup: Command = {
  name: 'backup',
  summary: 'Back the site up, also while it runs',
  options: { to: { type: 'string', value: 'TARGET', summary: 'a folder or s3://bucket/prefix; by default BACKUP_TO' } },
  async run(context) {
    const config = configOf(context);
    const to = placeOf(context, config, 'to');
    giveWay();
    await backUpSite({ ...config, backup: { ...config.backup, to } }, { say: context.say, isByHand: true });
  },
};

const rehearse: Command = {
  name: 'rehearse',
  summary: 'Restore the newest backup beside the site as a test, and remove it again',
  options: { from: { type: 'string', value: 'TARGET', summary: 'by default BACKUP_TO' } },
  async run(context) {
    const config = configOf(context);
    const to = placeOf(context, config, 'from');
    giveWay();
    const { recoveredUntil } = await runRehearsal({ ...config, backup: { ...config.backup, to } }, context.say);
    context.say(`The newest backup can be had back, as the site was at ${recoveredUntil.toISOString()}.`);
  },
};

const readText = async (option: string, path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${option}: ${path} can’t be read (${messageOf(error)}).`);
  }
};

const instantOf = (text: string | undefined): Date | undefined => {
  if (text === undefined) return undefined;
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new UsageError(`--at: "${text}" is no instant; write 2026-11-30T03:00:00Z.`);
  if (at > new Date()) throw new UsageError(`--at: ${text} is in the future.`);
  return at;
};

/** The keys to restore with: those of a file, those of DATA_DIR (undefined), or none (null). */
const secretsOf = async (context: CommandContext): Promise<{ text: string; path: string } | null | undefined> => {
  const given = context.option('secrets');
  if (given !== undefined && context.flag('without-secrets')) throw new UsageError('--secrets and --without-secrets exclude each other.');
  if (given === undefined) return context.flag('without-secrets') ? null : undefined;
  const path = pathOf(context, given);
  return { text: await readText('--secrets', path), path };
};

const identitiesOf = async (context: CommandContext): Promise<string[]> => {
  const given = context.option('identity');
  return given === undefined ? [] : identitiesIn(await readText('--identity', pathOf(context, given)), given);
};

const restoreSite: Command = {
  name: 'restore',
  summary: 'Restore a site from a backup into DATA_DIR, or a dump into the empty database of DATABASE_URL',
  options: {
    from: { type: 'string', value: 'TARGET', summary: 'a folder or s3://bucket/prefix; by default BACKUP_TO' },
    secrets: { type: 'string', value: 'FILE', summary: 'your copy of the site’s secrets.json; by default that of DATA_DIR' },
    'without-secrets': { type: 'boolean', summary: 'lose second factors and payout details' },
    at: { type: 'string', value: 'INSTANT', summary: 'go back to it, such as 2026-11-30T03:00:00Z; by default the latest' },
    backup: { type: 'string', value: 'NAME', summary: 'begin with this backup; by default the newest that fits' },
    identity: { type: 'string', value: 'FILE', summary: 'the identity of age, for an encrypted backup' },
    replace: { type: 'boolean', summary: 'move the database of a stopped site aside' },
  },
  async run(context) {
    const { option, flag, say } = context;
    const [at, secrets, identities] = [instantOf(option('at')), await secretsOf(context), await identitiesOf(context)];
    const config = configOf(context);
    const target = await openTarget(placeOf(context, config, 'from'), config.backup.s3);
    try {
      const options = {
        target,
        unpacking: createUnpacking(identities),
        dataDirectory: config.dataDirectory,
        filesDirectory: config.s3 ? null : filesDirectoryOf(config),
        secrets,
        at,
        backup: option('backup'),
        replace: flag('replace'),
        now: () => new Date(),
        say,
      };
      const { recoveredUntil, files, movedTo } = await (config.databaseUrl
        ? restoreIntoServer(options, config.databaseUrl)
        : restore(options));
      if (files) say(`Files: ${files.restored} restored.`);
      for (const reason of ['missing', 'damaged'] as const) {
        const keys = files?.[reason] ?? [];
        if (keys.length > 0) say(`${keys.length} files are ${reason} in the backup, such as ${keys.slice(0, 3).join(', ')}.`);
      }
      if (movedTo !== undefined) say(`The database that was there is in ${movedTo}; delete it when you don’t need it any more.`);
      say(`Restored into ${config.databaseUrl ? 'the database' : config.dataDirectory}, as it was at ${recoveredUntil.toISOString()}.`);
      say('Start the site: it sends no mail and moves no money until an owner has confirmed the restore in the administration.');
    } finally {
      target.close();
    }
  },
};

/** They run without the application. */
export const backupCommands: readonly Command[] = [backup, rehearse, restoreSite];
