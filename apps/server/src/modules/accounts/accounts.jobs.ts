import type { Locale } from '@stagedoor/contract/texts/text';
import type { Executor } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { say } from '../../platform/texts.ts';
import { createAccountToken } from './account-tokens.ts';

export type AccountMail =
  | { kind: 'verifyEmail' | 'resetPassword' | 'addressInUse' | 'passwordChanged' | 'applicationApproved'; accountId: string }
  | { kind: 'applicationRejected'; accountId: string; reasons: string[]; note: string };

const TASK = 'accounts:sendMail';

/** Sends a mail to an account, in the transaction of the fact it tells of. Links are made when it is sent. */
export const enqueueMail = (platform: Platform, executor: Executor, mail: AccountMail): Promise<void> =>
  platform.jobs.enqueue(executor, TASK, { ...mail });

const sendMail = async (platform: Platform, mail: AccountMail): Promise<void> => {
  const { database, clock, config, settings } = platform;
  const account = await database
    .selectFrom('accounts')
    .select(['id', 'email', 'name', 'locale', 'username', 'status'])
    .where('id', '=', mail.accountId)
    .executeTakeFirst();
  if (!account || account.status === 'deleted') return;
  const locale = account.locale as Locale;
  const values: Record<string, unknown> = {
    name: account.name,
    username: account.username,
    siteName: settings.get('siteName'),
    url: config.publicUrl,
  };
  if (mail.kind === 'verifyEmail') {
    values['link'] =
      `${config.publicUrl}/auth/verify-email?token=${await createAccountToken(database, account, 'verifyEmail', clock.now())}`;
  }
  if (mail.kind === 'resetPassword') {
    values['link'] =
      `${config.publicUrl}/auth/reset-password?token=${await createAccountToken(database, account, 'resetPassword', clock.now())}`;
  }
  if (mail.kind === 'applicationRejected') {
    values['reasons'] = [...mail.reasons.map((reason) => say(locale, `applications.reason.${reason as 'other'}`)), mail.note]
      .filter(Boolean)
      .join('\n');
  }
  await platform.mail.send({
    to: account.email,
    locale,
    subject: say(locale, `mail.${mail.kind}.subject`, values),
    text: say(locale, `mail.${mail.kind}.text`, values),
  });
};

export const registerAccountJobs = (platform: Platform): void => {
  platform.jobs.register(TASK, (payload) => sendMail(platform, payload as unknown as AccountMail));
};
