import { ConfigurationError, readConfig } from '../platform/config.ts';
import { messageOf } from '../platform/thrown.ts';
import { BackupError } from './backup-error.ts';
import { runRehearsal } from './run-rehearsal.ts';

// Rehearses a restore beside the site: `npm run backup:rehearse`, with the site's variables. Exit code 0 when the newest backup can be had back.
try {
  const config = readConfig(process.env);
  if (config.backup.to === undefined) throw new ConfigurationError('BACKUP_TO: name the folder or bucket of the backups.');
  const { recoveredUntil } = await runRehearsal(config, console.log);
  console.log(`The newest backup can be had back, as the site was at ${recoveredUntil.toISOString()}.`);
} catch (error) {
  console.error(error instanceof BackupError || error instanceof ConfigurationError ? messageOf(error) : error);
  process.exitCode = error instanceof ConfigurationError ? 2 : 1;
}
