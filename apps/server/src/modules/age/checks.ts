import { createHmac, randomBytes } from 'node:crypto';
import { AGE_PARAMETER, AGE_RETURN_PATH, type AgeObstacle } from '@stagedoor/contract/age.values';
import { isId } from '@stagedoor/contract/ids.values';
import { sql } from 'kysely';
import { type Viewer, accountIdOf } from '../../platform/auth/viewer.ts';
import { transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { AGE_CHECK_MINUTES, type VerifiedVisitor } from '../../platform/auth/age-cookies.ts';
import type { Platform } from '../../platform/platform.ts';
import { assureAccount } from './assurances.ts';
import { type AgeCheck, AgeCheckFailed, type AgeResult } from './provider.ts';
import { browserHash, currentProvider, openProvider, providerById } from './providers.ts';
import { safePath } from './safe-path.ts';

const DAY_MS = 86_400_000;

type Needed = Pick<Platform, 'config' | 'database' | 'encryption' | 'settings' | 'clock' | 'sessions' | 'log'>;

/** Everything that only the browser of a check can know, from the secret in its cookie. */
const checkOf = ({ config }: Pick<Platform, 'config'>, secret: string, begunAt: Date): AgeCheck => {
  const derive = (purpose: string): string => createHmac('sha256', secret).update(purpose).digest('base64url');
  return {
    returnAddress: config.publicUrl + AGE_RETURN_PATH,
    state: derive('state'),
    nonce: derive('nonce'),
    verifier: derive('verifier'),
    begunAt,
  };
};

/** The cookie of a check: its id, the browser's secret, and where the browser returns to. */
const cookieOf = (id: string, secret: string, returnTo: string): string =>
  [id, secret, Buffer.from(returnTo).toString('base64url')].join('.');

const readCookie = (value: string | undefined): { id: string; secret: string; returnTo: string } | null => {
  const [id = '', secret = '', path = ''] = (value ?? '').split('.');
  if (!isId(id) || secret.length < 40) return null;
  return { id, secret, returnTo: safePath(Buffer.from(path, 'base64url').toString()) ?? '/' };
};

/**
 * Begins a check of the caller's age.
 * @returns the provider's address, and the cookie that the browser must come back with
 * @throws CodedError AGE_PROVIDER_MISSING, AGE_PROVIDER_AWAY
 */
export const beginCheck = async (platform: Needed, viewer: Viewer, returnTo: string): Promise<{ url: string; cookie: string }> => {
  const { database, clock, log } = platform;
  const provider = await currentProvider(platform, database);
  if (!provider) throw new CodedError('AGE_PROVIDER_MISSING');
  const secret = randomBytes(32).toString('base64url');
  const begunAt = clock.now();
  const url = await openProvider(platform, provider)
    .begin(checkOf(platform, secret, begunAt))
    .catch((error: unknown) => {
      log.warn({ provider: provider.issuer, reason: error instanceof Error ? error.message : '' }, 'the age check can’t begin');
      throw new CodedError('AGE_PROVIDER_AWAY');
    });
  const { id } = await database
    .insertInto('age_checks')
    .values({ account_id: accountIdOf(viewer), browser_hash: browserHash(secret), provider_id: provider.id, begun_at: begunAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { url, cookie: cookieOf(id, secret, safePath(returnTo) ?? '/') };
};

/** How a check ended: where the browser goes, and the cookie of a visitor who passed. */
export interface EndedCheck {
  location: string;
  verified: VerifiedVisitor | null;
}

/** Adds why there is no result to the address that the browser returns to. */
const withObstacle = (returnTo: string, obstacle: AgeObstacle): string => {
  const [beforeHash = '/', hash] = returnTo.split('#', 2);
  const [path = '/', query = ''] = beforeHash.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set(AGE_PARAMETER, obstacle);
  return `${path}?${parameters.toString()}${hash === undefined ? '' : `#${hash}`}`;
};

interface Claimed {
  id: string;
  provider_id: string;
  account_id: string | null;
  begun_at: Date;
}

/** Claims a check for its only return: of its browser, by the person who began it. @throws AgeCheckFailed */
const claim = async ({ database, clock }: Needed, viewer: Viewer, id: string, secret: string): Promise<Claimed> => {
  const now = clock.now();
  const { rows } = await sql<Claimed>`
    update age_checks set claimed_at = ${now}
    where id = ${id}::uuid and browser_hash = ${browserHash(secret)} and claimed_at is null and state = 'begun'
      and begun_at > ${now}::timestamptz - make_interval(mins => ${sql.lit(AGE_CHECK_MINUTES)})
    returning id, provider_id, account_id, begun_at`.execute(database);
  const claimed = rows[0];
  if (!claimed) throw new AgeCheckFailed('expired', 'no open check of this browser');
  // Somebody else may have logged in or out meanwhile: the result is of the person who began.
  if (claimed.account_id !== accountIdOf(viewer)) {
    await close(database, id, 'failed', now);
    throw new AgeCheckFailed('refused', 'another account');
  }
  return claimed;
};

const close = async (database: Platform['database'], id: string, state: 'failed' | 'expired', at: Date): Promise<void> => {
  await database.updateTable('age_checks').set({ state, decided_at: at }).where('id', '=', id).where('state', '=', 'begun').execute();
};

/** Stores that a check was passed, and assures the account that began it. */
const pass = async (platform: Needed, { id, account_id: accountId }: Claimed, { method, reference }: AgeResult): Promise<Date> => {
  const at = platform.clock.now();
  const until = new Date(at.getTime() + platform.settings.get('ageValidDays') * DAY_MS);
  await transact(platform.database, undefined, async (trx) => {
    await trx
      .updateTable('age_checks')
      .set({ state: 'passed', method, reference, decided_at: at, valid_until: until })
      .where('id', '=', id)
      .execute();
    if (accountId) await assureAccount(trx, accountId, { checkId: id, until });
  });
  if (accountId) platform.sessions.forget(accountId);
  return until;
};

/**
 * Ends a check that a browser came back from. Every failure leaves the gate closed.
 * @param cookie the browser's cookie of the check
 * @param query of the address that the provider sent the browser to
 */
export const endCheck = async (platform: Needed, viewer: Viewer, cookie: string | undefined, query: string): Promise<EndedCheck> => {
  const { database, clock, log } = platform;
  const known = readCookie(cookie);
  if (!known) return { location: withObstacle('/', 'expired'), verified: null };
  const { id, secret, returnTo } = known;
  let claimed: Claimed | undefined;
  try {
    claimed = await claim(platform, viewer, id, secret);
    const provider = await providerById(platform, database, claimed.provider_id);
    const result = await openProvider(platform, provider).finish(query, checkOf(platform, secret, claimed.begun_at), clock.now());
    if (!result.isOfAge) throw new AgeCheckFailed('failed', 'not of age');
    const until = await pass(platform, claimed, result);
    return { location: returnTo, verified: claimed.account_id ? null : { checkId: id, until } };
  } catch (error) {
    if (claimed) await close(database, claimed.id, 'failed', clock.now());
    if (!(error instanceof AgeCheckFailed)) log.error({ err: error }, 'an age check failed');
    else log.info({ obstacle: error.obstacle, reason: error.message }, 'an age check has no result');
    return { location: withObstacle(returnTo, error instanceof AgeCheckFailed ? error.obstacle : 'away'), verified: null };
  }
};
