import { PLAN_MINUTES } from '@stagedoor/contract/schedule.values';
import type { PlannedShow } from '@stagedoor/contract/schedule';
import { id as idShape } from '@stagedoor/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import { type Viewer, accountIdOf } from '../../platform/auth/viewer.ts';
import { noteShortLived } from '../../platform/caching/shown.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Executor } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, type Sorts, allOf, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { lastSeenOf } from '../../platform/presence/presence.store.ts';
import type { Variant } from '../../platform/media/variants.ts';
import { visiblePerformer } from '../access/index.ts';
import { categoriesOf, loadCategories } from '../categories/index.ts';
import { pictureOf } from '../files/index.ts';
import { type AuthorNow, type AuthorRow, authorOf } from '../performers/index.ts';
import { liveOf } from '../stage/index.ts';

interface PlannedRow extends AuthorRow, AuthorNow {
  id: string;
  performer_id: string;
  title: string;
  category_id: string | null;
  audience: PlannedShow['audience'];
  starts_at: Date;
  state: PlannedShow['state'];
  is_reminded: boolean;
  reminders: number | null;
  variants: readonly Variant[] | null;
  thumbhash: string | null;
  created_at: Date;
  updated_at: Date;
}

const SORTS: Sorts<'startsAt' | 'createdAt' | 'updatedAt'> = {
  startsAt: by.instant(sql`s.starts_at`),
  createdAt: by.id(sql`s.id`),
  updatedAt: by.instant(sql`s.updated_at`),
};

const planned = sql`
  planned_shows s join performers p on p.account_id = s.performer_id join accounts a on a.id = s.performer_id
    left join files f on f.id = p.cover_file_id`;

const columns = (viewer: Viewer) => sql`
  s.id, s.performer_id, s.title, s.category_id, s.audience, s.starts_at, s.state, s.created_at, s.updated_at,
  a.username, a.name, a.avatar_key, p.craft, p.city, ${liveOf(sql`a.id`)} as live,
  ${lastSeenOf(sql`a.id`)} as last_seen_at, f.variants, f.thumbhash,
  exists (select from show_reminders r where r.planned_show_id = s.id and r.account_id = ${accountIdOf(viewer)}::uuid) as is_reminded,
  case when s.performer_id = ${accountIdOf(viewer)}::uuid
    then (select count(*)::int from show_reminders r where r.planned_show_id = s.id) end as reminders`;

const viewOf = (platform: Platform, locale: string, row: PlannedRow): PlannedShow => ({
  _id: row.id,
  performer: authorOf(platform, row.performer_id, row, row),
  title: row.title,
  category: row.category_id ? (categoriesOf(platform.database, [row.category_id], locale)[0] ?? null) : null,
  audience: row.audience,
  startsAt: row.starts_at.toISOString(),
  state: row.state,
  cover: pictureOf(platform, row.variants, row.thumbhash)?.sources.at(-1)?.url ?? null,
  isReminded: row.is_reminded,
  reminders: row.reminders,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** Planned, and not yet so late that nothing comes of it. Over `planned_shows s`. */
export const isComing = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(s.state = 'planned' and s.starts_at > ${new Date(now.getTime() - PLAN_MINUTES * 60_000)})`;

/** Coming shows of performers that the caller may see. */
export const listPlanned = async (
  platform: Platform,
  { viewer, country, locale }: Caller,
  query: ListQuery<'startsAt' | 'createdAt' | 'updatedAt'> & { performer?: string | undefined },
): Promise<List<PlannedShow>> => {
  // What is coming changes with time alone.
  noteShortLived();
  await loadCategories(platform.database);
  const { performer } = query;
  const from = sql`from ${planned} where ${allOf(
    isComing(platform.clock.now()),
    visiblePerformer(viewer, country),
    performer && (idShape.safeParse(performer).success ? sql`a.id = ${performer}::uuid` : sql`a.username = ${performer.toLowerCase()}`),
  )}`;
  const page = sql<PlannedRow>`
    select ${columns(viewer)} ${from} order by ${sorted(SORTS, query, sql`s.id`).order} ${limitOf(query)}`;
  const { rows, ...totals } = await readPage(platform.database, query, page, from);
  return { data: rows.map((row) => viewOf(platform, locale, row)), ...totals };
};

/** @throws CodedError NOT_FOUND also for a performer that the caller may not see */
export const getPlanned = async (
  platform: Platform,
  { viewer, country, locale }: Caller,
  plannedId: string,
  executor: Executor = platform.database,
): Promise<PlannedShow> => {
  await loadCategories(platform.database);
  const { rows } = await sql<PlannedRow>`
    select ${columns(viewer)} from ${planned} where s.id = ${plannedId}::uuid and ${visiblePerformer(viewer, country)}`.execute(executor);
  if (!rows[0]) throw new CodedError('NOT_FOUND');
  return viewOf(platform, locale, rows[0]);
};
