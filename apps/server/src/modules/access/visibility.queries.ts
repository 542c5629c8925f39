import { kindsWith } from '@stagedoor/contract/items.values';
import { type RawBuilder, sql } from 'kysely';
import { type Viewer, accountIdOf, isAdmin } from '../../platform/auth/viewer.ts';
import type { Executor } from '../../platform/database/database.ts';
import { type AccountRef, accountRef, isEntitled } from './access.queries.ts';

// Who is hidden from whom: the only SQL that reads blocks by account and by country, and mutes. A block hides a performer from an account, closes
// their conversation and stops payments between them, whoever of the two made it.

/** Whether a performer is hidden in a country. @param country null is hidden nowhere */
export const isHiddenIn = (performerId: RawBuilder<unknown>, country: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from country_blocks c where c.performer_id = ${performerId} and c.country = ${country})`;

/** True if one of two accounts has blocked the other: each is hidden from the other, and neither can pay or write to the other. */
export const blockedPair = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  (exists (select from blocks b where b.performer_id = ${one} and b.account_id = ${other})
    or exists (select from blocks b where b.performer_id = ${other} and b.account_id = ${one}))`;

/** The ids of all accounts that an account has blocked, or that have blocked it: as the table of an `in`, which a statement reads once. */
const blockedWith = (accountId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select performer_id from blocks where account_id = ${accountId} union all select account_id from blocks where performer_id = ${accountId})`;

/** True if an account and the viewer have no block between them: for lists of comments and messages. Visitors have no blocks. */
export const isNotBlockedWith = (viewer: Viewer, accountId: RawBuilder<unknown>): RawBuilder<boolean> => {
  const viewerId = accountIdOf(viewer);
  return viewerId === null ? sql<boolean>`true` : sql<boolean>`${accountId} not in ${blockedWith(sql`${viewerId}::uuid`)}`;
};

/** The ids of the accounts that have a block with one: what is sent to everybody leaves them out. */
export const blockedIdsOf = (accountId: RawBuilder<unknown>): RawBuilder<string[]> =>
  sql<string[]>`array(select id from ${blockedWith(accountId)} b (id))`;

/** Whether an account is hidden from a performer whom it has blocked itself. */
export const isHiddenFromPerformer = (accountId: RawBuilder<unknown>, performerId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from blocks b where b.performer_id = ${performerId} and b.account_id = ${accountId} and b.is_accounts)`;

/** Whether an account keeps a performer out of its home and its notifications. */
export const isMutedBy = (performerId: RawBuilder<unknown>, accountId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from mutes m where m.account_id = ${accountId} and m.performer_id = ${performerId})`;

/** Whether a performer isn't muted by an account: for statements over many performers, which read the account's mutes once. */
export const isNotMuted = (performerId: RawBuilder<unknown>, account: string | null): RawBuilder<boolean> | null =>
  account === null ? null : sql<boolean>`${performerId} not in (select performer_id from mutes where account_id = ${account}::uuid)`;

/** The ids of the performers who are not in an account's home: blocked or muted. As an array: for statements that ask it of many performers. */
export const hiddenFromHomeOf = (accountId: RawBuilder<unknown>): RawBuilder<string[]> =>
  sql<string[]>`array(select * from ${blockedWith(accountId)} b
    union all select performer_id from mutes where account_id = ${accountId})`;

/** True if an account has no block with one performer: for statements over many accounts, which read the performer's blocks once. */
export const isNotBlockedBy = (performerId: string, accountId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${accountId} not in ${blockedWith(sql`${performerId}::uuid`)}`;

/** A viewer in a statement for one viewer or for many. */
export interface ViewerRef {
  account: AccountRef;
  isAdmin: boolean | RawBuilder<boolean>;
  /** Country of their IP address; null when unknown. */
  country: string | null | RawBuilder<string | null>;
  /** The ids of the performers hidden from the account, when the statement has already read them. */
  blockers?: RawBuilder<string[]>;
}

/**
 * Visibility condition on `performers p` and their `accounts a`: hides performers from viewers with whom they have a block, whoever of the two
 * made it, or whose country they block, unapproved performers and profiles that the site hid from everyone but themselves and admins, and suspended or deleted accounts from everyone.
 */
export const visiblePerformerTo = (
  { account, isAdmin: admin, country, blockers }: ViewerRef,
  isActive = sql<boolean>`a.status = 'active'`,
): RawBuilder<boolean> => {
  if (admin === true) return isActive;
  const viewer = accountRef(account);
  // An account has few blocks: they are read once per statement. Many may block a country: looked up for each performer.
  const isExcluded = blockers ? sql`p.account_id = any(${blockers})` : sql`p.account_id in ${blockedWith(viewer)}`;
  const unblocked = account === null ? sql`` : sql`and not ${isExcluded}`;
  const place = country === null ? sql`` : sql`and not ${isHiddenIn(sql`p.account_id`, sql`${country}::text`)}`;
  const own = account === null ? sql`` : sql`p.account_id = ${viewer} or`;
  const all = admin === false ? sql`` : sql`${admin} or`;
  return sql<boolean>`(${isActive} and (${all} ${own} (p.state = 'approved' and p.hidden_at is null ${unblocked} ${place})))`;
};

/** `visiblePerformerTo` for one viewer. */
export const visiblePerformer = (viewer: Viewer, country: string | null): RawBuilder<boolean> =>
  visiblePerformerTo({ account: accountIdOf(viewer), isAdmin: isAdmin(viewer), country });

/**
 * `visiblePerformer` on `performers p` without their accounts, for counts of many: the few accounts that aren't active are read once instead
 * (index `accounts_inactive_performers`).
 */
export const visiblePerformerWithoutAccount = (viewer: Viewer, country: string | null): RawBuilder<boolean> =>
  visiblePerformerTo(
    { account: accountIdOf(viewer), isAdmin: isAdmin(viewer), country },
    sql<boolean>`p.account_id not in (select id from accounts where role = 'performer' and status <> 'active')`,
  );

const addressedKinds = sql.join(kindsWith('isAddressed').map((kind) => sql.lit(kind)));

/** Whether an account may know of `items i`: of addressed kinds only those do who sent and received it, admins among them. */
export const isAddressedTo = (account: AccountRef): RawBuilder<boolean> => sql<boolean>`(
  i.kind not in (${addressedKinds}) or i.performer_id = ${accountRef(account)}
  or exists (select from item_recipients r where r.item_id = i.id and r.account_id = ${accountRef(account)}))`;

/**
 * As `visiblePerformerTo`, for single items over `factJoins`: buyers keep what they bought even after the performer's account was erased.
 */
export const visibleItemTo = (viewerRef: ViewerRef): RawBuilder<boolean> =>
  sql<boolean>`((${visiblePerformerTo(viewerRef)} or (a.status = 'deleted' and ${isEntitled})) and ${isAddressedTo(viewerRef.account)})`;

export const visibleItem = (viewer: Viewer, country: string | null): RawBuilder<boolean> =>
  visibleItemTo({ account: accountIdOf(viewer), isAdmin: isAdmin(viewer), country });

/** `blockedPair` for two ids. */
export const isBlockedPair = async (executor: Executor, one: string, other: string): Promise<boolean> => {
  const { rows } = await sql<{ blocked: boolean }>`select ${blockedPair(sql`${one}::uuid`, sql`${other}::uuid`)} as blocked`.execute(
    executor,
  );
  return rows[0]!.blocked;
};
