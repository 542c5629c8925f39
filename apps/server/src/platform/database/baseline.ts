import { createHash } from 'node:crypto';
import type pg from 'pg';
import { MigrationError, type SqlFile } from './sql-files.ts';

/** The migration that creates the schema of version 0.1 (decision 0084). */
const BASELINE = '0088-baseline.sql';

/** SHA-256 of the 78 migrations that the baseline replaced: a line with the name and checksum of each, by name. */
const DIGEST_OF_REPLACED = '77b9c836786790adc435ccb986250e409f3c2eb126bdf33821f2c6ead9d53be1';

const numberOf = (name: string): string => name.slice(0, BASELINE.indexOf('-'));

/** Names and checksums of applied migrations. */
export type Applied = ReadonlyMap<string, string>;

export interface TakenOver {
  /** The applied migrations, with the baseline in place of the ones it replaced. */
  applied: Applied;
  /** The rows of `schema_migrations` that the baseline's row is to replace; empty when nothing is to be done. */
  replaced: string[];
}

/**
 * Counts the migrations that the baseline replaced as the baseline: they made the same schema.
 * @throws MigrationError when the database has only some of them, or others
 */
export const countAsBaseline = (migrations: readonly SqlFile[], applied: Applied): TakenOver => {
  const baseline = migrations.find(({ name }) => name === BASELINE);
  const replaced = [...applied.keys()].filter((name) => name !== BASELINE && numberOf(name) <= numberOf(BASELINE)).sort();
  if (!baseline || replaced.length === 0) return { applied, replaced: [] };
  const hash = createHash('sha256');
  for (const name of replaced) hash.update(`${name} ${applied.get(name)!}\n`);
  if (applied.has(BASELINE) || hash.digest('hex') !== DIGEST_OF_REPLACED) {
    throw new MigrationError(
      'The database is not at the last version before 0.1.0. Start that version once, which brings the database up to date, ' +
        'and then this one (docs/operations.md).',
    );
  }
  const later = [...applied].filter(([name]) => !replaced.includes(name));
  return { applied: new Map([[BASELINE, baseline.checksum], ...later]), replaced };
};

/** Replaces the rows of the replaced migrations by the baseline's. Changes nothing else. */
export const takeOver = async (client: pg.Client, { applied, replaced }: TakenOver): Promise<void> => {
  if (replaced.length === 0) return;
  await client.query('begin');
  try {
    await client.query('delete from schema_migrations where name = any($1)', [replaced]);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [BASELINE, applied.get(BASELINE)!]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
};
