import { sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';
import { acceptCopies, blockFiles, unblockFiles } from '../files/index.ts';
import { type RestrictedObject, type RestrictionRow, restrictedObject } from '../restrictions/index.ts';
import { isProfilePart } from './measures.ts';

// Files of items are blocked where the item is taken down, with those of its parts. Here are those of everything else that is removed.

/** Files of a message, also those that it sells; of a comment; of an item; or the picture or film that a measure holds. */
const filesOf = async (trx: Trx, { type, id }: RestrictedObject): Promise<string[]> => {
  const query =
    type === 'message'
      ? sql<{ id: string }>`
          select unnest(m.file_ids) as id from messages m where m.id = ${id}::uuid
          union select r.file_id from messages m join item_files r on r.item_id = m.item_id where m.id = ${id}::uuid`
      : type === 'comment'
        ? sql<{ id: string }>`select c.file_id as id from comments c where c.id = ${id}::uuid and c.file_id is not null`
        : isProfilePart(type)
          ? sql<{ id: string }>`
              select x.file_id as id from restrictions x
              where x.object_type = ${type} and x.object_id = ${id}::uuid and x.state = 'active' and x.file_id is not null`
          : sql<{ id: string }>`select r.file_id as id from item_files r where r.item_id = ${id}::uuid`;
  return (await query.execute(trx)).rows.map((row) => row.id);
};

const hasOwnFiles = (type: string): boolean => type === 'message' || type === 'comment' || isProfilePart(type);

/**
 * Refuses the files of a removed message, comment, avatar, cover or welcome video from now on, and finds copies of them. They are blocked for the sake
 * of the measure, since an account may lose more than one picture. Repeatable.
 */
export const blockContents = async (trx: Trx, row: RestrictionRow, at: Date): Promise<void> => {
  const object = restrictedObject(row.object_type, row.object_id);
  if (!hasOwnFiles(object.type)) return;
  const fileIds = await filesOf(trx, object);
  if (fileIds.length > 0) await blockFiles(trx, fileIds, { objectKind: object.type, objectId: row.id, reason: row.reason }, at);
};

/** Accepts them again, once they are given back. Those that an admin took for copies are different after all. */
export const unblockContents = async (trx: Trx, row: RestrictionRow, adminId: string, at: Date): Promise<void> => {
  if (row.source === 'copy') await acceptCopies(trx, await filesOf(trx, restrictedObject(row.object_type, row.object_id)), adminId, at);
  if (hasOwnFiles(row.object_type)) await unblockFiles(trx, { objectKind: row.object_type, objectId: row.id });
};
