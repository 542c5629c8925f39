import type { PerformerCard } from '@stagedoor/contract/performers';
import { SEARCHABLE_ATTRIBUTES, type SearchableAttribute } from '@stagedoor/contract/performer-filters.values';
import { isOnAir } from '@stagedoor/contract/live-state.values';
import type { SuggestedName } from '@stagedoor/contract/search';
import { DEFAULT_LOCALE, type Locale } from '@stagedoor/contract/texts/text';
import { type RawBuilder, sql } from 'kysely';
import { type Viewer, accountIdOf } from '../../platform/auth/viewer.ts';
import { asTyped } from '../../platform/database/search.ts';
import {
  type Condition,
  type List,
  type ListQuery,
  type Sorts,
  type Total,
  allOf,
  by,
  limitOf,
  readPage,
  sorted,
} from '../../platform/lists.ts';
import { countLongList } from '../../platform/long-lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { accountsSeenAfter, onlineSince } from '../../platform/presence/presence.store.ts';
import { liveOf, liveStateOf } from '../stage/index.ts';
import { isNotMuted, visiblePerformer, visiblePerformerWithoutAccount } from '../access/index.ts';
import type { Parser } from '../../platform/search/parsers.ts';
import { readingParser } from '../../platform/search/search-indexes.ts';
import { avatarUrl } from '../accounts/index.ts';
import { type Correction, correct, expand } from '../words/index.ts';
import { type Matching, matchingPerformers, matchingWords, namedByWords, namedPerformers } from './match-performers.ts';
import { type CardRow, cardColumns, cardOf } from './performers.queries.ts';

export interface PerformerSearch
  extends ListQuery<'relevance' | 'rank' | 'createdAt' | 'updatedAt'>,
    Partial<Record<SearchableAttribute, string | undefined>> {
  q?: string | undefined;
  /** Other forms of words are found in this language, besides the site's. */
  locale?: Locale | undefined;
  country?: string | undefined;
  online?: boolean | undefined;
  /** Those the viewer follows. */
  followed?: boolean | undefined;
  gender?: string | undefined;
  language?: string | undefined;
}

const SORTS: Sorts<'createdAt' | 'updatedAt'> = { createdAt: by.id(sql`p.account_id`), updatedAt: by.instant(sql`p.updated_at`) };

/** The order of the index `performer_counters_rank`. */
const RANK = [by.number(sql`n.place`), by.number(sql`n.score`, { reversed: true })];

/** Approved performers, over `performers p`. */
const approvedWith = (...conditions: readonly Condition[]): RawBuilder<unknown> =>
  sql`from performers p where ${allOf(sql`p.state = 'approved'`, ...conditions)}`;

/** @param matching what all must have; null for all performers */
const findPerformersWith = async (
  platform: Platform,
  viewer: Viewer,
  viewerCountry: string | null,
  search: PerformerSearch,
  matching: Matching | null,
): Promise<List<PerformerCard>> => {
  const now = platform.clock.now();
  const attributes = Object.fromEntries(
    SEARCHABLE_ATTRIBUTES.flatMap((attribute) => (search[attribute] ? [[attribute, search[attribute]]] : [])),
  );
  const looks = [
    search.language && sql`p.languages @> array[${search.language}::text]`,
    Object.keys(attributes).length > 0 && sql`p.attributes @> ${JSON.stringify(attributes)}::jsonb`,
  ];
  const conditions = [
    search.gender && sql`p.gender = ${search.gender}`,
    matching?.condition,
    search.country && sql`p.country = ${search.country}`,
  ];
  // Of this viewer, or of this moment: no list that others ask for.
  const ownConditions = [
    search.followed &&
      sql`p.account_id in (
        select r.object_id from reactions r
        where r.account_id = ${accountIdOf(viewer)}::uuid and r.action = 'follow' and r.object_type = 'performer')`,
    // An array, so that they are looked up before anything is joined.
    search.online && sql`p.account_id = any(array(${accountsSeenAfter(onlineSince(platform.clock))}))`,
  ];
  const isVisible = visiblePerformerWithoutAccount(viewer, viewerCountry);
  const isOwn = ownConditions.some(Boolean);
  const count = (): Promise<Total> => countLongList(platform, approvedWith(...conditions, ...looks), isVisible);
  const total = looks.some(Boolean) && !isOwn ? await count() : undefined;
  // PostgreSQL takes a language or a colour for rare, and reads all who have it before it sorts them. What many have is hidden from its
  // planner, which goes through them in the list's order until the page is full.
  const isFrequent = looks.some(Boolean) && (isOwn || total?.isCapped);
  const walked = isFrequent ? sql`cross join lateral (select where ${allOf(...looks)} offset 0) x` : sql``;
  const newest = by.instant(sql`p.decided_at`, { nullable: true });
  const relevance = matching ? [by.number(matching.rank), by.number(sql`n.follower_count`), newest] : newest;
  const { order } = sorted({ ...SORTS, relevance, rank: RANK }, search, sql`p.account_id`);
  const found = sql`
    from performers p join performer_counters n on n.performer_id = p.account_id ${walked}
    where ${allOf(sql`p.state = 'approved'`, isVisible, ...conditions, ...(isFrequent ? [] : looks), ...ownConditions)}`;
  // Only those of the page are joined with what a card shows.
  const page = sql<CardRow>`
    select ${cardColumns(accountIdOf(viewer), now)}
    from (select p.account_id as id ${found} order by ${order} ${limitOf(search)}) f
    join performers p on p.account_id = f.id join performer_counters n on n.performer_id = p.account_id
    join accounts a on a.id = p.account_id left join files c on c.id = p.cover_file_id
    order by ${order}`;
  const counted = isOwn
    ? approvedWith(isVisible, ...conditions, ...looks, ...ownConditions)
    : (): Promise<Total> => (total ? Promise.resolve(total) : count());
  const { rows, ...totals } = await readPage(platform.database, search, page, counted);
  return { data: rows.map((row) => cardOf(platform, row)), ...totals };
};

/**
 * Approved performers: matching `q` in name, craft, city or bio, or all. By relevance: name matches first; without `q` the newest first.
 * When nobody has the words of `q`, those with words that are written much like them.
 * @param correction what `q` may mean, when the caller has it read once for several searches
 */
export const findPerformers = async (
  platform: Platform,
  viewer: Viewer,
  viewerCountry: string | null,
  search: PerformerSearch,
  correction: (q: string) => Promise<Correction | null> = (q) => correct(platform, q, 'performers'),
): Promise<{ list: List<PerformerCard>; isCorrected: boolean }> => {
  const find = async (matching: Matching | null, isAll = false) =>
    matching || isAll ? findPerformersWith(platform, viewer, viewerCountry, search, matching) : { data: [], total: 0 };
  if (!search.q) return { list: await find(null, true), isCorrected: false };
  const parser = await readingParser(platform, 'accounts');
  const words = async (by: Parser) => expand(platform, { locale: search.locale ?? DEFAULT_LOCALE }, by, search.q!, 'performers');
  const list = await find(parser ? matchingPerformers(parser, await words(parser), search.q) : matchingWords(asTyped(search.q)));
  const corrected = list.total === 0 ? await correction(search.q) : null;
  if (!corrected) return { list, isCorrected: false };
  const meant = parser && corrected.conditions(parser);
  const matching = meant ? matchingPerformers(parser, { typed: meant, conditions: meant }) : matchingWords(corrected.words);
  return { list: await find(matching), isCorrected: true };
};

/** `findPerformers` as a list. */
export const searchPerformers = async (
  ...given: [platform: Platform, viewer: Viewer, viewerCountry: string | null, search: PerformerSearch]
): Promise<List<PerformerCard>> => (await findPerformers(...given)).list;

/** Performers by rank: the admin's order first, then weighted activity of seven days, as a job last counted it (`rankAll`). */
export const rankPerformers = async (
  platform: Platform,
  viewer: Viewer,
  viewerCountry: string | null,
  query: ListQuery<'rank' | 'createdAt' | 'updatedAt'> & { unmuted?: boolean | undefined },
): Promise<List<PerformerCard>> => {
  const unmuted = query.unmuted && isNotMuted(sql`p.account_id`, accountIdOf(viewer));
  const from = sql`
    from performer_counters n join performers p on p.account_id = n.performer_id join accounts a on a.id = n.performer_id
    left join files c on c.id = p.cover_file_id
    where ${allOf(sql`p.state = 'approved' and ${visiblePerformer(viewer, viewerCountry)}`, unmuted)}`;
  const { order } = sorted({ ...SORTS, rank: RANK }, query, sql`n.performer_id`);
  const page = sql<CardRow>`
    select ${cardColumns(accountIdOf(viewer), platform.clock.now())} ${from} order by ${order} ${limitOf(query)}`;
  const isOwn = allOf(visiblePerformerWithoutAccount(viewer, viewerCountry), unmuted);
  const { rows, ...totals } = await readPage(platform.database, query, page, () => countLongList(platform, approvedWith(), isOwn));
  return { data: rows.map((row) => cardOf(platform, row)), ...totals };
};

/** The performers whose names have words that begin as typed, those with the most followers first: for a field that is being typed into. */
export const suggestNames = async (
  platform: Platform,
  viewer: Viewer,
  viewerCountry: string | null,
  q: string,
  limit: number,
): Promise<SuggestedName[]> => {
  const named = async (condition: RawBuilder<unknown> | null): Promise<SuggestedName[]> => {
    if (condition === null) return [];
    const { rows } = await sql<Pick<CardRow, 'id' | 'username' | 'name' | 'avatar_key' | 'craft' | 'live'>>`
      select a.id, a.username, a.name, a.avatar_key, p.craft, ${liveOf(sql`a.id`)} as live
      from performers p join accounts a on a.id = p.account_id join performer_counters n on n.performer_id = p.account_id
      where ${condition} and p.state = 'approved' and ${visiblePerformer(viewer, viewerCountry)}
      order by n.follower_count desc, a.id limit ${sql.lit(limit)}`.execute(platform.database);
    return rows.map((row) => {
      const live = liveStateOf(platform, row.username, row.live);
      const avatar = avatarUrl(platform, row.avatar_key);
      return { _id: row.id, username: row.username, name: row.name, avatar, craft: row.craft, isLive: isOnAir(live), live };
    });
  };
  const parser = await readingParser(platform, 'accounts');
  const found = await named(parser ? namedPerformers(parser, parser.conditionsOf(q)) : namedByWords(asTyped(q)));
  if (found.length > 0) return found;
  const corrected = await correct(platform, q, 'performers');
  if (!corrected) return [];
  return named(parser ? namedPerformers(parser, corrected.conditions(parser)) : namedByWords(corrected.words));
};
