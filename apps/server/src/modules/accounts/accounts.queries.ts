import type { CurrentUser, PublicUser, ViewedUser } from '@stagedoor/contract/users';
import { permissionsOf } from '@stagedoor/contract/admin-roles';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import { type AccountViewer, mustSetUpTwoFactor } from '../../platform/auth/viewer.ts';
import { CodedError } from '../../platform/errors.ts';
import { readableAddress } from '../../platform/mail/readable-address.ts';
import { type List, type ListQuery, type Sorts, allOf, by, MANY, limitOf, prefixPattern, readPage, sorted } from '../../platform/lists.ts';
import { mustAgree } from '../../platform/auth/agreements.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Variant } from '../../platform/media/variants.ts';
import { blockedPair, visiblePerformer } from '../access/index.ts';
import { hasName } from './account-search.store.ts';

/** Placeholder for accounts without an avatar (specification section 3). */
export const NO_AVATAR = '/no-avatar.png';

export const avatarUrl = (platform: Pick<Platform, 'storage'>, key: string | null): string =>
  key ? platform.storage.signedUrl(key) : NO_AVATAR;

/** The account as its owner sees it, with the wallet's balance. */
export const getCurrentUser = async (platform: Platform, { accountId, actingAdminId }: AccountViewer): Promise<CurrentUser> => {
  const row = await platform.database
    .selectFrom('accounts as a')
    .leftJoin('performers as p', 'p.account_id', 'a.id')
    .leftJoin('files as c', 'c.id', 'p.cover_file_id')
    .leftJoin('two_factor as t', (join) => join.onRef('t.account_id', '=', 'a.id').on('t.confirmed_at', 'is not', null))
    .leftJoin('accounts as b', (join) => join.on('b.id', '=', actingAdminId))
    .leftJoin('ledger.accounts as w', (join) => join.onRef('w.owner_id', '=', 'a.id').on('w.kind', '=', 'wallet'))
    .select([
      'a.id',
      'a.username',
      'a.name',
      'a.email',
      'a.email_verified_at',
      'a.avatar_key',
      'a.role',
      'a.locale',
      'a.time_zone',
      'a.admin_role',
      'a.deletes_at',
      'a.status',
      'a.status_reason',
      'a.status_note',
      't.confirmed_at as two_factor_since',
      sql<boolean>`exists (select from passkeys k where k.account_id = a.id)`.as('has_passkey'),
      mustAgree.as('must_agree'),
      'b.name as acting_name',
      'a.created_at',
      'a.updated_at',
      'p.state',
      'c.variants',
      'w.balance',
    ])
    .where('a.id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw new CodedError('NOT_FOUND');
  const isPerformer = row.role === 'performer';
  const role = row.role;
  const factors = { hasTwoFactor: row.two_factor_since !== null || row.has_passkey, hasPasskey: row.has_passkey };
  return {
    _id: row.id,
    username: row.username,
    name: row.name,
    email: readableAddress(row.email),
    emailVerified: row.email_verified_at !== null,
    avatar: avatarUrl(platform, row.avatar_key),
    cover: largestVariant(platform, row.variants),
    balance: hundredthsToNumber(row.balance ?? 0n),
    role,
    isPerformer,
    isLiteAccount: isPerformer && row.state !== 'approved',
    applicationState: row.state,
    locale: row.locale,
    timeZone: row.time_zone,
    adminRole: row.admin_role,
    permissions: row.admin_role ? [...permissionsOf(row.admin_role)] : [],
    ...factors,
    idleMinutes: role === 'admin' ? platform.settings.get('adminIdleMinutes') || null : null,
    suspension: row.status === 'suspended' ? { reason: row.status_reason ?? 'other', note: row.status_note } : null,
    mustSetUpTwoFactor: mustSetUpTwoFactor(platform.settings, { role, ...factors }),
    deletesAt: row.deletes_at?.toISOString() ?? null,
    mustAgree: row.must_agree,
    actingAdmin: actingAdminId ? { _id: actingAdminId, name: row.acting_name ?? '' } : null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
};

const largestVariant = (platform: Platform, variants: readonly Variant[] | null): string | null => {
  const pictures = (variants ?? []).filter(({ name }) => name === 'picture').sort((a, b) => b.width - a.width);
  return pictures[0] ? platform.storage.signedUrl(pictures[0].key) : null;
};

/** An account as others see it. @throws CodedError NOT_FOUND also for performers that are hidden from the viewer, and for admins */
export const getViewedUser = async (
  platform: Platform,
  viewer: AccountViewer,
  country: string | null,
  accountId: string,
): Promise<ViewedUser> => {
  const { rows } = await sql<{
    id: string;
    username: string;
    name: string;
    avatar_key: string | null;
    role: string;
    created_at: Date;
    variants: readonly Variant[] | null;
  }>`
    select a.id, a.username, a.name, a.avatar_key, a.role, a.created_at, c.variants
    from accounts a left join performers p on p.account_id = a.id left join files c on c.id = p.cover_file_id
    where a.id = ${accountId}::uuid and a.status = 'active' and (a.role <> 'admin' or ${viewer.adminRole !== null})
      and (p.account_id is null or ${visiblePerformer(viewer, country)})`.execute(platform.database);
  const row = rows[0];
  if (!row) throw new CodedError('NOT_FOUND');
  return {
    _id: row.id,
    username: row.username,
    name: row.name,
    avatar: avatarUrl(platform, row.avatar_key),
    cover: largestVariant(platform, row.variants),
    isPerformer: row.role === 'performer',
    createdAt: row.created_at.toISOString(),
  };
};

const FAN_SORTS = {
  username: by.text(sql`username`),
  createdAt: by.id(sql`id`),
  updatedAt: by.instant(sql`updated_at`),
} satisfies Sorts<string>;

/** Of more fans than these, each account is asked whether it is one. */
const MANY_FANS = 5000;

/**
 * The fans a performer knows, who follow, subscribed or bought; null when they are more than `MANY_FANS`. Of buyers the index is read from one to
 * the next: most have many orders.
 */
const fansOf = async ({ database }: Pick<Platform, 'database'>, performerId: string): Promise<string[] | null> => {
  const first = sql`limit ${sql.lit(MANY_FANS + 1)}`;
  const bought = sql`from orders where seller_id = ${performerId}::uuid and paid_at is not null`;
  const { rows } = await sql<{ id: string }>`
    with recursive buyers (id) as (
      (select buyer_id ${bought} order by buyer_id limit 1)
      union all
      select (select buyer_id ${bought} and buyer_id > buyers.id order by buyer_id limit 1) from buyers where buyers.id is not null)
    select id from (
      (select account_id as id from reactions where object_id = ${performerId}::uuid and action = 'follow' ${first})
      union (select fan_id from subscriptions where performer_id = ${performerId}::uuid ${first})
      union (select id from buyers where id is not null ${first})) fans ${first}`.execute(database);
  return rows.length > MANY_FANS ? null : rows.map(({ id }) => id);
};

/** Whether an account is a fan the performer knows; a lookup in each index, never a scan of all of a performer's fans. */
const isFanOf = (accountId: RawBuilder<unknown>, performerId: string): RawBuilder<boolean> => sql<boolean>`(
  exists (select from reactions r where r.object_id = ${performerId}::uuid and r.action = 'follow' and r.account_id = ${accountId} offset 0)
  or exists (select from subscriptions s where s.performer_id = ${performerId}::uuid and s.fan_id = ${accountId} offset 0)
  or exists (select from orders o where o.seller_id = ${performerId}::uuid and o.buyer_id = ${accountId} and o.paid_at is not null offset 0))`;

/** Fans by the beginning of their username or of a part of their name; a performer finds its own, or all if the site allows it. */
export const searchFans = async (
  platform: Platform,
  performerId: string,
  search: ListQuery<keyof typeof FAN_SORTS> & { q?: string | undefined },
): Promise<List<PublicUser>> => {
  const pattern = search.q ? prefixPattern(search.q) : null;
  const before = sql`(lower(name) like ${pattern} or lower(name) like ${`% ${pattern}`})`;
  const isNamed = search.q ? await hasName(platform, sql`accounts.id`, search.q, before) : null;
  const findsAll = platform.settings.get('performersFindAllFans');
  const fans = findsAll ? null : await fansOf(platform, performerId);
  const from = sql`from accounts where ${allOf(
    sql`role = 'fan' and status = 'active' and not ${blockedPair(sql`id`, sql`${performerId}::uuid`)}`,
    fans ? sql`id = any(${fans}::uuid[])` : !findsAll && isFanOf(sql`accounts.id`, performerId),
    isNamed && sql`(username like ${pattern} or ${isNamed})`,
  )}`;
  const page = sql<{ id: string; username: string; name: string; avatar_key: string | null }>`
    select id, username, name, avatar_key ${from} order by ${sorted(FAN_SORTS, search, sql`id`).order} ${limitOf(search)}`;
  const { rows, ...totals } = await readPage(platform.database, search, page, fans || findsAll || pattern ? from : MANY);
  return {
    data: rows.map((row) => ({ _id: row.id, username: row.username, name: row.name, avatar: avatarUrl(platform, row.avatar_key) })),
    ...totals,
  };
};
