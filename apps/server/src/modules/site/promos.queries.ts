import type { AdminPromo } from '@stagedoor/contract/admin-site';
import type { Audience } from '@stagedoor/contract/settings';
import type { Promo } from '@stagedoor/contract/site';
import type { Selectable } from 'kysely';
import type { Viewer } from '../../platform/auth/viewer.ts';
import type { Database, Executor } from '../../platform/database/database.ts';
import type { Promos } from '../../platform/database/schema.gen.ts';
import { CodedError } from '../../platform/errors.ts';
import { type ListQuery, pageOfRows } from '../../platform/lists.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Variant } from '../../platform/media/variants.ts';
import { pictureOf } from '../files/index.ts';
import { findLiveStates } from '../stage/index.ts';
import { inLanguage } from './localised.ts';

/** Maximum shown at once. */
const MAX_SHOWN = 6;

type Row = Selectable<Promos> & { variants: readonly Variant[] | null; thumbhash: string | null };

const promos = (executor: Executor) =>
  executor
    .selectFrom('promos')
    .leftJoin('files', 'files.id', 'promos.picture_file_id')
    .selectAll('promos')
    .select(['files.variants', 'files.thumbhash'])
    .orderBy('promos.position')
    .orderBy('promos.id');

/** The audiences a caller belongs to. */
const audiencesOf = (viewer: Viewer): Audience[] => [
  'everyone',
  ...(viewer.kind === 'visitor' ? (['visitors'] as const) : viewer.isPerformer ? (['performers'] as const) : (['fans'] as const)),
];

const isShownAt = (row: Selectable<Promos>, now: Date): boolean =>
  row.is_active && (!row.starts_at || row.starts_at <= now) && (!row.ends_at || row.ends_at > now);

/** Home and Discover show them, and the site has a few: they are kept. Another node's changes show after so long. */
const LIFETIME_MS = 5000;
const kept = new WeakMap<Database, { rows: readonly Row[]; until: number }>();

/** The promos that are on, in the site's order. */
const activePromos = async (database: Database): Promise<readonly Row[]> => {
  const known = kept.get(database);
  if (known && known.until > Date.now()) return known.rows;
  const rows = await promos(database).where('promos.is_active', '=', true).execute();
  kept.set(database, { rows, until: Date.now() + LIFETIME_MS });
  return rows;
};

/** Has the next look read the promos again. */
export const forgetPromos = (database: Database): void => void kept.delete(database);

/** The username in a link to a performer's page, or undefined. */
const usernameIn = (link: string): string | undefined => /^\/(?:live\/)?([\w.-]+)$/.exec(link)?.[1]?.toLowerCase();

/**
 * The promos currently shown to a caller, in the site's order and the caller's language; those that lead to a performer with what that one has
 * on stage.
 */
export const listPromosFor = async (platform: Platform, { viewer, country, locale }: Caller): Promise<{ data: Promo[]; total: number }> => {
  const now = platform.clock.now();
  const audiences = audiencesOf(viewer);
  const rows = (await activePromos(platform.database))
    .filter((row) => audiences.includes(row.audience) && isShownAt(row, now))
    .slice(0, MAX_SHOWN);
  const usernames = rows.flatMap(({ link }) => usernameIn(link) ?? []);
  const performers = await findLiveStates(platform, viewer, country, usernames);
  const data = rows.map((row) => ({
    _id: row.id,
    title: inLanguage(row.title, locale),
    text: inLanguage(row.text, locale),
    button: inLanguage(row.button, locale),
    link: row.link,
    picture: pictureOf(platform, row.variants, row.thumbhash),
    performer: performers.get(usernameIn(row.link) ?? '') ?? null,
  }));
  return { data, total: data.length };
};

const adminPromoOf = (platform: Platform, row: Row): AdminPromo => ({
  _id: row.id,
  title: row.title,
  text: row.text,
  button: row.button,
  link: row.link,
  picture: pictureOf(platform, row.variants, row.thumbhash),
  audience: row.audience,
  isActive: row.is_active,
  startsAt: row.starts_at?.toISOString() ?? null,
  endsAt: row.ends_at?.toISOString() ?? null,
  isShown: isShownAt(row, platform.clock.now()),
  updatedAt: row.updated_at.toISOString(),
});

/** `position` is the order they are read in. */
const SORTS = { position: () => 0, createdAt: (row: Row) => row.created_at, updatedAt: (row: Row) => row.updated_at };

/** All promos. */
export const listAdminPromos = async (
  platform: Platform,
  query: ListQuery<keyof typeof SORTS>,
): Promise<{ data: AdminPromo[]; total: number }> => {
  const { data, total } = pageOfRows(await promos(platform.database).execute(), query, SORTS);
  return { data: data.map((row) => adminPromoOf(platform, row)), total };
};

/** @throws CodedError NOT_FOUND */
export const getAdminPromo = async (platform: Platform, id: string): Promise<AdminPromo> => {
  const row = await promos(platform.database).where('promos.id', '=', id).executeTakeFirst();
  if (!row) throw new CodedError('NOT_FOUND');
  return adminPromoOf(platform, row);
};
