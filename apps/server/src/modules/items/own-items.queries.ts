import type { MANAGE_SORTS, OwnItem } from '@stagedoor/contract/items';
import type { ItemKind, MediaType, PeopleShown } from '@stagedoor/contract/items.values';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { sql } from 'kysely';
import type { Caller } from '../../platform/caller.ts';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { shownCount } from '../../platform/differences.ts';
import { CodedError } from '../../platform/errors.ts';
import {
  type List,
  type ListQuery,
  ONE_ROW,
  type Sorts,
  allOf,
  by,
  likePattern,
  limitOf,
  madeIn,
  readPage,
  sorted,
} from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { uploadedFileOf, videoOf } from '../files/index.ts';
import { participantsOfItems } from '../participants/index.ts';
import { type ItemContentRow, type ItemReference, contentJoins, contentsOf, referenceColumns } from './item-contents.ts';
import type { FileRow } from './item-files.ts';
import { itemKind } from './kinds.ts';

type ManageSort = (typeof MANAGE_SORTS)[number];

export type OwnItemQuery = ListQuery<ManageSort> & {
  q?: string | undefined;
  state?: string | undefined;
  id?: string | undefined;
  /** Made from this instant on, and before that one. */
  from?: string | undefined;
  until?: string | undefined;
  /** Its parts. */
  parentId?: string | undefined;
};

interface OwnRow extends ItemReference {
  title: string;
  text: string;
  tags: string[];
  category_ids: string[];
  media_type: MediaType;
  audience: OwnItem['audience'];
  price_amount: bigint | null;
  price_version: number;
  state: OwnItem['state'];
  like_count: number;
  comment_count: number;
  unlock_count: number;
  view_count: bigint;
  pinned_at: Date | null;
  scheduled_at: Date | null;
  expires_at: Date | null;
  published_at: Date | null;
  created_at: Date;
  updated_at: Date;
  teaser: Parameters<typeof videoOf>[1] | null;
  teaser_cut: boolean;
  people_shown: PeopleShown | null;
  earned: bigint;
  rejection: { note: string; at: string } | null;
  files: (FileRow & { role: string })[];
}

const SORTS: Sorts<ManageSort> = {
  createdAt: by.instant(sql`i.created_at`),
  updatedAt: by.instant(sql`i.updated_at`),
  publishedAt: by.instant(sql`i.published_at`, { nullable: true }),
};

/** A performer's own items of a kind, newest first, with what each has earned. */
export const listOwnItems = async <Own>(
  platform: Platform,
  kind: ItemKind,
  caller: Caller<AccountViewer>,
  query: OwnItemQuery,
): Promise<List<Own>> => {
  const performerId = caller.viewer.accountId;
  const pattern = query.q ? likePattern(query.q) : null;
  // Only a search needs the contents.
  const from = pattern ? sql`from items i join item_contents c on c.item_id = i.id` : sql`from items i`;
  const where = allOf(
    sql`i.kind = ${sql.lit(kind)} and i.performer_id = ${performerId}::uuid and i.state <> 'deleted'`,
    // One that is asked for may be a part of another.
    query.parentId ? sql`i.parent_id = ${query.parentId}::uuid` : !query.id && sql`i.parent_id is null`,
    query.id && sql`i.id = ${query.id}::uuid`,
    // Written out: a partial index is for drafts alone.
    madeIn(sql`i.created_at`, query),
    query.state && sql`i.state = ${sql.lit(query.state)}`,
    pattern && sql`(lower(c.title) like ${pattern} or lower(c.text) like ${pattern})`,
  );
  const { order } = sorted(SORTS, query, sql`i.id`);
  const { rows, ...totals } = await readPage(
    platform.database,
    query,
    sql<OwnRow>`
      select ${referenceColumns}, c.title, c.text, c.tags,
        array(select g.category_id from item_categories g where g.item_id = i.id order by g.category_id) as category_ids, c.media_type, c.teaser, c.teaser_cut, c.people_shown, i.audience, i.price_amount, i.price_version, i.state,
        i.pinned_at, i.scheduled_at, i.expires_at, i.published_at, i.created_at, i.updated_at, n.like_count, n.comment_count, n.unlock_count, n.view_count,
        (select coalesce(sum(case when t.reverses_id is null then t.net_amount else -t.net_amount end), 0)::bigint
          from ledger.transactions t where t.seller_id = i.performer_id and t.item_id = i.id) as earned,
        (select jsonb_build_object('note', v.note, 'at', v.decided_at) from item_reviews v
          where v.item_id = i.id and v.decision = 'rejected' and i.state = 'draft') as rejection,
        coalesce((select json_agg(to_jsonb(x) || jsonb_build_object('role', r.role) order by r.role, r.position)
          from item_files r join files x on x.id = r.file_id where r.item_id = i.id and r.role <> 'download'), '[]') as files
      from (select i.*, i.xmin ${from} where ${where} order by ${order} ${limitOf(query)}) i
      join item_contents c on c.item_id = i.id ${contentJoins} join item_counters n on n.item_id = i.id
      order by ${order}`,
    sql`${from} where ${where}`,
  );
  const module = itemKind(kind);
  const seen = await participantsOfItems(
    platform.database,
    rows.map(({ id }) => id),
  );
  const contents = await contentsOf(platform.database, rows);
  const personal = await module.loadPersonal?.(platform, caller, [...contents.values()]);
  const data = rows.map((row): Own => {
    const file = (role: string) => row.files.find((candidate) => candidate.role === role);
    const [thumbnail, teaser] = [file('thumbnail'), file('teaser')];
    const common: OwnItem = {
      _id: row.id,
      title: row.title,
      audience: row.audience,
      price: row.price_amount === null ? null : hundredthsToNumber(row.price_amount),
      priceVersion: row.price_version,
      state: row.state,
      files: row.files.filter(({ role }) => role === 'content').map((found) => uploadedFileOf(platform, found)),
      thumbnail: thumbnail ? uploadedFileOf(platform, thumbnail) : null,
      teaser: teaser ? uploadedFileOf(platform, teaser) : null,
      teaserCut: row.teaser_cut,
      teaserVideo: row.teaser && videoOf(platform, row.teaser),
      categoryIds: row.category_ids,
      tags: row.tags,
      peopleShown: row.people_shown,
      participantIds: seen.get(row.id)?.participantIds ?? [],
      producedOn: seen.get(row.id)?.producedOn ?? null,
      counts: { likes: shownCount(row.like_count), comments: shownCount(row.comment_count), unlocks: shownCount(row.unlock_count) },
      earned: hundredthsToNumber(row.earned),
      isPinned: row.pinned_at !== null,
      rejection: row.rejection && { ...row.rejection, at: new Date(row.rejection.at).toISOString() },
      scheduledAt: row.scheduled_at?.toISOString() ?? null,
      expiresAt: row.expires_at?.toISOString() ?? null,
      publishedAt: row.published_at?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    };
    const film = row.files.find(({ role, kind: fileKind, state }) => role === 'content' && fileKind === 'video' && state === 'ready');
    const content: ItemContentRow | undefined = contents.get(row.id);
    return module.own(platform, common, {
      text: row.text,
      tags: row.tags,
      mediaType: row.media_type,
      shared: content?.shared,
      personal: personal?.get(row.id),
      views: Number(row.view_count),
      film: film ? videoOf(platform, { ...film, durationMs: film.duration_ms }) : null,
    }) as Own;
  });
  return { data, ...totals };
};

/** @throws CodedError NOT_FOUND */
export const getOwnItem = async <Own>(platform: Platform, kind: ItemKind, caller: Caller<AccountViewer>, itemId: string): Promise<Own> => {
  const { data } = await listOwnItems<Own>(platform, kind, caller, { ...ONE_ROW, id: itemId });
  if (!data[0]) throw new CodedError('NOT_FOUND');
  return data[0];
};
