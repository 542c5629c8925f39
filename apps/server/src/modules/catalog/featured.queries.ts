import type { FeaturedCard } from '@stagedoor/contract/catalog';
import { type PagedKind, itemPath } from '@stagedoor/contract/items.values';
import { FEATURED_OF_ONE } from '@stagedoor/contract/ranking.values';
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

const pictureOf = ({ photos, video, teaser, preview }: ShownItem): FeaturedCard['picture'] => {
  const [photo] = photos;
  if (photo) {
    const { _id: _photoId, alt: _alt, ...picture } = photo;
    return picture;
  }
  return video?.poster ?? teaser?.poster ?? preview;
};

/**
 * What is worth a look: first what the site pinned, in its order, then what trends (bought, liked, viewed), then what is new. Every item
 * once; of one performer at most two that aren't pinned. What isn't pinned is chosen from candidates that a job makes (`refreshFeatured`).
 */
export const listFeatured = async (
  platform: Platform,
  caller: Caller,
  { kinds, limit }: { kinds: readonly PagedKind[]; limit: number },
): Promise<{ data: FeaturedCard[]; total: number }> => {
  const accountId = accountIdOf(caller.viewer);
  const isShown = allOf(sql`i.state = 'active' and i.parent_id is null`, visiblePerformer(caller.viewer, caller.country));
  const { rows } = await sql<ItemListRow & { reason: FeaturedCard['reason'] }>`
    with candidates as materialized (
      select x.*, null::integer as place from featured_candidates x
      where x.kind = any(${kinds as string[]}::text[]) and not exists (select from featured_items f where f.item_id = x.item_id)
      union all select i.id, i.kind, i.performer_id, i.published_at, 0, f.place from featured_items f join items i on i.id = f.item_id
        where i.kind = any(${kinds as string[]}::text[])),
    shown as materialized (
      select x.* from candidates x join items i on i.id = x.item_id join performers p on p.account_id = i.performer_id
      join accounts a on a.id = i.performer_id where ${isShown}),
    trending as (
      select item_id, row_number() over (partition by performer_id order by score desc, item_id desc) as nr, score from shown
      where place is null and score > 0),
    latest as (
      select s.item_id, s.published_at, row_number() over (partition by s.performer_id order by s.published_at desc, s.item_id desc) as nr
      from shown s where s.place is null and not exists (
        select from trending t where t.item_id = s.item_id and t.nr <= ${sql.lit(FEATURED_OF_ONE)})),
    chosen as (
      select item_id, 0 as rank, 'pinned' as reason, place::bigint as nr from shown where place is not null
      union all (select item_id, 1, 'trending', row_number() over (order by score desc, item_id desc) from trending
        where nr <= ${sql.lit(FEATURED_OF_ONE)} order by score desc, item_id desc limit greatest(1, ${limit}::int / 2))
      union all (select item_id, 2, 'new', row_number() over (order by published_at desc, item_id desc) from latest
        where nr <= ${sql.lit(FEATURED_OF_ONE)} order by published_at desc, item_id desc limit ${limit}))
    select ${listColumns(platform.clock.now(), accountId)}, o.reason from chosen o join items i on i.id = o.item_id ${listJoins(accountId)}
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
