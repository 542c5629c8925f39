import { emailPrefix } from '@stagedoor/contract/email-address';
import { isId } from '@stagedoor/contract/ids.values';
import {
  type AccountDetail,
  type AccountRow,
  COMMISSION_KEYS,
  type CommissionKey,
  type PerformerRow,
} from '@stagedoor/contract/admin-people';
import type { AdminRole } from '@stagedoor/contract/admin-roles';
import { isOnAir } from '@stagedoor/contract/live-state.values';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import { type Viewer, hasAdminPermission } from '../../platform/auth/viewer.ts';
import { CodedError } from '../../platform/errors.ts';
import {
  type List,
  type ListQuery,
  type Page,
  type Sorts,
  allOf,
  by,
  countOf,
  likePattern,
  limitOf,
  madeIn,
  prefixPattern,
  sorted,
  sumOf,
} from '../../platform/lists.ts';
import { readableAddress } from '../../platform/mail/readable-address.ts';
import { type Listed, readListed } from '../../platform/listed.ts';
import type { Platform } from '../../platform/platform.ts';
import { accountsSeenAfter, isOnline, lastSeenOf, onlineSince } from '../../platform/presence/presence.store.ts';
import { type FreezeColumns, avatarUrl, freezeView, hasName } from '../accounts/index.ts';
import { listNotes } from './account-notes.ts';
import { listHistory } from './audit.queries.ts';
import { countStrikes } from '../restrictions/index.ts';
import { type LiveColumn, liveOf, liveStateOf } from '../stage/index.ts';
import { readTimeline } from './person-timeline.queries.ts';

export interface AccountListRow {
  id: string;
  username: string;
  name: string;
  email: string;
  email_verified_at: Date | null;
  avatar_key: string | null;
  role: AccountRow['role'];
  admin_role: AdminRole | null;
  status: AccountRow['status'];
  state: AccountRow['applicationState'];
  last_seen_at: Date | null;
  created_at: Date;
}

const columns = sql`
  a.id, a.username, a.name, a.email, a.email_verified_at, a.avatar_key, a.role, a.admin_role, a.status, p.state,
  ${lastSeenOf(sql`a.id`)} as last_seen_at, a.created_at`;

/** Net earnings of thirty days; reversals count negatively. */
const earned = (since: Date) => sql`(
  select coalesce(sum(case when t.reverses_id is null then t.net_amount else -t.net_amount end), 0)::bigint
  from ledger.transactions t where t.seller_id = a.id and t.created_at >= ${since})`;

const thirtyDaysAgo = (platform: Platform): Date => new Date(platform.clock.now().getTime() - 30 * 86_400_000);

export const accountRowOf = (platform: Platform, row: AccountListRow): AccountRow => ({
  _id: row.id,
  username: row.username,
  name: row.name,
  email: readableAddress(row.email),
  emailVerified: row.email_verified_at !== null,
  avatar: avatarUrl(platform, row.avatar_key),
  role: row.role,
  adminRole: row.admin_role,
  status: row.status,
  applicationState: row.state,
  isOnline: isOnline(platform.clock, row.last_seen_at),
  lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});

/** Search condition: a beginning of a username or address, beginnings of words of a name, or an id. */
const matching = async (platform: Platform, q: string | undefined): Promise<RawBuilder<unknown> | null> => {
  if (!q) return null;
  const prefix = prefixPattern(q);
  const isNamed = await hasName(platform, sql`a.id`, q, sql`lower(a.name) like ${likePattern(q)}`);
  return sql`(a.username like ${prefix} or a.email like ${prefixPattern(emailPrefix(q))} or ${isNamed} ${isId(q) ? sql` or a.id = ${q}::uuid` : sql``})`;
};

const CREATED = by.instant(sql`a.created_at`);

const ACCOUNT_SORTS = {
  createdAt: CREATED,
  updatedAt: by.instant(sql`a.updated_at`),
  lastSeenAt: by.instant(sql`last_seen_at`, { nullable: true }),
  username: by.text(sql`a.username`),
} satisfies Sorts<string>;

export interface AccountQuery extends ListQuery<keyof typeof ACCOUNT_SORTS> {
  q?: string | undefined;
  role?: string | undefined;
  status?: 'active' | 'suspended' | 'deleted' | undefined;
  verified?: boolean | undefined;
  online?: boolean | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

/**
 * `select id, last_seen_at` of a page of accounts by when they were last seen; those who never were are the least. As many as the page needs
 * are read of the accounts that come first, and only what is then missing of the others.
 */
const pageByLastSeen = (
  condition: RawBuilder<unknown>,
  { limit, offset, sort }: Page & Pick<AccountQuery, 'sort'>,
): RawBuilder<unknown> => {
  const direction = sql.raw(sort);
  const seen = sql`
    select a.id, seen.last_seen_at from presence seen join accounts a on a.id = seen.account_id where ${condition}
    order by seen.seen_hour ${direction}, seen.last_seen_at ${direction}, a.id ${direction}`;
  const unseen = sql`
    select a.id, null::timestamptz from accounts a
    where ${condition} and not exists (select from presence seen where seen.account_id = a.id) order by a.id ${direction}`;
  const [first, others] = sort === 'desc' ? [seen, unseen] : [unseen, seen];
  const needed = sql.lit(limit + offset);
  return sql`
    with first (id, last_seen_at) as materialized (${first} limit ${needed})
    select * from first
    union all (select * from (${others} limit (select ${needed} - count(*) from first)) others)
    order by last_seen_at ${direction} ${sort === 'desc' ? sql`nulls last` : sql`nulls first`}, id ${direction} ${limitOf({ limit, offset })}`;
};

type AccountFilter = Omit<AccountQuery, keyof Page | 'sortBy' | 'sort'>;

/** Narrows accounts by everything but their state. */
const ofAnyState = async (platform: Platform, query: AccountFilter): Promise<RawBuilder<unknown>> =>
  allOf(
    query.role && sql`a.role = ${query.role}`,
    query.verified !== undefined && sql`(a.email_verified_at is not null) = ${query.verified}`,
    query.online && sql`a.id in (${accountsSeenAfter(onlineSince(platform.clock))})`,
    await matching(platform, query.q),
    madeIn(sql`a.created_at`, query),
  );

const ACCOUNT_COLUMNS = sql`from accounts a left join performers p on p.account_id = a.id`;

/** Accounts, newest first. */
export const listedAccounts = async (platform: Platform, query: AccountFilter): Promise<Listed<AccountListRow>> => {
  const order = sorted(ACCOUNT_SORTS, { sortBy: 'createdAt', sort: 'desc' }, sql`a.id`);
  const where = allOf(await ofAnyState(platform, query), query.status && sql`a.status = ${query.status}`);
  return {
    order,
    id: sql`a.id`,
    from: (_reach, after) => sql`from accounts a where ${allOf(where, after)}`,
    page: ({ key, after, end }) => sql<AccountListRow>`select ${columns}, ${key} ${ACCOUNT_COLUMNS} where ${allOf(where, after)} ${end}`,
  };
};

/** A page of the accounts of every role and state, with how many there are in each state. */
export const listAccounts = async (platform: Platform, query: AccountQuery) => {
  const { database } = platform;
  const condition = await ofAnyState(platform, query);
  const { order } = sorted(ACCOUNT_SORTS, query, sql`a.id`);
  const shown = allOf(condition, query.status && sql`a.status = ${query.status}`);
  const page =
    query.sortBy === 'lastSeenAt'
      ? sql`select a.* from (${pageByLastSeen(shown, query)}) page join accounts a on a.id = page.id`
      : sql`select a.* from accounts a where ${shown} order by ${order} ${limitOf(query)}`;
  const countIn = (status: string) => countOf(database, sql`from accounts a where ${allOf(condition, sql`a.status = ${sql.lit(status)}`)}`);
  const [{ rows }, active, suspended, deleted] = await Promise.all([
    sql<AccountListRow>`
      select ${columns}
      from (${page}) a
      left join performers p on p.account_id = a.id order by ${order}`.execute(database),
    countIn('active'),
    countIn('suspended'),
    countIn('deleted'),
  ]);
  const counts = { active, suspended, deleted };
  return {
    data: rows.map((row) => accountRowOf(platform, row)),
    ...(query.status ? counts[query.status] : sumOf(Object.values(counts))),
    counts: { active: active.total, suspended: suspended.total, deleted: deleted.total },
  };
};

export interface PerformerListRow extends AccountListRow {
  country: string;
  craft: string;
  live: LiveColumn | null;
  subscriber_count: number;
  post_count: number;
  featured_position: number | null;
  earned: bigint;
}

/** Behind every place in the ranking. */
const NO_PLACE = sql.lit(2_147_483_647);

const PERFORMER_SORTS = {
  createdAt: CREATED,
  updatedAt: by.instant(sql`p.updated_at`),
  subscribers: by.number(sql`n.subscriber_count`),
  earned: by.number(sql`earned`),
  featured: by.number(sql`coalesce(p.featured_position, ${NO_PLACE})`, { reversed: true }),
} satisfies Sorts<string>;

interface PerformerQuery extends ListQuery<keyof typeof PERFORMER_SORTS> {
  q?: string | undefined;
  state?: string | undefined;
  status?: string | undefined;
  country?: string | undefined;
  featured?: boolean | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

/** Performers with their earnings of thirty days. */
export const listedPerformers = async (platform: Platform, query: Omit<PerformerQuery, keyof Page>): Promise<Listed<PerformerListRow>> => {
  const matched = await matching(platform, query.q);
  const from = (_reach: number, after: RawBuilder<unknown> | null) => sql`
    from accounts a join performers p on p.account_id = a.id join performer_counters n on n.performer_id = p.account_id
    where ${allOf(
      query.state && sql`p.state = ${query.state}`,
      query.status ? sql`a.status = ${query.status}` : sql`a.status <> 'deleted'`,
      query.country && sql`p.country = ${query.country.toUpperCase()}`,
      query.featured !== undefined && sql`(p.featured_position is not null) = ${query.featured}`,
      matched,
      madeIn(sql`a.created_at`, query),
      after,
    )}`;
  return {
    order: sorted(PERFORMER_SORTS, query, sql`a.id`),
    id: sql`a.id`,
    from,
    page: ({ key, after, end, reach }) => sql<PerformerListRow>`
      select ${columns}, p.country, p.craft, ${liveOf(sql`a.id`)} as live, n.subscriber_count, n.post_count, p.featured_position,
        ${earned(thirtyDaysAgo(platform))} as earned, ${key}
      ${from(reach, after)} ${end}`,
  };
};

export const performerRowOf = (platform: Platform, row: PerformerListRow): PerformerRow => ({
  ...accountRowOf(platform, row),
  country: row.country,
  craft: row.craft,
  isLive: isOnAir(liveStateOf(platform, row.username, row.live)),
  subscribers: row.subscriber_count,
  posts: row.post_count,
  earnedThirtyDays: hundredthsToNumber(row.earned),
  featuredPosition: row.featured_position,
});

/** A page of performers. */
export const listPerformers = async (platform: Platform, query: PerformerQuery): Promise<List<PerformerRow>> => {
  const { rows, ...totals } = await readListed(platform.database, await listedPerformers(platform, query), query);
  return { data: rows.map((row) => performerRowOf(platform, row)), ...totals };
};

interface DetailRow extends AccountListRow, FreezeColumns {
  date_of_birth: string | null;
  locale: string;
  status_reason: string | null;
  status_note: string;
  status_changed_at: Date | null;
  deletes_at: Date | null;
  two_factor: boolean;
  owner_proposal: { by: { _id: string; username: string; name: string }; at: string; until: string } | null;
  sessions: number;
  balance: bigint;
  spent: bigint;
  subscriptions: number;
  first_name: string | null;
  last_name: string | null;
  country: string;
  hold_reason: string;
  featured_position: number | null;
  subscriber_count: number;
  follower_count: number;
  post_count: number;
  view_count: number;
  live: LiveColumn | null;
  commission_overrides: Partial<Record<CommissionKey, number>> | null;
  earned: bigint;
}

const proposalOf = (proposal: DetailRow['owner_proposal']): AccountDetail['ownerProposal'] =>
  proposal && { by: proposal.by, at: new Date(proposal.at).toISOString(), until: new Date(proposal.until).toISOString() };

const performerOf = (platform: Platform, row: DetailRow): AccountDetail['performer'] => ({
  legalName: `${row.first_name} ${row.last_name}`,
  country: row.country,
  holdReason: row.hold_reason,
  featuredPosition: row.featured_position,
  subscribers: row.subscriber_count,
  followers: row.follower_count,
  posts: row.post_count,
  views: row.view_count,
  earnedThirtyDays: hundredthsToNumber(row.earned),
  isLive: isOnAir(liveStateOf(platform, row.username, row.live)),
  payoutsFrozen: freezeView(row),
  commissions: COMMISSION_KEYS.map((key) => {
    const own = row.commission_overrides?.[key];
    const siteRate = platform.settings.get(key);
    // Stored in hundredths of a per cent.
    return { key, rate: own === undefined ? siteRate : own / 100, siteRate, isOwn: own !== undefined };
  }),
});

/** One account in full, with what happened, as far as the admin’s role may read it. @throws CodedError NOT_FOUND */
export const getAccount = async (platform: Platform, admin: Viewer, accountId: string): Promise<AccountDetail> => {
  const { database, clock } = platform;
  const now = clock.now();
  const { rows } = await sql<DetailRow>`
    select ${columns}, a.date_of_birth, a.locale, a.status_reason, a.status_note, a.status_changed_at, a.deletes_at,
      a.payouts_frozen_at, a.payouts_frozen_cause,
      exists (select from two_factor f where f.account_id = a.id and f.confirmed_at is not null)
        or exists (select from passkeys k where k.account_id = a.id) as two_factor,
      (select json_build_object('by', json_build_object('_id', o.id, 'username', o.username, 'name', o.name), 'at', w.created_at, 'until', w.expires_at)
        from owner_proposals w join accounts o on o.id = w.proposed_by where w.account_id = a.id and w.expires_at > ${now}) as owner_proposal,
      (select count(*)::int from sessions s where s.account_id = a.id and s.revoked_at is null and s.expires_at > ${now}) as sessions,
      coalesce((select w.balance from ledger.accounts w where w.kind = 'wallet' and w.owner_id = a.id), 0)::bigint as balance,
      (select coalesce(sum(case when t.reverses_id is null then t.tokens_amount else -t.tokens_amount end), 0)::bigint
        from ledger.transactions t where t.buyer_id = a.id and t.seller_id is not null) as spent,
      (select count(*)::int from subscriptions s where s.fan_id = a.id and s.expires_at > ${now}) as subscriptions,
      p.first_name, p.last_name, p.country, p.hold_reason, p.featured_position, n.subscriber_count, n.follower_count, n.post_count,
      n.view_count, ${liveOf(sql`a.id`)} as live, p.commission_overrides, ${earned(thirtyDaysAgo(platform))} as earned
    from accounts a left join performers p on p.account_id = a.id left join performer_counters n on n.performer_id = a.id
    where a.id = ${accountId}::uuid`.execute(database);
  const row = rows[0];
  if (!row) throw new CodedError('NOT_FOUND');
  const [history, timeline, notes, strikes] = await Promise.all([
    listHistory(database, accountId),
    readTimeline(database, accountId, (permission) => hasAdminPermission(admin, permission)),
    listNotes(database, accountId),
    countStrikes(platform, database, accountId),
  ]);
  return {
    ...accountRowOf(platform, row),
    dateOfBirth: row.date_of_birth,
    locale: row.locale,
    hasTwoFactor: row.two_factor,
    ownerProposal: proposalOf(row.owner_proposal),
    sessions: row.sessions,
    statusReason: row.status_reason,
    statusNote: row.status_note,
    statusChangedAt: row.status_changed_at?.toISOString() ?? null,
    deletesAt: row.deletes_at?.toISOString() ?? null,
    balance: hundredthsToNumber(row.balance),
    spent: hundredthsToNumber(row.spent),
    subscriptions: row.subscriptions,
    performer: row.state === null ? null : performerOf(platform, row),
    strikes,
    history,
    timeline,
    notes,
  };
};
