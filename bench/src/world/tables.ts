import type pg from 'pg';

/** Functions that the world is made with. Everything drawn is a hash of a number, so that each making draws the same. */
export const makeFunctions = async (sql: pg.Pool): Promise<void> => {
  await sql.query(`
    create or replace function bench_draw(p_number bigint, p_salt bigint, p_below bigint) returns int language sql immutable parallel safe as
      $$ select ((hashint8extended(p_number, p_salt) & 9223372036854775807) % p_below)::int $$;
    create or replace function bench_id_at(p_word text, p_at timestamptz) returns uuid language sql stable parallel safe as
      $$ select overlay(overlay(overlay(md5(p_word) placing lpad(to_hex((extract(epoch from p_at) * 1000)::bigint), 12, '0') from 1)
        placing '7' from 13) placing '8' from 17)::uuid $$`);
};

/** Drops the indexes of tables that no constraint needs, and makes them again after `write`: a fraction of the time of keeping them. */
export const withoutIndexes = async (sql: pg.Pool, tables: readonly string[], write: () => Promise<void>): Promise<void> => {
  const { rows } = await sql.query<{ name: string; definition: string }>(
    `select x.indexrelid::regclass::text as name, pg_get_indexdef(x.indexrelid) as definition from pg_index x
     where x.indrelid = any($1::text[]::regclass[]) and not exists (select from pg_constraint c where c.conindid = x.indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await sql.query(`drop index ${name}`);
  await write();
  for (const { definition } of rows) await sql.query(definition);
};

/** Writes rows that are consistent by themselves without looking up each reference. */
export const withoutTriggers = async (sql: pg.Pool, write: () => Promise<void>): Promise<void> => {
  await sql.query(`set session_replication_role = 'replica'`);
  await write();
  await sql.query(`set session_replication_role = 'origin'`);
};

/** Makes the words that searches read unwritten, as on a site that has just been upgraded from a release without them. */
export const makeSearchOld = async (sql: pg.Pool): Promise<void> => {
  await sql.query('truncate item_search, message_search, account_search, search_frequencies');
  await sql.query(`update search_indexes set reads = '', written = '', filled_to = null`);
};
