import { verifyPassword } from '../../platform/auth/passwords.ts';
import type { SessionOrigin } from '../../platform/auth/sessions.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { cookieWith, keepingDevice, tokensIn } from './devices.store.ts';
import { countFailure, forgettingFailures, refuseExhausted } from './log-in-failures.store.ts';
import { type Bucket, bucketOf, pauseOf, strangerBuckets } from './log-in.rules.ts';
import { readLogIn } from './log-in.store.ts';
import { takeCode } from './two-factor.store.ts';

export interface LogInInput {
  /** Username or e-mail address. */
  name: string;
  password: string;
  remember: boolean;
  /** Of the second factor: a code of the app, or a recovery code. */
  code?: string | undefined;
  /** What the browser says of the accounts it has logged in to. */
  deviceCookie?: string | undefined;
}

export interface LoggedIn {
  token: string;
  maxAgeSeconds: number;
  /** The browser's new cookie. */
  deviceCookie: string;
}

const isOfDevice = (token: string): Bucket => bucketOf('device', token);

/**
 * Opens a session. An unknown name takes as long as a wrong password, and is paused like one.
 * @throws CodedError INCORRECT_CREDENTIALS; LOG_IN_PAUSED with `retryAfterSeconds`; TWO_FACTOR_REQUIRED after the right password when a
 * second factor is asked for; TWO_FACTOR_INVALID
 */
export const logIn = async (platform: Platform, input: LogInInput, origin: SessionOrigin): Promise<LoggedIn> => {
  const { database, sessions, clock } = platform;
  const now = clock.now();
  const name = input.name.toLowerCase();
  const tokens = tokensIn(input.deviceCookie);
  const strange = strangerBuckets(name, origin.ip);
  const buckets = [...strange, ...tokens.map(isOfDevice)];
  const { account, device, counts } = await readLogIn(database, { name, tokens, buckets, now });
  const ofDevice = device === undefined ? [] : [isOfDevice(device)];
  const isKnown = device !== undefined && pauseOf(ofDevice, counts, now) === 0;
  const counted = isKnown ? ofDevice : strange;
  const retryAfterSeconds = pauseOf(counted, counts, now);
  if (retryAfterSeconds > 0) throw new CodedError('LOG_IN_PAUSED', { retryAfterSeconds });

  const matches = await verifyPassword(account?.password_hash, input.password);
  if (!account || !matches) {
    await countFailure(database, counted, now);
    throw new CodedError('INCORRECT_CREDENTIALS');
  }
  if (account.has_two_factor) {
    if (!input.code) throw new CodedError('TWO_FACTOR_REQUIRED');
    const guesses = isKnown ? [] : [bucketOf('code', account.id)];
    if (guesses.length > 0) await refuseExhausted(database, guesses, now);
    if (!(await takeCode(platform, account.id, input.code))) {
      await countFailure(database, [...counted, ...guesses], now);
      throw new CodedError('TWO_FACTOR_INVALID');
    }
  }
  // What was counted against this name here was its owner's; the network's other names go on counting.
  const forgiven = [strange[0]!, ...ofDevice].filter((bucket) => counts(bucket) !== undefined);
  const { token, writes } = keepingDevice(account.id, device, { userAgent: origin.userAgent, now });
  const session = await sessions.create(database, account.id, input.remember, origin, [
    ...(forgiven.length > 0 ? [forgettingFailures(forgiven)] : []),
    ...writes,
  ]);
  return { token: session.token, maxAgeSeconds: session.maxAgeSeconds, deviceCookie: cookieWith(token, input.deviceCookie) };
};
