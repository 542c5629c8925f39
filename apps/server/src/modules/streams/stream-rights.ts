import { sql } from 'kysely';
import { hashToken, newToken } from '../../platform/auth/sessions.ts';
import type { Executor } from '../../platform/database/database.ts';
import { FieldsError } from '../../platform/errors.ts';

/** A right holds for a day, the specification's default for public shows. */
const RIGHT_MS = 86_400_000;

export interface GrantedRight {
  /** Known to its holder alone: 32 random bytes, of which the table keeps the SHA-256. */
  token: string;
  expiresAt: Date;
}

/**
 * Until when a right holds: a day, or less when less was asked for.
 * @throws FieldsError for an instant that has passed or is none
 */
export const expiryOf = (now: Date, wanted: Date | undefined): Date => {
  const latest = now.getTime() + RIGHT_MS;
  if (wanted === undefined) return new Date(latest);
  const time = wanted.getTime();
  if (Number.isNaN(time) || time <= now.getTime()) throw new FieldsError([{ property: 'expireDate', rule: 'invalid' }]);
  return new Date(Math.min(time, latest));
};

/**
 * Whether a performer `s.performer_id` has shut out whom a right `r` was granted to, by account or by the country it was asked for from.
 * A condition over both; publishing is the performer's own.
 */
export const isShutOut = sql<boolean>`(r.kind = 'play' and (
  exists (select from blocks b where b.performer_id = s.performer_id and b.account_id = r.account_id)
  or (r.account_id is distinct from s.performer_id
    and exists (select from country_blocks c where c.performer_id = s.performer_id and c.country = r.country))))`;

/** Grants publishing or playing. Whoever may play counts as a viewer of the show from now on. */
export const grantRight = async (
  executor: Executor,
  right: { streamId: string; accountId: string | null; country: string | null; kind: 'publish' | 'play'; now: Date; expiresAt: Date },
): Promise<GrantedRight> => {
  const token = newToken();
  const { streamId, accountId, country, kind, now, expiresAt } = right;
  await sql`
    with granted as (
      insert into stream_rights (stream_id, account_id, country, kind, token_hash, expires_at, created_at)
      values (${streamId}::uuid, ${accountId}::uuid, ${country}, ${kind}, ${hashToken(token)}, ${expiresAt}::timestamptz, ${now}::timestamptz)
      returning id, stream_id, account_id, kind, created_at)
    insert into stream_viewers (right_id, stream_id, account_id, joined_at, seen_at)
    select id, stream_id, account_id, created_at, created_at from granted where kind = 'play'`.execute(executor);
  return { token, expiresAt };
};
