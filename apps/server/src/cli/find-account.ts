import { type NamedAccount, findNamedAccount } from '../modules/accounts/index.ts';
import type { Platform } from '../platform/platform.ts';
import { CommandError } from './command.ts';

/** Finds an account by its username or mail address. @throws CommandError */
export const findAccount = async (platform: Platform, name: string): Promise<NamedAccount> => {
  const account = await findNamedAccount(platform, name);
  if (!account) throw new CommandError(`There is no account "${name}": name it by its username or mail address.`);
  return account;
};
