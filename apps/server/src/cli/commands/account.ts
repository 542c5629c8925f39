import { createWriteStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { archiveOf, eraseAccount, recordDataExport } from '../../modules/accounts/index.ts';
import type { Platform } from '../../platform/platform.ts';
import { systemCodeOf } from '../../platform/thrown.ts';
import { confirm } from '../ask.ts';
import { type Command, CommandError } from '../command.ts';
import { findAccount } from '../find-account.ts';
import { withSite } from '../site.ts';

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'it exists already; name another file',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EISDIR: 'it is a folder; name a file in it',
  EACCES: 'this user may not write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its disk is full',
};

/** Writes an account's data into a new file that only this user can read. @returns its bytes; @throws CommandError */
const writeArchive = async (platform: Platform, accountId: string, path: string): Promise<number> => {
  const refuse = (error: unknown): never => {
    const reason = REASONS[systemCodeOf(error) ?? ''];
    if (reason) throw new CommandError(`"${path}" can’t be written: ${reason}.`);
    throw error;
  };
  // A file that exists is never replaced.
  await (await open(path, 'wx', 0o600).catch(refuse)).close();
  try {
    await pipeline(await archiveOf(platform, accountId), createWriteStream(path));
    return (await stat(path)).size;
  } catch (error) {
    await rm(path, { force: true });
    return refuse(error);
  }
};

const sizeText = (bytes: number): string => (bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`);

const exportAccount: Command = {
  name: 'account export',
  summary: 'Write all data of an account into a ZIP file',
  arguments: [
    { name: 'USER', summary: 'the username or mail address' },
    { name: 'FILE', summary: 'a new file, which only this user can read' },
  ],
  run: (context) =>
    withSite(context.environment, async ({ platform }) => {
      const account = await findAccount(platform, context.arguments[0]!);
      // npm runs commands in the project's folder.
      const path = resolve(context.environment['INIT_CWD'] ?? '.', context.arguments[1]!);
      const bytes = await writeArchive(platform, account.id, path);
      await recordDataExport(platform, account.id);
      context.say(`Wrote the data of ${account.username} to ${path} (${sizeText(bytes)}).`);
    }),
};

const erase: Command = {
  name: 'account erase',
  summary: 'Erase an account at once, without the waiting time; this can’t be undone',
  arguments: [{ name: 'USER', summary: 'the username or mail address' }],
  options: { yes: { type: 'boolean', summary: 'don’t ask for a confirmation' } },
  run: (context) =>
    withSite(context.environment, async ({ platform }) => {
      const account = await findAccount(platform, context.arguments[0]!);
      const { id, username, role } = account;
      if (role === 'admin')
        throw new CommandError(
          `${username} is an admin, and admins can’t be erased: their acts must stay attributable. Suspend the account.`,
        );
      await confirm(context, { question: `This erases the account of ${username} (${role}) permanently.`, word: username });
      if (!(await eraseAccount(platform, id, 'ordered'))) throw new CommandError(`${username} was erased meanwhile.`);
      context.say(`Erased the account of ${username}. What the law makes the site keep stays without their name.`);
    }),
};

export const accountCommands: readonly Command[] = [exportAccount, erase];
