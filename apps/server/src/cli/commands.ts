import type { Command } from './command.ts';
import { accountCommands } from './commands/account.ts';
import { adminCommands } from './commands/admin.ts';
import { backupCommands } from './commands/backups.ts';
import { doctorCommands } from './commands/doctor.ts';
import { jobCommands } from './commands/jobs.ts';
import { keyCommands } from './commands/keys.ts';
import { ledgerCommands } from './commands/ledger-checks.ts';
import { mailCommands } from './commands/mail.ts';
import { migrateCommands } from './commands/migrate.ts';
import { passwordCommands } from './commands/passwords.ts';
import { searchCommands } from './commands/search.ts';
import { settingsCommands } from './commands/settings.ts';

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  ...doctorCommands,
  ...backupCommands,
  ...adminCommands,
  ...accountCommands,
  ...settingsCommands,
  ...jobCommands,
  ...searchCommands,
  ...mailCommands,
  ...passwordCommands,
  ...keyCommands,
  ...ledgerCommands,
  ...migrateCommands,
];
