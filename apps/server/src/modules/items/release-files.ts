import { sql } from 'kysely';
import { type Trx, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';

const BATCH = 50;
/** A deletion may be taken back for a moment, and a sale under way is committed before. */
const SETTLED_MS = 3_600_000;

/** Over `items i`: nobody has it, had it or ordered it, by itself or with its parent, and no report about it is open. */
const isNobodys = sql<boolean>`(
  not exists (select from entitlements e where e.item_id in (i.id, i.parent_id))
  and not exists (select from order_lines l where l.product_id = i.id)
  and not exists (select from orders o where o.item_id in (i.id, i.parent_id))
  and not exists (select from reports r where r.item_id in (i.id, i.parent_id) and r.state = 'open')
  and not exists (select from restrictions x where x.object_id in (i.id, i.parent_id) and x.appeal_state = 'open'))`;

const releaseBatch = async (trx: Trx, settled: Date): Promise<number> => {
  const { rows } = await sql<{ id: string }>`
    select i.id from items i
    where i.state = 'deleted' and i.kind <> 'stream' and i.updated_at < ${settled} and ${isNobodys}
      and exists (select from item_files r where r.item_id = i.id)
    order by i.id limit ${sql.lit(BATCH)} for update of i skip locked`.execute(trx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await sql`delete from item_files where item_id = any(${ids}::uuid[])`.execute(trx);
  await sql`
    update item_contents set media = '[]', preview = null, teaser = null, teaser_cut = false where item_id = any(${ids}::uuid[])`.execute(
    trx,
  );
  return ids.length;
};

/**
 * Lets go of the files of items that were deleted and that nobody bought: the sweep of files removes those that nothing else uses, and the media library
 * keeps its own. @returns of how many items
 */
export const releaseFiles = async (platform: Pick<Platform, 'background' | 'clock'>, signal?: AbortSignal): Promise<number> => {
  const settled = new Date(platform.clock.now().getTime() - SETTLED_MS);
  for (let count = 0; ; ) {
    signal?.throwIfAborted();
    const released = await transact(platform.background, undefined, (trx) => releaseBatch(trx, settled));
    count += released;
    if (released < BATCH) return count;
  }
};
