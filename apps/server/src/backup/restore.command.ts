import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigurationError, readConfig } from '../platform/config.ts';
import { filesDirectoryOf } from '../platform/storage/create-storage.ts';
import { messageOf } from '../platform/thrown.ts';
import { BackupError } from './backup-error.ts';
import { createUnpacking, identitiesIn } from './packing.ts';
import { restore } from './restore.ts';
import { isBucket, openTarget } from './target.ts';

// Restores a site from a backup into DATA_DIR: `npm run restore -- --from TARGET`. Exit code 0 when it was restored, 1 when it couldn't be, 2 for
// wrong arguments.
const USAGE =
  'npm run restore -- --from FOLDER (or s3://bucket/prefix) [--at 2026-11-30T03:00:00Z] [--backup NAME] [--secrets FILE | --without-secrets] [--identity FILE] [--replace]';

/** npm runs commands in the project's folder. */
const pathOf = (path: string): string => resolve(process.env['INIT_CWD'] ?? '.', path);

const readText = async (option: string, path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new ConfigurationError(`${option}: ${path} can’t be read (${messageOf(error)}).`);
  }
};

const readArguments = () => {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      at: { type: 'string' },
      backup: { type: 'string' },
      secrets: { type: 'string' },
      'without-secrets': { type: 'boolean' },
      identity: { type: 'string' },
      replace: { type: 'boolean' },
    },
  });
  if (values.from === undefined) throw new ConfigurationError(`Say where from: ${USAGE}.`);
  const at = values.at === undefined ? undefined : new Date(values.at);
  if (at && Number.isNaN(at.getTime())) throw new ConfigurationError(`--at: "${values.at}" is no instant; write 2026-11-30T03:00:00Z.`);
  if (at && at > new Date()) throw new ConfigurationError(`--at: ${values.at} is in the future.`);
  if (values.secrets !== undefined && values['without-secrets'])
    throw new ConfigurationError('--secrets and --without-secrets exclude each other.');
  return { ...values, from: values.from, at };
};

const main = async (): Promise<void> => {
  const given = readArguments();
  const config = readConfig(process.env);
  if (config.databaseUrl)
    throw new ConfigurationError(
      'DATABASE_URL: a database server of its own is restored with its own tools (docs/operations.md); unset it to restore into DATA_DIR.',
    );
  const { dataDirectory, backup, s3 } = config;
  const identities = given.identity === undefined ? [] : identitiesIn(await readText('--identity', pathOf(given.identity)), given.identity);
  const secretsPath = given.secrets === undefined ? undefined : pathOf(given.secrets);
  const target = await openTarget(isBucket(given.from) ? given.from : pathOf(given.from), backup.s3);
  try {
    const { recoveredUntil, files, movedTo } = await restore({
      target,
      unpacking: createUnpacking(identities),
      dataDirectory,
      filesDirectory: s3 ? null : filesDirectoryOf(config),
      secrets:
        secretsPath === undefined
          ? given['without-secrets']
            ? null
            : undefined
          : { text: await readText('--secrets', secretsPath), path: secretsPath },
      at: given.at,
      backup: given.backup,
      replace: given.replace ?? false,
      now: () => new Date(),
      say: console.log,
    });
    if (files) console.log(`Files: ${files.restored} restored.`);
    for (const [reason, keys] of [
      ['missing', files?.missing ?? []],
      ['damaged', files?.damaged ?? []],
    ] as const)
      if (keys.length > 0) console.log(`${keys.length} files are ${reason} in the backup, such as ${keys.slice(0, 3).join(', ')}.`);
    if (movedTo !== undefined) console.log(`The database that was there is in ${movedTo}; delete it when you don’t need it any more.`);
    console.log(`Restored into ${dataDirectory}, as it was at ${recoveredUntil.toISOString()}.`);
    console.log('Start the site: it sends no mail and moves no money until an owner has confirmed the restore in the administration.');
  } finally {
    target.close();
  }
};

try {
  await main();
} catch (error) {
  const isUsage = error instanceof ConfigurationError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  console.error(isUsage || error instanceof BackupError ? messageOf(error) : error);
  process.exitCode = isUsage ? 2 : 1;
}
