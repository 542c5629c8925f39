import { type RawBuilder, sql } from 'kysely';
import { blockedPair } from '../access/index.ts';

// A performer's posts are in the home feed of accounts that follow them or have a running subscription, and aren't blocked by them. As
// conditions on one account and one performer (columns or ids), and as the set of a performer's accounts, slice by slice.

export const follows = (accountId: RawBuilder<unknown>, performerId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  exists (select from reactions r where r.account_id = ${accountId} and r.action = 'follow' and r.object_id = ${performerId})`;

export const subscribes = (
  accountId: RawBuilder<unknown>,
  performerId: RawBuilder<unknown>,
  now: Date,
): RawBuilder<boolean> => sql<boolean>`
  exists (select from subscriptions s where s.fan_id = ${accountId} and s.performer_id = ${performerId} and s.expires_at > ${now})`;

/** The performers whose posts are in an account's home feed, blocked or not. */
export const performersAtHome = (accountId: RawBuilder<unknown>, now: Date): RawBuilder<{ performer_id: string }> => sql`
  select r.object_id as performer_id from reactions r where r.account_id = ${accountId} and r.action = 'follow'
  union
  select s.performer_id from subscriptions s where s.fan_id = ${accountId} and s.expires_at > ${now}`;

/** The complete rule. Uses unique keys only: one or two lookups, however many follow the performer. */
export const isInHomeFeed = (
  accountId: RawBuilder<unknown>,
  performerId: RawBuilder<unknown>,
  now: Date,
): RawBuilder<boolean> => sql<boolean>`
  ((${subscribes(accountId, performerId, now)} or ${follows(accountId, performerId)})
    and not ${blockedPair(performerId, accountId)})`;

/**
 * The next accounts that follow or subscribe to a performer, ordered by id, each of the two kinds by its index. Blocked accounts are
 * included, so that an iteration can tell where the set ends; filter them with `isNotBlockedBy`.
 * @param count how many at most
 */
export const audienceAfter = (performerId: string, after: string, count: number, now: Date): RawBuilder<{ account_id: string }> => sql`
  select account_id from (
    (select s.fan_id as account_id from subscriptions s
      where s.performer_id = ${performerId}::uuid and s.fan_id > ${after}::uuid and s.expires_at > ${now} order by s.fan_id limit ${count})
    union
    (select r.account_id from reactions r
      where r.object_id = ${performerId}::uuid and r.action = 'follow' and r.account_id > ${after}::uuid order by r.account_id limit ${count})
  ) both_kinds order by account_id limit ${count}`;
