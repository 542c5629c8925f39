import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Encryption } from '../../platform/encryption.ts';
import { SEALED_COLUMNS, type SealedColumn, type SealedRow } from '../sealed-columns.ts';
import { type Finding, failed, ok } from './finding.ts';
import type { DoctorScope } from './scope.ts';

/** Values of each column that are decrypted, the newest and some at random. */
const SAMPLE = 40;

const canDecrypt = (encryption: Encryption, { sealed }: SealedRow, context: string): boolean => {
  try {
    encryption.decrypt(sealed, context);
    return true;
  } catch {
    return false;
  }
};

const checkColumn = async (database: Database, encryption: Encryption, { name, select, contextOf }: SealedColumn) => {
  const { rows } = await sql<SealedRow>`select * from (${select}) s order by random() limit ${sql.lit(SAMPLE)}`.execute(database);
  return { name, read: rows.length, broken: rows.filter((row) => !canDecrypt(encryption, row, contextOf(row))).length };
};

/** Decrypts a sample of every encrypted column. */
export const checkSecrets = async ({ database, encryption }: DoctorScope): Promise<Finding[]> => {
  if (!database || !encryption) return [];
  const results = await Promise.all(SEALED_COLUMNS.map((sealed) => checkColumn(database, encryption, sealed)));
  const broken = results.filter((result) => result.broken > 0);
  if (broken.length === 0) {
    const count = results.reduce((sum, { read }) => sum + read, 0);
    return [ok('secrets', `${count} sampled values of ${results.length} encrypted columns decrypt.`)];
  }
  return broken.map(({ name, read, broken: count }) =>
    failed(
      'secrets',
      `${count} of ${read} sampled values of ${name} don’t decrypt.`,
      'Restore the secrets.json that this database was used with (docs/operations.md).',
    ),
  );
};
