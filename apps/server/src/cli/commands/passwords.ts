import { resolve } from 'node:path';
import { ImportRefused, reportImport } from '../../platform/auth/report-import.ts';
import { recordAudit, transact } from '../../platform/database/database.ts';
import { type Command, CommandError, UsageError } from '../command.ts';
import { withSite } from '../site.ts';

const importPasswords: Command = {
  name: 'passwords import',
  summary: 'Import a list of leaked passwords, which new ones are compared with',
  arguments: [{ name: 'FILE', summary: 'SHA-1 hashes, or one password a line' }],
  options: {
    hashes: { type: 'boolean', summary: 'the list has hashes' },
    passwords: { type: 'boolean', summary: 'the list has passwords' },
  },
  async run({ environment, arguments: [file], flag, say }) {
    if (flag('hashes') && flag('passwords')) throw new UsageError('Give one of --hashes and --passwords.');
    const format = flag('hashes') ? 'hashes' : flag('passwords') ? 'passwords' : undefined;
    // npm runs commands in the project's folder.
    const path = resolve(environment['INIT_CWD'] ?? '.', file!);
    await withSite(environment, async ({ platform }) => {
      const { count, lines } = await reportImport(path, platform.config.dataDirectory, format).catch((error: unknown) => {
        throw error instanceof ImportRefused ? new CommandError(error.message) : error;
      });
      await transact(platform.database, undefined, (trx) =>
        recordAudit(trx, {
          actorId: null,
          action: 'settings.leakedPasswordsImported',
          objectKind: 'passwords',
          objectId: null,
          detail: { passwords: count },
          at: platform.clock.now(),
        }),
      );
      for (const line of lines) say(line);
    });
  },
};

export const passwordCommands: readonly Command[] = [importPasswords];
