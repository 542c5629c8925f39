import type pg from 'pg';
import { type SqlFile, runSqlFiles } from './sql-files.ts';

/** Prepares the record of what was applied. */
export const createFunctionsTable = async (client: pg.Client): Promise<void> => {
  await client.query(`create table if not exists schema_functions (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`);
};

/** Has the functions replaced by the next `applyFunctions`: a migration may have changed one. In the migration's transaction. */
export const outdateFunctions = (client: pg.Client): Promise<unknown> => client.query('delete from schema_functions');

/**
 * Replaces the database's functions by those of the files, in one transaction, when a file changed since it was applied. A file can be run
 * any number of times; it drops a function first whose signature it changes. Functions of a removed file stay until a migration drops them.
 * @throws MigrationError for a file that fails
 */
export const applyFunctions = async (client: pg.Client, files: readonly SqlFile[]): Promise<void> => {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_functions');
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  if (files.length === applied.size && files.every(({ name, checksum }) => applied.get(name) === checksum)) return;
  await runSqlFiles(client, 'file of functions', files, ({ name, checksum }) =>
    client.query(
      `insert into schema_functions (name, checksum) values ($1, $2)
      on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
      [name, checksum],
    ),
  );
  await client.query('delete from schema_functions where name <> all($1)', [files.map(({ name }) => name)]);
};
