import type { Audience, ItemKind } from '@stagedoor/contract/items.values';
import { sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';

/** The parts of an item that are not deleted, with the file of each, in their order. */
export const partsOf = async (trx: Trx, itemId: string): Promise<{ id: string; fileId: string }[]> => {
  const { rows } = await sql<{ id: string; file_id: string }>`
    select i.id, r.file_id from items i join item_files r on r.item_id = i.id and r.role = 'content' and r.position = 0
    where i.parent_id = ${itemId}::uuid and i.state <> 'deleted' order by i.position`.execute(trx);
  return rows.map(({ id, file_id: fileId }) => ({ id, fileId }));
};

/**
 * Makes an item's parts follow its content: one for each file, in their order, with the item's audience and state where a part has no
 * price of its own. A part whose file is gone is deleted; who bought it keeps it. A few statements, however many parts there are.
 */
export const syncParts = async (trx: Trx, itemId: string, kind: ItemKind, at: Date): Promise<void> => {
  const content = sql`select r.file_id, r.position from item_files r where r.item_id = ${itemId}::uuid and r.role = 'content'`;
  await sql`
    update items i set state = 'deleted', updated_at = ${at}
    where i.parent_id = ${itemId}::uuid and i.state <> 'deleted' and not exists (
      select from item_files r where r.item_id = i.id and r.role = 'content' and r.file_id in (select file_id from (${content}) c))`.execute(
    trx,
  );
  await sql`
    with missing as (
      select uuidv7() as id, c.file_id, c.position from (${content}) c
      where not exists (
        select from items i join item_files r on r.item_id = i.id and r.role = 'content'
        where i.parent_id = ${itemId}::uuid and i.state <> 'deleted' and r.file_id = c.file_id)
    ), created as (
      insert into items (id, kind, performer_id, audience, state, published_at, parent_id, position, created_at, updated_at)
      select m.id, ${kind}, g.performer_id, g.audience, g.state, g.published_at, g.id, m.position, ${at}, ${at}
      from missing m cross join items g where g.id = ${itemId}::uuid returning id
    ), counted as (insert into item_counters (item_id) select id from created
    ), filed as (insert into item_files (item_id, role, position, file_id) select id, 'content', 0, file_id from missing)
    insert into item_contents (item_id, media_type) select id, 'photo' from created`.execute(trx);
  await sql`
    update items i set position = c.position, audience = case when i.price_amount is null then g.audience else i.audience end, updated_at = ${at}
    from items g, item_files r, (${content}) c
    where i.parent_id = ${itemId}::uuid and i.state <> 'deleted' and g.id = i.parent_id and r.item_id = i.id and r.role = 'content'
      and c.file_id = r.file_id
      and (i.position, i.audience) is distinct from (c.position, case when i.price_amount is null then g.audience else i.audience end)`.execute(
    trx,
  );
  // As `refreshContents` derives it, of one picture.
  await sql`
    update item_contents t set photo_count = 1,
      media = jsonb_build_array(jsonb_build_object('id', x.id, 'kind', x.kind, 'width', x.width, 'height', x.height,
        'durationMs', x.duration_ms, 'thumbhash', x.thumbhash, 'alt', x.alt_text, 'variants', x.variants)),
      preview = (
        select jsonb_build_object('key', v ->> 'key', 'width', v -> 'width', 'height', v -> 'height', 'thumbhash', x.thumbhash)
        from jsonb_array_elements(x.variants) v where v ->> 'name' = 'blur' limit 1)
    from items i, item_files r, files x
    where i.parent_id = ${itemId}::uuid and i.state <> 'deleted' and t.item_id = i.id and t.photo_count = 0 and r.item_id = i.id
      and r.role = 'content' and x.id = r.file_id`.execute(trx);
};

/** For whom the item is that another is a part of; undefined for one that is no part. */
export const parentAudienceOf = async (trx: Trx, { parent_id: parentId }: { parent_id: string | null }): Promise<Audience | undefined> => {
  if (parentId === null) return undefined;
  const parent = await trx.selectFrom('items').select('audience').where('id', '=', parentId).executeTakeFirst();
  return parent?.audience;
};

/** A part without a price of its own is for whom its parent is; nothing happens to an item without one. */
export const followParent = async (trx: Trx, itemId: string): Promise<void> => {
  const part = await trx
    .selectFrom('items')
    .select('parent_id')
    .where('id', '=', itemId)
    .where('price_amount', 'is', null)
    .executeTakeFirst();
  const audience = part && (await parentAudienceOf(trx, part));
  if (audience) await trx.updateTable('items').set({ audience }).where('id', '=', itemId).execute();
};
