import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

/** A file of `apps/server/migrations` or `apps/server/functions`. */
export interface SqlFile {
  name: string;
  sql: string;
  /** SHA-256 of its text, hex. */
  checksum: string;
}

/** A database that this version can't migrate. One sentence for the operator. */
export class MigrationError extends Error {}

/** The SQL files of a folder, by name. */
export const readSqlFiles = async (directory: string): Promise<SqlFile[]> => {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
};

const lineOf = (text: string, position: string | undefined): string =>
  position ? `, line ${text.slice(0, Number(position)).split('\n').length}` : '';

/**
 * Runs files in one transaction.
 * @param title what a file is, for the message
 * @param record called in the transaction, after a file
 * @throws MigrationError naming the file and the line that failed
 */
export const runSqlFiles = async (
  client: pg.Client,
  title: string,
  files: readonly SqlFile[],
  record: (file: SqlFile) => Promise<unknown>,
): Promise<void> => {
  let current: SqlFile | undefined;
  try {
    await client.query('begin');
    // Waiting for a lock behind a long query would block everybody else: fail instead, and let the next start retry.
    await client.query("set local lock_timeout = '15s'");
    for (const file of files) {
      current = file;
      await client.query(file.sql);
      await record(file);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    const { message, position, detail } = error as pg.DatabaseError;
    const place = current ? ` "${current.name}" failed${lineOf(current.sql, position)}` : ' failed';
    throw new MigrationError(`The ${title}${place}: ${message}${detail ? ` (${detail})` : ''}`, { cause: error });
  }
};
