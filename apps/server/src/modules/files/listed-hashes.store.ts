import { sql } from 'kysely';
import { type Executor, type Trx } from '../../platform/database/database.ts';
import { lockBlockedHashes } from './blocked-files.ts';

/** An entry of an outside list. */
export interface ListedHash {
  type: 'pdq' | 'sha256' | 'md5';
  /** Lower case, hexadecimal. */
  hash: string;
  reason: string;
}

const keysOf = (entries: readonly Pick<ListedHash, 'type' | 'hash'>[]) => sql`
  unnest(${entries.map(({ type }) => type)}::text[], ${entries.map(({ hash }) => hash)}::text[])`;

/** Adds entries of a list; those it has already stay. */
export const writeListed = async (trx: Trx, listId: string, entries: readonly ListedHash[], at: Date): Promise<void> => {
  await lockBlockedHashes(trx);
  await sql`
    insert into blocked_hashes (object_kind, object_id, list_id, type, hash, reason, created_at)
    select 'list', ${listId}::uuid, ${listId}::uuid, e.type, decode(e.hash, 'hex'), e.reason, ${at}::timestamptz
    from unnest(${entries.map(({ type }) => type)}::text[], ${entries.map(({ hash }) => hash)}::text[],
      ${entries.map(({ reason }) => reason)}::text[]) as e(type, hash, reason)
    on conflict (list_id, type, hash) where list_id is not null do nothing`.execute(trx);
};

/** Removes entries of a list. @returns how many it had */
export const removeListed = async (trx: Trx, listId: string, entries: readonly Pick<ListedHash, 'type' | 'hash'>[]): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from blocked_hashes b using ${keysOf(entries)} as e(type, hash)
    where b.list_id = ${listId}::uuid and b.type = e.type and b.hash = decode(e.hash, 'hex')`.execute(trx);
  return Number(numAffectedRows ?? 0n);
};

/** Removes the entries of a list that it no longer has. @returns how many */
export const keepListed = async (trx: Trx, listId: string, entries: readonly ListedHash[]): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from blocked_hashes b where b.list_id = ${listId}::uuid and not exists (
      select from ${keysOf(entries)} as e(type, hash) where b.type = e.type and b.hash = decode(e.hash, 'hex'))`.execute(trx);
  return Number(numAffectedRows ?? 0n);
};

/** Ends the waiting of files for the sake of a list. @returns their ids: they are to be compared again */
export const forgetListMatches = async (trx: Trx, listId: string): Promise<string[]> => {
  const rows = await trx
    .deleteFrom('copy_matches')
    .where('list_id', '=', listId)
    .where('state', '=', 'open')
    .returning('file_id')
    .execute();
  return rows.flatMap(({ file_id: id }) => id ?? []);
};

export const countListed = async (executor: Executor, listId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from blocked_hashes where list_id = ${listId}::uuid`.execute(executor);
  return rows[0]!.count;
};
