import { normalLogin } from '@stagedoor/contract/email-address';
import type { PasskeyAssertion } from '@stagedoor/contract/passkeys';
import type { RawBuilder } from 'kysely';
import { verifyPassword } from '../../platform/auth/passwords.ts';
import type { SessionOrigin } from '../../platform/auth/sessions.ts';
import { type Executor, type Trx, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { enqueueMail } from './account-mails.ts';
import { cookieWith, findDevice, isFirstLogIn, rememberDevice, tokensIn } from './devices.store.ts';
import { countFailure, clearFailuresStatement, assertAttemptsLeft, readFailures } from './log-in-failures.store.ts';
import { type Bucket, accountBuckets, bucketOf, networkOf, pauseOf, unknownDeviceBuckets } from './log-in.rules.ts';
import { readLogIn } from './log-in.store.ts';
import { consumeAssertion } from './passkey-assertions.ts';
import { consumeCode } from './two-factor.store.ts';
import { describeDevice } from './user-agent.rules.ts';

export interface LogInInput {
  /** Username or e-mail address. */
  name: string;
  password: string;
  remember: boolean;
  /** Of the second factor: a code of the app, or a recovery code. */
  code?: string | undefined;
  /** A passkey's answer, as the second factor. */
  passkey?: PasskeyAssertion | undefined;
  /** The browser's device cookie: the accounts it has logged in to. */
  deviceCookie?: string | undefined;
  /** Two letters: the country of its address; null when unknown. */
  country?: string | null;
}

export interface LoggedIn {
  token: string;
  maxAgeSeconds: number;
  /** The browser's new cookie. */
  deviceCookie: string;
}

const deviceBucketOf = (token: string): Bucket => bucketOf('device', token);

/**
 * Opens a session, for accounts with a verified address. An unknown name takes as long as a wrong password, and is paused like one.
 * Pauses go by the name as typed; an account guessed at by both its names refuses even the right password, and doesn't say so (decision 0079).
 * @throws CodedError INCORRECT_CREDENTIALS; EMAIL_NOT_VERIFIED after the right password; LOG_IN_PAUSED with `retryAfterSeconds`; TWO_FACTOR_REQUIRED after the right password when a
 * second factor is required; TWO_FACTOR_INVALID, PASSKEY_INVALID
 */
export const logIn = async (platform: Platform, input: LogInInput, origin: SessionOrigin): Promise<LoggedIn> => {
  const { database, clock } = platform;
  const now = clock.now();
  const name = normalLogin(input.name);
  const tokens = tokensIn(input.deviceCookie);
  const typed = unknownDeviceBuckets(name, origin.ip);
  const { account, attempts, device, ...read } = await readLogIn(database, {
    name,
    tokens,
    buckets: [...typed, ...accountBuckets(name, origin.ip), ...tokens.map(deviceBucketOf)],
    now,
  });
  // An unknown address is read twice too: it must take as long.
  const isAddress = name.includes('@');
  const ofAccount = accountBuckets(account?.username ?? name, origin.ip);
  const later = isAddress ? await readFailures(database, ofAccount, now) : undefined;
  const counts = (bucket: Bucket) => later?.(bucket) ?? read.counts(bucket);
  const deviceBuckets = device === undefined ? [] : [deviceBucketOf(device)];
  const isKnown = device !== undefined && pauseOf(deviceBuckets, counts, now) === 0;
  const countedBuckets = isKnown ? deviceBuckets : [...typed, ...ofAccount];
  const retryAfterSeconds = pauseOf(isKnown ? deviceBuckets : typed, counts, now);
  if (retryAfterSeconds > 0) throw new CodedError('LOG_IN_PAUSED', { retryAfterSeconds });

  // An unverified account opens no session; were it refused here, it could be told from an attempt to register a taken address.
  const isRefused = !isKnown && account?.is_verified === true && pauseOf(ofAccount, counts, now) > 0;
  const matches = await verifyPassword(isRefused ? undefined : account?.password_hash, input.password);
  if (!(matches && account?.is_verified)) {
    // An attempt to register a taken address can't be told from an unverified account, nor either from no account: same answers, and as many
    // verifications for each.
    const padding = attempts.length === 0 || (account && !account.is_verified) ? [undefined] : [];
    const others = [...padding, ...attempts];
    const isAttempt = (await Promise.all(others.map((hash) => verifyPassword(hash, input.password)))).includes(true);
    if (matches || isAttempt) throw new CodedError('EMAIL_NOT_VERIFIED');
  }
  if (!account || !matches) {
    await countFailure(database, countedBuckets, now);
    throw new CodedError('INCORRECT_CREDENTIALS');
  }
  if (account.has_two_factor)
    await consumeSecondFactor(platform, input, account, isKnown ? [] : [bucketOf('code', account.id)], countedBuckets);
  // Failures of this name from here were its owner's; those of the network's other names still count.
  const toClear = [typed[0]!, ofAccount[0]!, ...deviceBuckets].filter((bucket) => counts(bucket) !== undefined);
  return openSession(platform, account.id, input, origin, device, toClear.length > 0 ? [clearFailuresStatement(toClear)] : []);
};

/**
 * Opens a session, and makes the browser known to the account. A new browser is mailed to the owner.
 * @param device the browser's token for the account, if it has one
 */
const openSession = async (
  platform: Platform,
  accountId: string,
  input: Pick<LogInInput, 'remember' | 'deviceCookie' | 'country'>,
  origin: SessionOrigin,
  device: string | undefined,
  statements: readonly RawBuilder<unknown>[] = [],
): Promise<LoggedIn> => {
  const { database, sessions, clock } = platform;
  const now = clock.now();
  const { token, writes } = rememberDevice(accountId, device, { userAgent: origin.userAgent, now });
  const create = (executor: Executor) => sessions.create(executor, accountId, input.remember, origin, [...statements, ...writes]);
  const session = device
    ? await create(database)
    : await transact(database, undefined, async (trx) => {
        if (!(await isFirstLogIn(trx, accountId))) await tellOfNewBrowser(platform, trx, accountId, origin, input.country ?? null);
        return create(trx);
      });
  return { token: session.token, maxAgeSeconds: session.maxAgeSeconds, deviceCookie: cookieWith(token, input.deviceCookie) };
};

const tellOfNewBrowser = (platform: Platform, trx: Trx, accountId: string, { userAgent }: SessionOrigin, country: string | null) => {
  const { browser, system } = describeDevice(userAgent);
  return enqueueMail(platform, trx, { kind: 'newBrowser', accountId, values: { browser, system, country } });
};

/**
 * Verifies and consumes the second factor of a log-in: a passkey's answer, a code of the app or a recovery code.
 * @throws CodedError TWO_FACTOR_REQUIRED with the `methods` that the account has, without one; TWO_FACTOR_INVALID, PASSKEY_INVALID, LOG_IN_PAUSED
 */
const consumeSecondFactor = async (
  platform: Platform,
  input: Pick<LogInInput, 'code' | 'passkey'>,
  account: { id: string; has_passkey: boolean },
  codeBuckets: readonly Bucket[],
  countedBuckets: readonly Bucket[],
): Promise<void> => {
  const { database } = platform;
  const now = platform.clock.now();
  if (!input.passkey && !input.code)
    throw new CodedError('TWO_FACTOR_REQUIRED', { methods: account.has_passkey ? ['passkey', 'code'] : ['code'] });
  if (codeBuckets.length > 0) await assertAttemptsLeft(database, codeBuckets, now);
  if (input.passkey) {
    const passkey = await consumeAssertion(platform, input.passkey, { purpose: 'logIn', sessionId: null }).catch((error: unknown) => {
      if (error instanceof CodedError) return null;
      throw error;
    });
    if (passkey?.account_id === account.id) return;
  } else if (await consumeCode(platform, account.id, input.code!)) return;
  await countFailure(database, [...countedBuckets, ...codeBuckets], now);
  throw new CodedError(input.passkey ? 'PASSKEY_INVALID' : 'TWO_FACTOR_INVALID');
};

/**
 * Opens a session by a passkey alone, which has verified its user: no name, no password. Failures count against the network.
 * @throws CodedError PASSKEY_INVALID; LOG_IN_PAUSED with `retryAfterSeconds`; EMAIL_NOT_VERIFIED
 */
export const logInByPasskey = async (
  platform: Platform,
  input: Pick<LogInInput, 'remember' | 'deviceCookie' | 'country'> & { passkey: PasskeyAssertion },
  origin: SessionOrigin,
): Promise<LoggedIn> => {
  const { database, clock } = platform;
  const buckets = [bucketOf('network', networkOf(origin.ip))];
  await assertAttemptsLeft(database, buckets, clock.now());
  const passkey = await consumeAssertion(platform, input.passkey, { purpose: 'logIn', sessionId: null }).catch(async (error: unknown) => {
    if (error instanceof CodedError) await countFailure(database, buckets, clock.now());
    throw error;
  });
  const account = await database
    .selectFrom('accounts')
    .select(['id', 'email_verified_at'])
    .where('id', '=', passkey.account_id)
    .where('status', '<>', 'deleted')
    .executeTakeFirst();
  if (!account) throw new CodedError('PASSKEY_INVALID');
  if (!account.email_verified_at) throw new CodedError('EMAIL_NOT_VERIFIED');
  const known = await findDevice(database, account.id, tokensIn(input.deviceCookie));
  return openSession(platform, account.id, input, origin, known);
};
