import type { ResponseOf } from '@stagedoor/contract';
import { ITEM_KINDS, type ItemKind } from '@stagedoor/contract/items.values';
import type { library } from '@stagedoor/contract/library';
import { SEARCHED_ROWS, type Shelf } from '@stagedoor/contract/library.values';
import { type RawBuilder, sql } from 'kysely';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Caller } from '../../platform/caller.ts';
import { type ListQuery, type Sorts, allOf, by, readCursorPage, sorted } from '../../platform/lists.ts';
import { countOwnList } from '../../platform/long-lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { PARSERS } from '../../platform/search/parsers.ts';
import { meets } from '../../platform/search/query.ts';
import { factJoins, isEntitled, keptItemsOf, visibleItem } from '../access/index.ts';
import { isWithheld } from '../items/index.ts';
import { savedItemsOf } from '../reactions/index.ts';
import { paidRecordingsOf } from '../streams/index.ts';
import { begunVideosOf } from '../videos/index.ts';
import { type KeptRow, rowsOf } from './library.view.ts';

type Page = ResponseOf<(typeof library)['GET /library/{shelf}']>;
type Query = ListQuery<'at'> & { after?: string | undefined; q?: string | undefined; kind?: ItemKind | undefined };

/** Each shelf as a subquery of items, `(id, at)`. */
const SHELF: Record<Shelf, (accountId: string) => RawBuilder<unknown>> = {
  purchased: (accountId) => sql`(${keptItemsOf(accountId)} union all ${paidRecordingsOf(accountId)})`,
  saved: (accountId) => savedItemsOf(accountId, 'bookmark'),
  favourites: (accountId) => savedItemsOf(accountId, 'favourite'),
  'watch-later': (accountId) => savedItemsOf(accountId, 'watchLater'),
  continue: (accountId) => begunVideosOf(accountId),
};

const SORTS: Sorts<'at'> = { at: by.instant(sql`shelf.at`) };

/** Shows are there for their recordings, whose state their own subquery asks for. */
const isShow = sql`i.kind = 'stream'`;

/** The rows of a shelf that its account may still see: public ones, and withdrawn or deleted ones that it bought. */
const shown = (shelf: Shelf, { viewer, country }: Caller<AccountViewer>, kept = SHELF[shelf](viewer.accountId)) => sql`
  from ${kept} shelf join items i on i.id = shelf.id
  join accounts a on a.id = i.performer_id join performers p on p.account_id = i.performer_id ${factJoins(viewer.accountId)}
  where ${visibleItem(viewer, country)} and (${isShow} or (i.published_at is not null
    and (i.state = 'active' or (i.state in ('deleted', 'draft') and ${isEntitled} and not ${isWithheld}))))`;

interface WordsRow {
  id: string;
  title: string;
  text: string;
  name: string;
  username: string;
}

/** Words are looked at in groups of so many, so that others' requests are answered between. */
const GROUP = 200;

/**
 * The ids of what has words in its title, its text or its performer's name. Nobody has so much that an index were needed, and here what was
 * unlocked is found by all of its words, messages and shows as well.
 */
const idsWith = async (platform: Platform, call: Caller<AccountViewer>, shelf: Shelf, q: string): Promise<string[]> => {
  const [parser] = PARSERS;
  const conditions = parser!.conditionsOf(q);
  if (conditions.length === 0) return [];
  const { rows } = await sql<WordsRow>`
    select i.id, coalesce(nullif(c.title, ''), s.title, '') as title, coalesce(nullif(c.text, ''), m.text, '') as text, a.name, a.username
    from (select shelf.id, shelf.at ${shown(shelf, call)} order by shelf.at desc, shelf.id desc limit ${sql.lit(SEARCHED_ROWS)}) newest
    join items i on i.id = newest.id join accounts a on a.id = i.performer_id
    left join item_contents c on c.item_id = i.id left join streams s on s.id = i.id
    left join lateral (select m.text from messages m where m.item_id = i.id and m.deleted_at is null limit 1) m on true`.execute(
    platform.database,
  );
  const ids: string[] = [];
  for (const [at, { id, title, text, name, username }] of rows.entries()) {
    if (at > 0 && at % GROUP === 0) await new Promise(setImmediate);
    const tokens = [...parser!.nameTokensOf(`${title} ${name} @${username}`), ...parser!.tokensOf(text)];
    if (conditions.every((condition) => meets(condition, tokens))) ids.push(id);
  }
  return ids;
};

/** The kinds of so many rows, the last ones, are offered as filters. */
const KINDS_OF = 500;

/** The kinds that a shelf has. */
const kindsOn = async ({ database }: Platform, call: Caller<AccountViewer>, shelf: Shelf): Promise<ItemKind[]> => {
  const newest = sql`(select k.id from ${SHELF[shelf](call.viewer.accountId)} k order by k.at desc limit ${sql.lit(KINDS_OF)})`;
  const { rows } = await sql<{ kind: string }>`select distinct i.kind ${shown(shelf, call, newest)}`.execute(database);
  const there = new Set(rows.map(({ kind }) => kind));
  return ITEM_KINDS.filter((kind) => there.has(kind));
};

/** A page of a shelf, and the kinds that it has. */
export const readShelf = async (platform: Platform, call: Caller<AccountViewer>, shelf: Shelf, query: Query): Promise<Page> => {
  const ids = query.q === undefined ? undefined : await idsWith(platform, call, shelf, query.q);
  const isWanted = allOf(sql`true`, query.kind !== undefined && sql`i.kind = ${query.kind}`, ids && sql`i.id = any(${ids}::uuid[])`);
  const wanted = sql`${shown(shelf, call)} and ${isWanted}`;
  const { accountId } = call.viewer;
  const isWhole = ids === undefined && query.kind === undefined;
  const counted = () =>
    countOwnList(platform, ['library', accountId, call.country, shelf], sql`select from ${SHELF[shelf](accountId)} shelf`, wanted);
  const [{ rows, ...page }, kinds] = await Promise.all([
    readCursorPage<KeptRow>(
      platform.database,
      query,
      sorted(SORTS, query, sql`shelf.id`),
      ({ key, after, end }) => sql`select shelf.id, i.kind, shelf.at, ${key} ${wanted} ${after ? sql`and ${after}` : sql``} ${end}`,
      isWhole ? counted : wanted,
    ),
    kindsOn(platform, call, shelf),
  ]);
  return { data: await rowsOf(platform, call, rows), ...page, kinds };
};
