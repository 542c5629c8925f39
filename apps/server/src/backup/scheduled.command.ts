import { setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { readConfig } from '../platform/config.ts';
import { messageOf } from '../platform/thrown.ts';
import { applyRetention } from './apply-retention.ts';
import { BackupError } from './backup-error.ts';
import { backUpSite } from './back-up-site.ts';
import { openPacking } from './open-packing.ts';
import { runRehearsal } from './run-rehearsal.ts';
import { openTarget } from './target.ts';

// The site's own backups (schedule.ts): a process of their own, behind everything else on the machine. The database has the result.
const LOW_PRIORITY = 10;
const say = (line: string): void => console.log(line);

try {
  setPriority(LOW_PRIORITY);
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { days: { type: 'string' }, weeks: { type: 'string' }, months: { type: 'string' }, zone: { type: 'string' } },
  });
  const config = readConfig(process.env);
  if (positionals[0] === 'rehearsal') await runRehearsal(config, say);
  else {
    await backUpSite(config, { say, isByHand: false });
    const target = await openTarget(config.backup.to!, config.backup.s3);
    try {
      const kept = { days: Number(values.days), weeks: Number(values.weeks), months: Number(values.months) };
      const { unpacking } = await openPacking(config);
      await applyRetention(target, { unpacking, kept, timeZone: values.zone ?? 'UTC', now: new Date() });
    } finally {
      target.close();
    }
  }
} catch (error) {
  console.error(error instanceof BackupError ? messageOf(error) : error);
  process.exitCode = 1;
}
