import { sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import type { Listener } from '../../platform/database/listener.ts';
import type { Platform } from '../../platform/platform.ts';
import { type FileHolds, HELD_FILES_CHANNEL, type Holder, holderOf } from '../../platform/storage/held-files.ts';

interface HeldRow extends Holder {
  owner_id: string;
  original_key: string;
  variants: { key: string }[];
}

/**
 * Files of content that a measure keeps out of sight: of items with their parts, of messages with what they sell, of comments and of profiles. A file
 * that another item showed before, and still shows, is left out. Besides, files that look like what was taken down, unless an admin found them different.
 * @param object all objects unless given
 */
const readHeld = async (executor: Executor, object?: Holder): Promise<HeldRow[]> => {
  const { rows } = await sql<HeldRow>`
    with held as (
      select x.object_type as type, x.object_id as id, x.created_at, x.file_id from restrictions x
      where x.state = 'active' and x.measure in ('hidden', 'removed')
        ${object ? sql`and x.object_type = ${object.type} and x.object_id = ${object.id}::uuid` : sql``}
    ), items_of as (
      select h.type, h.id, h.created_at, i.id as item_id from held h join items i on i.id = h.id or i.parent_id = h.id where i.state = 'taken-down'
      union select h.type, h.id, h.created_at, m.item_id from held h join messages m on h.type = 'message' and m.id = h.id where m.item_id is not null
    ), named as (
      select h.type, h.id, r.file_id from items_of h join item_files r on r.item_id = h.item_id
      where not exists (select from item_files o join items i on i.id = o.item_id
        where o.file_id = r.file_id and i.state = 'active' and i.published_at <= h.created_at)
      union select h.type, h.id, unnest(m.file_ids) from held h join messages m on h.type = 'message' and m.id = h.id
      union select h.type, h.id, c.file_id from held h join comments c on h.type = 'comment' and c.id = h.id
      union select h.type, h.id, h.file_id from held h
      union select h.type, h.id, unnest(array[a.avatar_file_id, p.cover_file_id, p.welcome_video_file_id])
        from held h join accounts a on h.type = 'account' and a.id = h.id left join performers p on p.account_id = a.id
      union select 'file', m.file_id, m.file_id from copy_matches m where m.state in ('open', 'copy') and m.file_id is not null
        ${object ? sql`and ${object.type} = 'file' and m.file_id = ${object.id}::uuid` : sql``}
    )
    select n.type, n.id, f.owner_id, f.original_key, f.variants from named n join files f on f.id = n.file_id`.execute(executor);
  return rows;
};

/** The folder of a file's variants: `photos/0198….-1a2b3c4d` in `photos/0198….-1a2b3c4d/640.webp`. */
const folderOf = (key: string): string => key.split('/', 2).join('/');

const nameOf = ({ type, id }: Holder): string => `${type}:${id}`;

/** Keys and folders that are held, by the object for whose sake. */
const createHeldKeys = () => {
  const objects = new Map<string, Map<string, string>>();
  const owners = new Map<string, { ownerId: string; count: number }>();
  const clear = (name: string): void => {
    for (const key of objects.get(name)?.keys() ?? []) {
      const known = owners.get(key)!;
      if (known.count === 1) owners.delete(key);
      else known.count -= 1;
    }
    objects.delete(name);
  };
  const add = (row: HeldRow): void => {
    const name = nameOf(row);
    const keys = objects.get(name) ?? new Map<string, string>();
    objects.set(name, keys);
    for (const key of [row.original_key, ...row.variants.map((variant) => folderOf(variant.key))]) {
      if (keys.has(key)) continue;
      keys.set(key, row.owner_id);
      const known = owners.get(key);
      owners.set(key, { ownerId: row.owner_id, count: (known?.count ?? 0) + 1 });
    }
  };
  return {
    replace(name: string, rows: readonly HeldRow[]): void {
      clear(name);
      for (const row of rows) add(row);
    },
    replaceAll(rows: readonly HeldRow[]): void {
      objects.clear();
      owners.clear();
      for (const row of rows) add(row);
    },
    ownerOf: (key: string): string | undefined => (owners.get(key) ?? owners.get(folderOf(key)))?.ownerId,
  };
};

/**
 * Holds the files of hidden and removed content where they are served: addresses that were handed out before stop opening. The keys are in memory, read
 * at the start; a notification with the measure's commit has each node read those of one object, and a lost connection has it read all.
 */
export const watchHeldFiles = async ({ database }: Pick<Platform, 'database'>, listener: Listener): Promise<FileHolds> => {
  const keys = createHeldKeys();
  /** Serializes reads: an older answer never replaces a newer one. */
  let reads: Promise<void> = Promise.resolve();
  const read = (payload: string | undefined): Promise<void> => {
    const object = payload ? holderOf(payload) : undefined;
    const result = reads.then(async () => {
      const rows = await readHeld(database, object);
      if (object) keys.replace(nameOf(object), rows);
      else keys.replaceAll(rows);
    });
    reads = result.catch(() => {});
    return result;
  };
  listener.listen(HELD_FILES_CHANNEL, read);
  await listener.ready();
  await read(undefined);
  return { ownerOf: keys.ownerOf };
};
