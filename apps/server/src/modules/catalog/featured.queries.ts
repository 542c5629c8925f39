import type { FeaturedCard } from '@stagedoor/contract/catalog';
import { type PagedKind, itemPath } from '@stagedoor/contract/items.values';
import { sql } from 'kysely';
import { type Viewer, accountIdOf } from '../../platform/auth/viewer.ts';
import type { Caller } from '../../platform/caller.ts';
import { allOf } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { visiblePerformer } from '../access/index.ts';
import { type ItemListRow, listColumns, listJoins, viewsOf } from '../items/index.ts';
import { type Chosen, featuredOrder } from './featured-order.ts';

/** What every kind's view has of a card. */
interface ShownItem {
  _id: string;
  kind: PagedKind;
  title: string;
  text?: string;
  preview: FeaturedCard['picture'];
  photos: (NonNullable<FeaturedCard['picture']> & { _id: string; alt: string })[];
  video: { poster: FeaturedCard['picture'] } | null;
  teaser: { poster: FeaturedCard['picture'] } | null;
  price: number | null;
  access: { allowed: boolean };
  performer: FeaturedCard['performer'];
  counts: { likes: number };
  publishedAt: string;
}

const pictureOf = ({ photos, video, teaser, preview }: ShownItem): FeaturedCard['picture'] => {
  const [photo] = photos;
  if (photo) {
    const { _id: _photoId, alt: _alt, ...picture } = photo;
    return picture;
  }
  return video?.poster ?? teaser?.poster ?? preview;
};

/** Selects `items i` of `performers p` with `accounts a` that lists show to this viewer. */
const isShownTo = (viewer: Viewer, country: string | null) =>
  allOf(sql`i.state = 'active' and i.parent_id is null`, visiblePerformer(viewer, country));

/** Items for this viewer of those that are chosen, in the order of the choice. */
const readChosen = async (platform: Platform, caller: Caller, chosen: readonly Chosen[]): Promise<Row[]> => {
  if (chosen.length === 0) return [];
  const accountId = accountIdOf(caller.viewer);
  const { rows } = await sql<ItemListRow>`
    select ${listColumns(platform.clock.now(), accountId)} from items i ${listJoins(accountId)}
    where i.id = any(${chosen.map(({ itemId }) => itemId)}::uuid[]) and ${isShownTo(caller.viewer, caller.country)}`.execute(
    platform.database,
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return chosen.flatMap((one) => {
    const row = found.get(one.itemId);
    return row ? [{ ...row, ...one }] : [];
  });
};

/** Counts the featured items that this viewer may see. */
const countShown = async (platform: Platform, { viewer, country }: Caller, lists: readonly ChosenList[]): Promise<number> => {
  const ids = lists.flatMap(({ ordered }) => ordered.map(({ itemId }) => itemId));
  if (ids.length === 0) return 0;
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from items i join performers p on p.account_id = i.performer_id join accounts a on a.id = i.performer_id
    where i.id = any(${ids}::uuid[]) and ${isShownTo(viewer, country)}`.execute(platform.database);
  return rows[0]!.total;
};

/** So many more are read than are shown: some may be of performers whom the viewer may not see. */
const SPARE = 2;

type Row = ItemListRow & Chosen;

interface ChosenList {
  ordered: readonly Chosen[];
  atMost: number;
}

/** The first of the lists that the viewer may see, one list after the other until there are so many: as a rule by one statement. */
const firstShown = async (platform: Platform, caller: Caller, lists: readonly ChosenList[], limit: number): Promise<Row[]> => {
  let expected = 0;
  const beginnings = lists.map(({ ordered, atMost }) => {
    const count = Math.min(atMost, limit - expected, ordered.length);
    expected += count;
    return ordered.slice(0, count + SPARE);
  });
  const shown = new Map((await readChosen(platform, caller, beginnings.flat())).map((row) => [row.itemId, row]));
  const rows: Row[] = [];
  for (const [index, { ordered, atMost }] of lists.entries()) {
    const wanted = Math.min(atMost, limit - rows.length);
    const own = beginnings[index]!.flatMap(({ itemId }) => shown.get(itemId) ?? []);
    for (let at = beginnings[index]!.length; at < ordered.length && own.length < wanted; at += limit)
      own.push(...(await readChosen(platform, caller, ordered.slice(at, at + limit))));
    rows.push(...own.slice(0, wanted));
  }
  return rows;
};

/**
 * What is worth a look: first what the site pinned, in its order, then what trends (bought, liked, viewed), then what is new. Every item
 * once; of one performer at most two that aren't pinned. `total` counts all of it, whatever the limit. What isn't pinned is chosen from candidates that a job makes (`refreshFeatured`).
 */
export const listFeatured = async (
  platform: Platform,
  caller: Caller,
  { kinds, limit }: { kinds: readonly PagedKind[]; limit: number },
): Promise<{ data: FeaturedCard[]; total: number }> => {
  const { pinned, trending, latest } = await featuredOrder(platform, kinds);
  const lists = [
    { ordered: pinned, atMost: limit },
    { ordered: trending, atMost: Math.max(1, Math.floor(limit / 2)) },
    { ordered: latest, atMost: limit },
  ];
  const [rows, total] = await Promise.all([firstShown(platform, caller, lists, limit), countShown(platform, caller, lists)]);
  const views = new Map((await viewsOf<ShownItem>(platform, caller, rows)).map((view) => [view._id, view]));
  const data = rows.flatMap((row): FeaturedCard[] => {
    const view = views.get(row.id);
    if (!view) return [];
    return [
      {
        _id: view._id,
        kind: view.kind,
        title: view.title || (view.text ?? '').slice(0, 80),
        path: itemPath(view.kind, view._id)!,
        picture: pictureOf(view),
        price: view.price,
        isOpen: view.access.allowed,
        performer: view.performer,
        likes: view.counts.likes,
        reason: row.reason,
        publishedAt: view.publishedAt,
      },
    ];
  });
  return { data, total };
};
