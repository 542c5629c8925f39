import { sql } from 'kysely';
import { hashToken, newToken } from '../../platform/auth/sessions.ts';
import type { Executor } from '../../platform/database/database.ts';
import { FieldsError } from '../../platform/errors.ts';
import { isAudienceOf, blockedPair, isHiddenIn, isKnownShow } from '../access/index.ts';

/** A grant is valid for a day, the specification's default for public shows. */
const GRANT_LIFETIME_MS = 86_400_000;
/** That of a fan in a paid show; each paid minute renews it. */
export const PAID_GRANT_MS = 300_000;

export interface IssuedGrant {
  grantId: string;
  /** 32 random bytes known only to the holder; the table stores the SHA-256. */
  token: string;
  expiresAt: Date;
}

/**
 * Expiry of a grant: a day, or less if requested; minutes for a fan in a paid show.
 * @throws FieldsError for an invalid or past instant
 */
export const expiryOf = (now: Date, wanted: Date | undefined, isPaid = false): Date => {
  const latest = now.getTime() + (isPaid ? PAID_GRANT_MS : GRANT_LIFETIME_MS);
  if (wanted === undefined) return new Date(latest);
  const time = wanted.getTime();
  if (Number.isNaN(time) || time <= now.getTime()) throw new FieldsError([{ property: 'expireDate', rule: 'invalid' }]);
  return new Date(Math.min(time, latest));
};

/**
 * Whether the holder of a playing grant `r` may not watch `streams s` (any longer): the performer has blocked the account, or the country it
 * was requested from; the show is for others; it is a rehearsal. Doesn't apply to publishing.
 */
export const isExcluded = (now: Date) => sql<boolean>`(r.kind = 'play' and (
  not ${isKnownShow(sql`r.account_id`)}
  or not exists (select from items i where i.id = s.id and ${isAudienceOf(sql`r.account_id`, now)})
  or ${blockedPair(sql`s.performer_id`, sql`r.account_id`)}
  or (r.account_id is distinct from s.performer_id
    and ${isHiddenIn(sql`s.performer_id`, sql`r.country`)})))`;

/**
 * Creates a grant to publish or play. The holder of a playing grant counts as a viewer of the show from now on, unless it is for another
 * medium of it.
 */
export const createStreamGrant = async (
  executor: Executor,
  wanted: {
    streamId: string;
    accountId: string | null;
    country: string | null;
    kind: 'publish' | 'play';
    now: Date;
    expiresAt: Date;
    /** A fan's camera. */
    mediaId?: string;
    /** Each paid minute renews it. */
    isRenewed?: boolean;
    /** It belongs to a stream key: nobody gets its token. */
    byKey?: boolean;
  },
): Promise<IssuedGrant> => {
  const token = newToken();
  const { streamId, accountId, country, kind, now, expiresAt, mediaId = null, isRenewed = false, byKey = false } = wanted;
  const { rows } = await sql<{ id: string }>`
    with granted as (
      insert into stream_rights (stream_id, account_id, country, kind, token_hash, expires_at, created_at, media_id, is_renewed, by_key)
      values (${streamId}::uuid, ${accountId}::uuid, ${country}, ${kind}, ${hashToken(token)}, ${expiresAt}::timestamptz, ${now}::timestamptz,
        ${mediaId}::uuid, ${isRenewed}, ${byKey})
      returning id, stream_id, account_id, kind, created_at, media_id),
    viewing as (
      insert into stream_viewers (right_id, stream_id, account_id, joined_at, seen_at)
      select id, stream_id, account_id, created_at, created_at from granted where kind = 'play' and media_id is null)
    select id from granted`.execute(executor);
  return { grantId: rows[0]!.id, token, expiresAt };
};
