import { ADMIN_ROLES } from '@stagedoor/contract/admin-roles';
import { username as usernameSchema } from '@stagedoor/contract/auth';
import { email as emailSchema } from '@stagedoor/contract/email-address';
import { isOneOf } from '@stagedoor/contract/keys.values';
import { line } from '@stagedoor/contract/shapes';
import { createLocalAdmin, removeAdminFactors, resetAdminPassword } from '../../modules/accounts/index.ts';
import { CodedError } from '../../platform/errors.ts';
import { PASSWORD_OPTION, readNewPassword } from '../ask.ts';
import { type Command, CommandError, UsageError } from '../command.ts';
import { findAccount } from '../find-account.ts';
import { withSite } from '../site.ts';

const nameSchema = line(80);

const create: Command = {
  name: 'admin create',
  summary: 'Create an admin with a password',
  arguments: [{ name: 'EMAIL', summary: 'the mail address' }],
  options: {
    username: { type: 'string', value: 'NAME', summary: 'the username; by default the address up to the @' },
    name: { type: 'string', value: 'NAME', summary: 'the name that others see; by default the username' },
    role: { type: 'string', value: 'ROLE', summary: `${ADMIN_ROLES.join(', ')}; by default owner` },
    ...PASSWORD_OPTION,
  },
  async run(context) {
    const email = emailSchema.safeParse(context.arguments[0]);
    if (!email.success) throw new UsageError(`"${context.arguments[0]}" is no mail address.`);
    const username = usernameSchema.safeParse(context.option('username') ?? email.data.split('@')[0]);
    if (!username.success)
      throw new UsageError('--username: use 3 to 30 lower-case letters, digits, dots, hyphens and underscores, a letter or digit first.');
    const name = nameSchema.safeParse(context.option('name') ?? username.data);
    if (!name.success) throw new UsageError('--name: use 1 to 80 characters on one line.');
    const adminRole = context.option('role') ?? 'owner';
    if (!isOneOf(ADMIN_ROLES, adminRole)) throw new UsageError(`--role: "${adminRole}" is none of ${ADMIN_ROLES.join(', ')}.`);
    const password = await readNewPassword(context);
    const admin = { email: email.data, username: username.data, name: name.data, adminRole, password };
    await withSite(context.environment, async ({ platform }) => {
      if ((await createLocalAdmin(platform, admin)) === null) throw new CodedError('USERNAME_TAKEN');
    });
    context.say(`Created the admin ${admin.username} (${admin.email}) with the role ${adminRole}. They can log in now.`);
  },
};

/** @throws CommandError for an account that is no admin */
const forAdmins = async (work: Promise<void>, instead: string): Promise<void> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof CodedError && error.code === 'FORBIDDEN') throw new CommandError(instead);
    throw error;
  }
};

const resetPassword: Command = {
  name: 'admin reset-password',
  summary: 'Set an admin’s password and end their sessions',
  arguments: [{ name: 'USER', summary: 'the username or mail address' }],
  options: PASSWORD_OPTION,
  async run(context) {
    const password = await readNewPassword(context);
    await withSite(context.environment, async ({ platform }) => {
      const account = await findAccount(platform, context.arguments[0]!);
      const instead = `${account.username} is no admin: they set a new password by “Forgot password?” on the log-in page.`;
      await forAdmins(resetAdminPassword(platform, account, password), instead);
      context.say(`Set the password of ${account.username}, and ended their sessions. A second factor stays as it is.`);
    });
  },
};

const removeSecondFactor: Command = {
  name: 'admin remove-second-factor',
  summary: 'Remove an admin’s authenticator app and passkeys, and end their sessions',
  arguments: [{ name: 'USER', summary: 'the username or mail address' }],
  run: (context) =>
    withSite(context.environment, async ({ platform }) => {
      const account = await findAccount(platform, context.arguments[0]!);
      const instead = `${account.username} is no admin: an admin resets their two-step verification in the administration.`;
      await forAdmins(removeAdminFactors(platform, account), instead);
      context.say(`Removed the second factor of ${account.username}, and ended their sessions. The password alone opens the account now.`);
    }),
};

export const adminCommands: readonly Command[] = [create, resetPassword, removeSecondFactor];
