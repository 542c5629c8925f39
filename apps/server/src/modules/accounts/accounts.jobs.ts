import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { Locale } from '@stagedoor/contract/texts/text';
import { sql } from 'kysely';
import { type Executor, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts.ts';
import { registerSearchIndex } from '../../platform/search/search-indexes.ts';
import { ACCOUNT_SEARCH } from './account-search.store.ts';
import { type AccountMail, MAIL_TASK, type MailEvent, causeOf } from './account-mails.ts';
import { countTokensSince, createAccountToken, deleteTokensSince } from './account-tokens.ts';
import { findAccountByEmail } from './accounts.store.ts';
import { sweepDevices } from './devices.store.ts';
import { eraseDueAccounts } from './erase-account.ts';
import { EXPORT_TASK, makeExport, sweepExports } from './exports.ts';
import { sweepFailures } from './log-in-failures.store.ts';
import { sweepChallenges } from './passkeys.store.ts';
import { statementOf } from './statements-of-reasons.ts';
import { sweepAttempts } from './registration-attempts.store.ts';

type Addressee = NonNullable<Awaited<ReturnType<typeof findAddressee>>>;

const findAddressee = async (platform: Platform, mail: AccountMail) => {
  if ('to' in mail) return undefined;
  const known = await platform.database
    .selectFrom('accounts')
    .select(['id', 'email', 'name', 'locale', 'time_zone', 'username', 'role', 'status', 'email_verified_at'])
    .where('accountId' in mail ? 'id' : 'email', '=', 'accountId' in mail ? mail.accountId : mail.address)
    .where('status', '<>', 'deleted')
    .executeTakeFirst();
  return known;
};

/** Sends a mail in the recipient's language. */
const post = async (
  platform: Platform,
  kind: AccountMail['kind'],
  to: { email: string; name: string; locale: Locale; username?: string },
  values: Record<string, unknown> = {},
): Promise<void> => {
  const all = {
    name: to.name,
    username: to.username ?? '',
    siteName: platform.settings.get('siteName'),
    url: platform.config.publicUrl,
    ...values,
  };
  await platform.mail.send({
    to: to.email,
    locale: to.locale,
    subject: translate(to.locale, `mail.${kind}.subject`, all),
    text: translate(to.locale, `mail.${kind}.text`, all),
  });
};

const linkOf = async (
  platform: Platform,
  account: { id: string; email: string },
  purpose: Parameters<typeof createAccountToken>[2],
  path: string,
  executor: Executor = platform.database,
): Promise<string> =>
  `${platform.config.publicUrl}${path}?token=${await createAccountToken(executor, account, purpose, platform.clock.now())}`;

/** How many mails with a link of one purpose an account gets in an hour, whoever asks for them. */
const LINKS_AN_HOUR = 3;
const HOUR_MS = 3_600_000;
const LINK_PATHS = { verifyEmail: '/auth/verify-email', resetPassword: '/auth/reset-password' } as const;

/** Sends a mail with a link, unless the account got enough of them. */
const postLink = async (platform: Platform, account: Addressee, kind: 'verifyEmail' | 'resetPassword'): Promise<void> => {
  const { database, clock } = platform;
  const now = clock.now();
  // Counted and made in one: mails to the same account may be in work at the same time.
  const link = await transact(database, undefined, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`links ${kind}`}), hashtext(${account.id}))`.execute(trx);
    if ((await countTokensSince(trx, account.id, kind, new Date(now.getTime() - HOUR_MS))) >= LINKS_AN_HOUR) return undefined;
    return linkOf(platform, account, kind, LINK_PATHS[kind], trx);
  });
  if (link === undefined) return;
  try {
    await post(platform, kind, account, { link });
  } catch (error) {
    // The job is tried again, and makes another one.
    await deleteTokensSince(database, account.id, kind, now);
    throw error;
  }
};

const isSessionOpen = async ({ database }: Platform, sessionId: string): Promise<boolean> =>
  (await database.selectFrom('sessions').select('id').where('id', '=', sessionId).where('revoked_at', 'is', null).executeTakeFirst()) !==
  undefined;

const sendChangeOfEmail = async (
  platform: Platform,
  account: Addressee,
  { newAddress, sessionId }: { newAddress: string; sessionId: string },
): Promise<void> => {
  // The owner may have ended the session that asked, before this mail was sent.
  if (!(await isSessionOpen(platform, sessionId))) return;
  const owner = await findAccountByEmail(platform.database, newAddress);
  if (owner?.id === account.id) return;
  if (owner) return post(platform, 'addressInUse', owner);
  const link = await linkOf(platform, { id: account.id, email: newAddress }, 'changeEmail', '/auth/change-email');
  await post(platform, 'changeEmail', { ...account, email: newAddress }, { link });
};

/** Formats an instant's date in an account's language and time zone, or else the site's. */
const writeDay = (platform: Platform, { locale, time_zone }: Pick<Addressee, 'locale' | 'time_zone'>, instant: string): string =>
  new Date(instant).toLocaleDateString(locale, { dateStyle: 'long', timeZone: time_zone ?? platform.settings.get('timeZone') });

/** Formats an instant to the minute, in UTC. */
const writeMinute = (locale: Locale, instant: string): string =>
  `${new Date(instant).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' })} UTC`;

/** @param hundredths as digits */
const writeNumber = (locale: Locale, hundredths: string, options: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(locale, options).format(hundredthsToNumber(BigInt(hundredths)));

/** The name of a card company in a mail. */
const companyOf = (locale: Locale, gateway: string): string => translate(locale, `gateways.name.${gateway as 'ccbill'}`);

/** Says which company tries a declined card again, and on which day if it is known. */
const writeNextTry = (
  platform: Platform,
  account: Addressee,
  { gateway, nextTryAt }: { gateway: string; nextTryAt: string | null },
): string => {
  const company = companyOf(account.locale, gateway);
  if (nextTryAt === null) return translate(account.locale, 'mail.renewalDeclined.later', { company });
  return translate(account.locale, 'mail.renewalDeclined.next', { company, next: writeDay(platform, account, nextTryAt) });
};

const valuesOf = async (platform: Platform, account: Addressee, mail: AccountMail): Promise<Record<string, unknown>> => {
  switch (mail.kind) {
    case 'adminInvited':
      return { link: await linkOf(platform, account, 'invitation', '/auth/reset-password') };
    // Strangers can't cause it, so it isn't limited as `resetPassword` is.
    case 'accountSecured':
      return { link: await linkOf(platform, account, 'resetPassword', '/auth/reset-password') };
    case 'newBrowser':
      return writeBrowser(account.locale, mail.values);
    case 'accountSuspended':
    case 'feedTakenDown':
    case 'itemRejected':
    case 'contentHidden':
    case 'contentRemoved':
    case 'showStopped':
    case 'accountWarned':
      return statementOf(platform, account, mail.restrictionId);
    case 'renewalSoon':
    case 'renewalFailed':
    case 'renewalLimited':
    case 'planChanged':
    case 'renewalDeclined': {
      const { performer, tokens, money, currency, date } = mail.values;
      return {
        ...(mail.kind === 'renewalDeclined' ? { next: writeNextTry(platform, account, mail.values) } : {}),
        performer,
        tokens: writeNumber(account.locale, tokens, { minimumFractionDigits: 2 }),
        money: writeNumber(account.locale, money, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
        date: writeDay(platform, account, date),
      };
    }
    case 'paymentReturned': {
      const { money, currency, gateway } = mail.values;
      return {
        company: companyOf(account.locale, gateway),
        money: writeNumber(account.locale, money, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
      };
    }
    case 'passkeyAdded':
    case 'passkeyRemoved':
      return mail.values;
    case 'ownerProposed':
      return { ...mail.values, link: `${platform.config.publicUrl}/admin/users?q=${mail.values.person}` };
    case 'safetyChanged':
    case 'safetyChangedOnServer': {
      const titles = mail.values.settings.map((key) => translate(account.locale, `setting.${key as 'adminIdleMinutes'}.title`));
      return { ...mail.values, settings: titles.map((title) => `– ${title}`).join('\n') };
    }
    case 'payoutDetailsHeld': {
      const { method, destination, until } = mail.values;
      return {
        destination: translate(account.locale, `payouts.within.${method}`, { destination }),
        until: writeMinute(account.locale, until),
      };
    }
    case 'orderRefunded': {
      const { order, title, tokens, money, currency, to, closed } = mail.values;
      const { locale } = account;
      return {
        what: [translate(locale, `money.orderKind.${order}`), title].filter(Boolean).join(': '),
        back: [
          translate(locale, `mail.orderRefunded.${order === 'topUp' ? 'topUp' : to}`, {
            tokens: writeNumber(locale, tokens, { minimumFractionDigits: 2 }),
            money: writeNumber(locale, money, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
          }),
          closed ? translate(locale, 'mail.orderRefunded.closed') : '',
        ]
          .filter(Boolean)
          .join(' '),
      };
    }
    case 'subscriptionCancelled':
      return { performer: mail.values.performer, date: writeDay(platform, account, mail.values.date) };
    case 'deletionRequested':
      return { date: writeDay(platform, account, mail.deletesAt) };
    case 'applicationRejected': {
      const reasons = mail.reasons.map((reason) => translate(account.locale, `applications.reason.${reason as 'other'}`));
      return { reasons: [...reasons, mail.note].filter(Boolean).join('\n') };
    }
    default:
      return {};
  }
};

/** Describes a browser and its place in words. */
const writeBrowser = (
  locale: Locale,
  { browser, system, country }: { browser: string | null; system: string | null; country: string | null },
) => ({
  device:
    browser && system
      ? translate(locale, 'mail.newBrowser.device', { browser, system })
      : (browser ?? system ?? translate(locale, 'mail.newBrowser.unknownDevice')),
  place: (country && new Intl.DisplayNames([locale], { type: 'region' }).of(country)) ?? translate(locale, 'mail.newBrowser.unknownPlace'),
});

/** Writes when the event of a mail about an account's safety was, and the way to say “This wasn’t me”. */
const safetyValuesOf = async (
  platform: Platform,
  account: Addressee,
  kind: AccountMail['kind'],
  { to, at }: { to: string; at: Date },
): Promise<Record<string, unknown>> => {
  const cause = causeOf(kind);
  if (!cause) return {};
  const { database, clock, config, settings } = platform;
  const { locale, time_zone, role, id } = account;
  const token = await createAccountToken(database, { id, email: to }, 'notMe', clock.now(), { cause, since: at });
  const link = `${config.publicUrl}/auth/not-me?token=${token}`;
  const timeZone = time_zone ?? settings.get('timeZone');
  const when = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(at);
  return { when, notMe: translate(locale, role === 'performer' ? 'mail.notMe.performer' : 'mail.notMe.text', { link }) };
};

const sendMail = async (platform: Platform, mail: AccountMail & { event?: MailEvent }): Promise<void> => {
  if ('to' in mail) return post(platform, mail.kind, mail.to);
  const account = await findAddressee(platform, mail);
  if (!account) return;
  if (mail.kind === 'changeEmail') return sendChangeOfEmail(platform, account, mail);
  // Verified accounts need no second link; the response doesn't reveal it.
  if ('address' in mail && mail.kind === 'verifyEmail' && account.email_verified_at) return;
  if (mail.kind === 'verifyEmail' || mail.kind === 'resetPassword') return postLink(platform, account, mail.kind);
  // An address that was never verified may be a stranger's.
  if (mail.kind === 'emailChangeRequested' && !account.email_verified_at) return;
  const email = mail.kind === 'emailChanged' ? mail.oldAddress : (mail.event?.address ?? account.email);
  const at = mail.event?.at ? new Date(mail.event.at) : platform.clock.now();
  const values = await valuesOf(platform, account, mail);
  await post(
    platform,
    mail.kind,
    { ...account, email },
    { ...values, ...(await safetyValuesOf(platform, account, mail.kind, { to: email, at })) },
  );
};

export const registerAccountJobs = (platform: Platform): void => {
  const { jobs, database, clock } = platform;
  jobs.register(MAIL_TASK, (payload) => sendMail(platform, payload as unknown as AccountMail));
  jobs.register(EXPORT_TASK, (payload, job) => makeExport(platform, String(payload['exportId']), job));
  registerSearchIndex(platform, ACCOUNT_SEARCH);
  jobs.schedule('accounts:sweepExports', '41 * * * *', () => sweepExports(platform));
  jobs.schedule('accounts:sweepFailures', '*/10 * * * *', () => sweepFailures(database, clock.now()));
  jobs.schedule('accounts:sweepChallenges', '*/10 * * * *', () => sweepChallenges(database, clock.now()));
  jobs.schedule('accounts:sweepAttempts', '23 * * * *', () => sweepAttempts(database, clock.now()));
  jobs.schedule('accounts:sweepDevices', '17 4 * * *', () => sweepDevices(database, clock.now()));
  jobs.schedule('accounts:eraseDue', '*/10 * * * *', async () => void (await eraseDueAccounts(platform)));
};
