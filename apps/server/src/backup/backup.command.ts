import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { ConfigurationError, readConfig } from '../platform/config.ts';
import { messageOf } from '../platform/thrown.ts';
import { BackupError } from './backup-error.ts';
import { backUpSite } from './back-up-site.ts';
import { isBucket } from './target.ts';

// Backs a site up, also while it runs: `npm run backup -- [--to TARGET]`. Exit code 0 when it was made, 1 when it couldn't be, 2 for wrong arguments.
const USAGE = 'npm run backup -- --to FOLDER (or s3://bucket/prefix)';

try {
  const { values } = parseArgs({ options: { to: { type: 'string' } } });
  const config = readConfig(process.env);
  const to = values.to ?? config.backup.to;
  if (to === undefined) throw new ConfigurationError(`Say where to: ${USAGE}, or set BACKUP_TO.`);
  // npm runs commands in the project's folder.
  const address = isBucket(to) ? to : resolve(process.env['INIT_CWD'] ?? '.', to);
  await backUpSite({ ...config, backup: { ...config.backup, to: address } }, console.log);
} catch (error) {
  const isUsage = error instanceof ConfigurationError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  console.error(isUsage || error instanceof BackupError ? messageOf(error) : error);
  process.exitCode = isUsage ? 2 : 1;
}
