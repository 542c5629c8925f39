import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { AccountViewer } from '../platform/auth/viewer.ts';
import type { Idempotency, Trx } from '../platform/database/database.ts';
import type { Platform } from '../platform/platform.ts';
import { writePresence } from '../platform/presence/presence.store.ts';
import type { CastApplicant, CastFan, CastPerformer, CastRejected } from './cast.ts';

/** Everybody of the demo. */
export interface Cast {
  performers: readonly CastPerformer[];
  fans: readonly CastFan[];
  applicants: readonly CastApplicant[];
  rejected: readonly CastRejected[];
}

/** Context of every stage of the seeding. */
export interface Seeding {
  cast: Cast;
  /** The reference instant of all times. Unchanged when an interrupted seeding resumes. */
  base: Date;
  /** The platform with the time of the base. Mails to the people of the demo are not sent. */
  platform: Platform;
  /** The platform at another time. */
  at(instant: Date): Platform;
  /** Ends the seeding between two steps; the next start resumes. */
  signal: AbortSignal;
  /** Steps that an earlier start has done already. */
  done: ReadonlySet<string>;
}

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

export const minutesBefore = (base: Date, minutes: number): Date => new Date(base.getTime() - minutes * MINUTE_MS);

/** The accounts of the steps' keys in the table of idempotency keys. */
const ROUTE = 'demo';

/**
 * The idempotency key of a step: it is stored in the step's own transaction, so that an interrupted seeding resumes exactly where it
 * stopped.
 */
export const stepKey = (accountId: string, key: string): Idempotency => ({
  accountId,
  route: ROUTE,
  key,
  inputHash: createHash('sha256').update(key).digest('hex'),
});

export const readDoneSteps = async ({ database }: Platform): Promise<Set<string>> => {
  const rows = await database.selectFrom('idempotency_keys').select('key').where('route', '=', ROUTE).execute();
  return new Set(rows.map(({ key }) => key));
};

/** Deletes the keys of the steps after the seeding. */
export const forgetSteps = async (trx: Trx): Promise<void> => {
  await trx.deleteFrom('idempotency_keys').where('route', '=', ROUTE).execute();
};

/** Usernames of the cast to the ids of their accounts. */
export const readAccountIds = async ({ database }: Platform): Promise<Map<string, string>> => {
  const rows = await database.selectFrom('accounts').select(['id', 'username']).execute();
  return new Map(rows.map(({ id, username }) => [username, id]));
};

/** A person of the demo, as use cases want their callers. */
export const viewerOf = (accountId: string, username: string): AccountViewer => ({
  kind: 'account',
  accountId,
  sessionId: accountId,
  role: 'fan',
  adminRole: null,
  actingAdminId: null,
  username,
  isPerformer: false,
  isLiteAccount: false,
  emailVerified: true,
  hasTwoFactor: false,
  hasPasskey: false,
  mustAgree: false,
  suspended: false,
  loggedInAt: new Date(0),
  confirmedAt: new Date(0),
  validUntil: new Date(0),
});

/** Dates an account back: since when it is here, and when it was last seen. Its address counts as verified. */
export const dateAccount = async ({ database }: Platform, accountId: string, since: Date, seen: Date): Promise<void> => {
  await sql`update accounts set created_at = ${since}, updated_at = ${since}, email_verified_at = ${since} where id = ${accountId}::uuid`.execute(
    database,
  );
  await writePresence(database, [{ id: accountId, at: seen }]);
};
