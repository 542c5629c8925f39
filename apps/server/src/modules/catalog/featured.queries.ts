import type { FeaturedCard } from '@stagedoor/contract/catalog';
import { type PagedKind, itemPath } from '@stagedoor/contract/items.values';
import { sql } from 'kysely';
import { accountIdOf } from '../../platform/auth/viewer.ts';
import type { Caller } from '../../platform/caller.ts';
import { allOf } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { visiblePerformer } from '../access/index.ts';
import { type ItemListRow, listColumns, listJoins, viewsOf } from '../items/index.ts';

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

/** Of each kind the newest so many are looked at for what others like and buy. */
const NEWEST = 200;
/** What trends was published in this time. */
const TREND_DAYS = 30;
const DAY_MS = 86_400_000;

const pictureOf = ({ photos, video, teaser, preview }: ShownItem): FeaturedCard['picture'] => {
  const [photo] = photos;
  if (photo) {
    const { _id: _photoId, alt: _alt, ...picture } = photo;
    return picture;
  }
  return video?.poster ?? teaser?.poster ?? preview;
};

/**
 * What is worth a look: first what the site pinned, in its order, then what trends (bought ×10, liked ×3, viewed), then what is new. Every item
 * once; of one performer at most two that aren't pinned.
 */
export const listFeatured = async (
  platform: Platform,
  caller: Caller,
  { kinds, limit }: { kinds: readonly PagedKind[]; limit: number },
): Promise<{ data: FeaturedCard[]; total: number }> => {
  const now = platform.clock.now();
  const accountId = accountIdOf(caller.viewer);
  const isShown = allOf(sql`i.state = 'active' and i.parent_id is null`, visiblePerformer(caller.viewer, caller.country));
  const newest = sql`(select x.id from unnest(${kinds as string[]}::text[]) k (kind) cross join lateral (
    select n.id from items n where n.kind = k.kind and n.state = 'active' and n.parent_id is null
    order by n.published_at desc, n.id desc limit ${sql.lit(NEWEST)}) x)`;
  const { rows } = await sql<ItemListRow & { place: number | null; reason: FeaturedCard['reason']; performer_id: string }>`
    with candidates as (
      select i.id, i.performer_id, i.published_at, f.place,
        case when i.published_at > ${new Date(now.getTime() - TREND_DAYS * DAY_MS)}
          then n.unlock_count * 10 + n.like_count * 3 + n.view_count else 0 end as score
      from items i join item_counters n on n.item_id = i.id join performers p on p.account_id = i.performer_id
      join accounts a on a.id = i.performer_id left join featured_items f on f.item_id = i.id
      where (f.item_id is not null or i.id in ${newest}) and i.kind = any(${kinds as string[]}::text[]) and ${isShown}),
    trending as (
      select id, row_number() over (partition by performer_id order by score desc, id desc) as nr, score from candidates
      where place is null and score > 0),
    latest as (
      select c.id, row_number() over (partition by c.performer_id order by c.published_at desc, c.id desc) as nr from candidates c
      where c.place is null and not exists (select from trending t where t.id = c.id and t.nr <= 2)),
    chosen as (
      select id, 0 as rank, 'pinned' as reason, place::bigint as nr from candidates where place is not null
      union all (select id, 1, 'trending', row_number() over (order by score desc, id desc) from trending where nr <= 2
        order by score desc, id desc limit greatest(1, ${limit}::int / 2))
      union all (select c.id, 2, 'new', row_number() over (order by c.published_at desc, c.id desc) from candidates c
        join latest l on l.id = c.id where l.nr <= 2))
    select ${listColumns(now)}, o.reason, i.performer_id from chosen o join items i on i.id = o.id ${listJoins(accountId)}
    order by o.rank, o.nr limit ${limit}`.execute(platform.database);
  const views = new Map((await viewsOf<ShownItem>(platform, caller, rows)).map((view) => [view._id, view]));
  const seen = new Set<string>();
  const data = rows.flatMap((row): FeaturedCard[] => {
    const view = views.get(row.id);
    if (!view || seen.has(row.id)) return [];
    seen.add(row.id);
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
  return { data, total: data.length };
};
