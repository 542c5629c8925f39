import { isId } from '@stagedoor/contract/ids.values';
import { isOnAir } from '@stagedoor/contract/live-state.values';
import type { OwnPerformer, PerformerCard, PerformerProfile } from '@stagedoor/contract/performers';
import type { ProfileAttributes } from '@stagedoor/contract/profile-about';
import type { ItemKind } from '@stagedoor/contract/items.values';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import { moneyOf } from '../../ledger/index.ts';
import { type AccountViewer, type Viewer, accountIdOf } from '../../platform/auth/viewer.ts';
import { noteShown } from '../../platform/caching/shown.ts';
import { shownCount } from '../../platform/differences.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { isOnline, lastSeenOf } from '../../platform/presence/presence.store.ts';
import { avatarUrl } from '../accounts/index.ts';
import { isMutedBy, tokenValueOf, visiblePerformer } from '../access/index.ts';
import { pictureOf, uploadedFileOf, videoOf } from '../files/index.ts';
import { firstPeriodEnd } from '../../platform/calendar.ts';
import type { Variant } from '../../platform/media/variants.ts';
import { stateName } from '../reference/index.ts';
import { type LiveColumn, liveOf, liveStateOf } from '../stage/index.ts';
import { POST_KINDS, kindCounts } from './performer-figures.queries.ts';

export interface CardRow {
  id: string;
  username: string;
  name: string;
  avatar_key: string | null;
  craft: string;
  city: string;
  country: string;
  last_seen_at: Date | null;
  monthly_price_amount: bigint;
  cover_variants: readonly Variant[] | null;
  cover_thumbhash: string | null;
  is_verified: boolean;
  live: LiveColumn | null;
  is_followed: boolean;
  is_subscribed: boolean;
}

/** Columns of a performer card, for a statement over `accounts a`, `performers p` and `files c` (the cover). */
export const cardColumns = (viewerId: string | null, now: Date) => sql`
  a.id, a.username, a.name, a.avatar_key, ${lastSeenOf(sql`a.id`)} as last_seen_at, p.craft, p.city, p.country, p.monthly_price_amount,
  c.variants as cover_variants, c.thumbhash as cover_thumbhash, (p.state = 'approved') as is_verified,
  ${liveOf(sql`a.id`)} as live,
  exists (select from reactions r where r.account_id = ${viewerId}::uuid and r.action = 'follow' and r.object_id = a.id) as is_followed,
  coalesce((select s.expires_at > ${now} from subscriptions s where s.fan_id = ${viewerId}::uuid and s.performer_id = a.id), false) as is_subscribed`;

export const cardOf = (platform: Platform, row: CardRow): PerformerCard => {
  noteShown(row.id);
  const cover = pictureOf(platform, row.cover_variants, row.cover_thumbhash);
  const live = liveStateOf(platform, row.username, row.live);
  return {
    _id: row.id,
    username: row.username,
    name: row.name,
    avatar: avatarUrl(platform, row.avatar_key),
    cover: cover?.sources.at(-1)?.url ?? null,
    craft: row.craft,
    city: row.city,
    country: row.country,
    isOnline: isOnline(platform.clock, row.last_seen_at),
    isLive: isOnAir(live),
    live,
    isVerified: row.is_verified,
    isFollowed: row.is_followed,
    isSubscribed: row.is_subscribed,
    monthlyPrice: hundredthsToNumber(row.monthly_price_amount),
  };
};

const matches = (idOrUsername: string): RawBuilder<unknown> =>
  isId(idOrUsername) ? sql`a.id = ${idOrUsername}::uuid` : sql`a.username = ${idOrUsername.toLowerCase()}`;

/**
 * The id of a performer this viewer may see.
 * @throws CodedError NOT_FOUND also for performers that are hidden from the viewer
 */
export const findVisiblePerformerId = async (
  platform: Platform,
  viewer: Viewer,
  country: string | null,
  idOrUsername: string,
): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select a.id from accounts a join performers p on p.account_id = a.id
    where ${matches(idOrUsername)} and ${visiblePerformer(viewer, country)}`.execute(platform.database);
  if (!rows[0]) throw new CodedError('NOT_FOUND');
  return rows[0].id;
};

interface ProfileRow extends CardRow {
  bio: string;
  gender: string;
  state_code: string;
  languages: string[];
  links: string[];
  attributes: ProfileAttributes;
  welcome_variants: readonly Variant[] | null;
  welcome_width: number | null;
  welcome_height: number | null;
  welcome_ms: number | null;
  welcome_thumbhash: string | null;
  cover_width: number | null;
  is_muted: boolean;
  yearly_price_amount: bigint | null;
  trial_days: number;
  has_used_trial: boolean;
  price_version: number;
  view_count: number;
  follower_count: number;
  subscriber_count: number;
  created_at: Date;
  updated_at: Date;
  post_count: number;
  photo_count: number;
  video_count: number;
  included_count: number;
  included_photo_count: number;
  included_video_count: number;
  included_kinds: PerformerProfile['subscription']['kindsIncluded'];
  free_count: number;
  extra_count: number;
  median_extra_amount: bigint | null;
  recent_count: number;
  kind_counts: Partial<Record<ItemKind, number>> | null;
  subscription_id: string | null;
  subscription_state: string | null;
  subscription_expires_at: Date | null;
  subscription_started_at: Date | null;
  subscription_renews: boolean | null;
  subscription_price_amount: bigint | null;
  subscription_is_overdue: boolean | null;
  subscription_is_trial: boolean | null;
}

const readProfile = async (
  { database }: Pick<Platform, 'database'>,
  viewer: Viewer,
  viewerCountry: string | null,
  idOrUsername: string,
  now: Date,
): Promise<ProfileRow | undefined> => {
  const viewerId = accountIdOf(viewer);
  const { rows } = await sql<ProfileRow>`
    select ${cardColumns(viewerId, now)}, p.bio, p.gender, p.state_code, p.languages, p.links, p.attributes,
      w.variants as welcome_variants, w.width as welcome_width, w.height as welcome_height, w.duration_ms as welcome_ms,
      w.thumbhash as welcome_thumbhash, p.yearly_price_amount, p.trial_days, p.price_version, n.view_count, n.follower_count, n.subscriber_count, a.created_at, p.updated_at,
      n.post_count, n.photo_count, n.video_count, n.included_count, n.included_photo_count, n.included_video_count, n.included_kinds, n.free_count, n.extra_count,
      n.median_extra_amount, n.recent_count,
      ${kindCounts} as kind_counts, ${isMutedBy(sql`a.id`, sql`${viewerId}::uuid`)} as is_muted,
      s.id as subscription_id, s.state as subscription_state, s.expires_at as subscription_expires_at, s.started_at as subscription_started_at,
      (s.state = 'active' and (s.renews_by is not null or s.next_attempt_at is not null)) as subscription_renews, s.is_trial as subscription_is_trial,
      (s.state = 'active' and s.renewal_attempts > 0) as subscription_is_overdue,
      case when s.renews_by = 'wallet'
        then least(coalesce(s.next_price_amount, s.price_amount), case coalesce(s.next_type, s.type) when 'yearly' then p.yearly_price_amount else p.monthly_price_amount end)
        else s.price_amount end as subscription_price_amount, s.trial_used_at is not null as has_used_trial
    from accounts a
    join performers p on p.account_id = a.id
    join performer_counters n on n.performer_id = a.id
    left join files c on c.id = p.cover_file_id
    left join files w on w.id = p.welcome_video_file_id and w.state = 'ready' and p.welcome_video_enabled
    left join subscriptions s on s.fan_id = ${viewerId}::uuid and s.performer_id = a.id
    where ${matches(idOrUsername)} and ${visiblePerformer(viewer, viewerCountry)}`.execute(database);
  return rows[0];
};

/** The subscription that a profile offers: its prices, and the items that it includes. */
const offeredSubscription = ({ settings }: Pick<Platform, 'settings'>, row: ProfileRow, now: Date): PerformerProfile['subscription'] => {
  const tokenValue = tokenValueOf(settings);
  const timeZone = settings.get('timeZone');
  return {
    monthlyPrice: hundredthsToNumber(row.monthly_price_amount),
    monthlyMoney: hundredthsToNumber(moneyOf(row.monthly_price_amount, tokenValue)),
    yearlyPrice: row.yearly_price_amount === null ? null : hundredthsToNumber(row.yearly_price_amount),
    trialDays: row.has_used_trial || row.monthly_price_amount === 0n ? 0 : row.trial_days,
    yearlyMoney: row.yearly_price_amount === null ? null : hundredthsToNumber(moneyOf(row.yearly_price_amount, tokenValue)),
    priceVersion: row.price_version,
    postsIncluded: row.included_count,
    posts: row.post_count,
    photosIncluded: row.included_photo_count,
    videosIncluded: row.included_video_count,
    kindsIncluded: row.included_kinds,
    freePosts: row.free_count,
    itemsThatCostExtra: row.extra_count,
    medianExtraPrice: row.median_extra_amount === null ? null : hundredthsToNumber(row.median_extra_amount),
    newInThirtyDays: row.recent_count,
    renewsAt: firstPeriodEnd(now, 'monthly', timeZone).toISOString(),
    yearlyRenewsAt: firstPeriodEnd(now, 'yearly', timeZone).toISOString(),
  };
};

/** The viewer's own subscription, while it lasts. */
const ownSubscription = ({ settings }: Pick<Platform, 'settings'>, row: ProfileRow, now: Date): PerformerProfile['mySubscription'] => {
  if (!row.subscription_id || !row.subscription_expires_at || !row.subscription_started_at || row.subscription_expires_at <= now)
    return null;
  return {
    _id: row.subscription_id,
    state: row.subscription_state ?? 'active',
    expiresAt: row.subscription_expires_at.toISOString(),
    renews: row.subscription_renews === true,
    price: hundredthsToNumber(row.subscription_price_amount ?? 0n),
    money: hundredthsToNumber(moneyOf(row.subscription_price_amount ?? 0n, tokenValueOf(settings))),
    isOverdue: row.subscription_is_overdue === true,
    isTrial: row.subscription_is_trial === true,
    startedAt: row.subscription_started_at.toISOString(),
  };
};

/**
 * A profile as this viewer sees it, with what a subscription includes, as a job last counted it from the performer's items.
 * @throws CodedError NOT_FOUND
 */
export const getProfile = async (
  platform: Platform,
  viewer: Viewer,
  viewerCountry: string | null,
  idOrUsername: string,
): Promise<PerformerProfile> => {
  const now = platform.clock.now();
  const row = await readProfile(platform, viewer, viewerCountry, idOrUsername, now);
  if (!row) throw new CodedError('NOT_FOUND');
  return {
    ...cardOf(platform, row),
    bio: row.bio,
    about: {
      gender: row.gender,
      country: row.country,
      state: await stateName(row.country, row.state_code),
      city: row.city,
      languages: row.languages,
      attributes: row.attributes,
      links: row.links,
    },
    welcomeVideo: row.welcome_variants
      ? videoOf(platform, {
          width: row.welcome_width,
          height: row.welcome_height,
          durationMs: row.welcome_ms,
          thumbhash: row.welcome_thumbhash,
          variants: row.welcome_variants,
        })
      : null,
    coverPicture: pictureOf(platform, row.cover_variants, row.cover_thumbhash),
    counts: {
      followers: shownCount(row.follower_count),
      subscribers: row.subscriber_count,
      posts: row.post_count,
      photos: row.photo_count,
      videos: row.video_count,
      kinds: row.kind_counts ?? {},
    },
    views: row.view_count,
    isMuted: row.is_muted,
    subscription: offeredSubscription(platform, row, now),
    mySubscription: ownSubscription(platform, row, now),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
};

/** The performer's own record, with a checklist of what is missing. */
export const getOwnPerformer = async (platform: Platform, viewer: Pick<AccountViewer, 'accountId'>): Promise<OwnPerformer> => {
  const row = await platform.database
    .selectFrom('accounts as a')
    .innerJoin('performers as p', 'p.account_id', 'a.id')
    .leftJoin('files as c', 'c.id', 'p.cover_file_id')
    .selectAll('p')
    .select([
      'a.username',
      'a.name',
      'a.email',
      'a.email_verified_at',
      'a.avatar_key',
      'a.date_of_birth',
      'a.phone_code',
      'a.phone',
      'c.variants',
      'c.thumbhash',
    ])
    .where('a.id', '=', viewer.accountId)
    .executeTakeFirst();
  if (!row) throw new CodedError('NOT_FOUND');
  const welcome = row.welcome_video_file_id
    ? await platform.database.selectFrom('files').selectAll().where('id', '=', row.welcome_video_file_id).executeTakeFirst()
    : undefined;
  const documents = await platform.database
    .selectFrom('performer_documents')
    .select(['id', 'kind', 'created_at'])
    .where('performer_id', '=', viewer.accountId)
    .where('replaced_at', 'is', null)
    .orderBy('kind', 'desc')
    .execute();
  const firstPost = await platform.database
    .selectFrom('items')
    .select('id')
    .where('performer_id', '=', viewer.accountId)
    .where('kind', 'in', POST_KINDS)
    .where('state', '=', 'active')
    .limit(sql.lit(1))
    .executeTakeFirst();
  const cover = pictureOf(platform, row.variants, row.thumbhash);
  return {
    _id: row.account_id,
    username: row.username,
    name: row.name,
    email: row.email,
    avatar: avatarUrl(platform, row.avatar_key),
    cover: cover?.sources.at(-1)?.url ?? null,
    bio: row.bio,
    craft: row.craft,
    city: row.city,
    country: row.country,
    state: row.state_code,
    gender: row.gender,
    attributes: row.attributes,
    languages: row.languages,
    links: row.links,
    phoneCode: row.phone_code ?? '',
    phone: row.phone ?? '',
    firstName: row.first_name,
    lastName: row.last_name,
    dateOfBirth: row.date_of_birth ?? '',
    monthlyPrice: hundredthsToNumber(row.monthly_price_amount),
    yearlyPrice: row.yearly_price_amount === null ? null : hundredthsToNumber(row.yearly_price_amount),
    trialDays: row.trial_days,
    privatePrice: row.private_price_amount === null ? null : hundredthsToNumber(row.private_price_amount),
    groupPrice: row.group_price_amount === null ? null : hundredthsToNumber(row.group_price_amount),
    privateMinimumMinutes: row.private_minimum_minutes,
    messagesFrom: row.messages_from,
    welcomeVideoEnabled: row.welcome_video_enabled,
    welcomeVideo: welcome
      ? {
          file: uploadedFileOf(platform, welcome),
          video: welcome.state === 'ready' ? videoOf(platform, { ...welcome, durationMs: welcome.duration_ms }) : null,
        }
      : null,
    holdReason: row.hold_reason,
    applicationState: row.state,
    rejectionReasons: [...row.rejection_reasons, ...(row.rejection_note ? [row.rejection_note] : [])],
    documents: documents.map(({ id, kind, created_at }) => ({
      _id: id,
      kind: kind as 'idVerification',
      createdAt: created_at.toISOString(),
    })),
    checklist: [
      { task: 'verifyEmail', done: row.email_verified_at !== null },
      { task: 'documents', done: documents.length === 2 },
      { task: 'approval', done: row.state === 'approved' },
      { task: 'avatar', done: row.avatar_key !== null },
      { task: 'cover', done: row.cover_file_id !== null },
      { task: 'bio', done: row.bio !== '' },
      { task: 'price', done: row.prices_chosen_at !== null },
      { task: 'firstPost', done: firstPost !== undefined },
    ],
  };
};
