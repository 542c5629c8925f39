import { sql } from 'kysely';
import { hashToken } from '../../platform/auth/sessions.ts';
import type { Executor } from '../../platform/database/database.ts';
import { attemptsSince } from './registration-attempts.store.ts';
import { hashOf } from './log-in-failures.store.ts';
import type { Bucket, Count } from './log-in.rules.ts';

/** The data that a log-in decision needs. */
export interface LogInFacts {
  /** The account with the name, if any. */
  account:
    | { id: string; username: string; password_hash: string; has_two_factor: boolean; has_passkey: boolean; is_verified: boolean }
    | undefined;
  /** Hashes of the passwords with which somebody tried to register the name's address, which has another account. */
  attempts: readonly string[];
  /** The browser's token for the account. */
  device: string | undefined;
  /** Failures that still count, by bucket. */
  counts: (bucket: Bucket) => Count | undefined;
}

interface Row {
  id: string | null;
  username: string | null;
  password_hash: string | null;
  has_two_factor: boolean;
  has_passkey: boolean;
  is_verified: boolean;
  attempts: string[];
  devices: string[];
  failures: { bucket: string; failures: number; endsAt: number }[];
}

/**
 * Read in one round trip, for the load of many log-ins at once.
 * @param name username or e-mail address, in lower case
 * @param tokens what the browser's cookie holds
 */
export const readLogIn = async (
  executor: Executor,
  { name, tokens, buckets, now }: { name: string; tokens: readonly string[]; buckets: readonly Bucket[]; now: Date },
): Promise<LogInFacts> => {
  const hashes = tokens.map(hashToken);
  const { rows } = await sql<Row>`
    select a.id, a.username, a.password_hash, a.email_verified_at is not null as is_verified,
      array(select r.password_hash from registration_attempts r
        where (r.username = ${name} or r.email = ${name}) and r.created_at > ${attemptsSince(now)}) as attempts,
      exists (select from two_factor t where t.account_id = a.id and t.confirmed_at is not null)
        or exists (select from passkeys k where k.account_id = a.id) as has_two_factor,
      exists (select from passkeys k where k.account_id = a.id) as has_passkey,
      array(select encode(d.token_hash, 'hex') from devices d
        where d.token_hash = any(${hashes}::bytea[]) and d.account_id = a.id) as devices,
      (select coalesce(json_agg(json_build_object('bucket', encode(f.bucket, 'hex'), 'failures', f.failures,
          'endsAt', (extract(epoch from f.window_ends_at) * 1000)::bigint)), '[]')
        from log_in_failures f where f.bucket = any(${buckets.map(hashOf)}::bytea[]) and f.window_ends_at > ${now}) as failures
    from (select) as single_row
    left join lateral (
      select id, username, password_hash, email_verified_at from accounts where (username = ${name} or email = ${name}) and status <> 'deleted' limit 1) a on true`.execute(
    executor,
  );
  const { id, username, password_hash, has_two_factor, has_passkey, is_verified, attempts, devices, failures } = rows[0]!;
  const counts = new Map(failures.map((row) => [row.bucket, { failures: row.failures, windowEndsAt: new Date(row.endsAt) }]));
  const known = new Set(devices);
  return {
    account: id === null ? undefined : { id, username: username!, password_hash: password_hash!, has_two_factor, has_passkey, is_verified },
    attempts,
    device: tokens.find((_token, index) => known.has(hashes[index]!.toString('hex'))),
    counts: (bucket) => (counts.size === 0 ? undefined : counts.get(hashOf(bucket).toString('hex'))),
  };
};
