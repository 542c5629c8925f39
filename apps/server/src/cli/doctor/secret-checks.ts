import { type RawBuilder, sql } from 'kysely';
import { gatewayContext } from '../../gateways/gateway-settings.ts';
import { ownAccountContext } from '../../gateways/own-accounts.ts';
import { twoFactorContext } from '../../modules/accounts/index.ts';
import { deliveryAddressContext } from '../../modules/orders/index.ts';
import { payoutRequestContext } from '../../modules/payouts/index.ts';
import { payoutDetailsContext } from '../../modules/performers/index.ts';
import { MEDIA_SERVER_CONTEXT, streamKeyContext } from '../../modules/streams/index.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Encryption } from '../../platform/encryption.ts';
import { type Finding, failed, ok } from './finding.ts';
import type { DoctorScope } from './scope.ts';

/** Values of each column that are decrypted, the newest and some at random. */
const SAMPLE = 40;

interface Row {
  sealed: Buffer;
  one: string;
  two: string;
  three: string;
}

interface SealedColumn {
  /** Table and column. */
  name: string;
  /** SQL for the sealed value of each row, and up to three values that its purpose is made of. */
  select: RawBuilder<unknown>;
  contextOf(row: Row): string;
}

const column = (
  name: string,
  contextOf: (row: Row) => string,
  [one, two = sql`''`, three = sql`''`]: readonly RawBuilder<unknown>[],
  sealed = 'sealed',
): SealedColumn => ({
  name: `${name}.${sealed}`,
  select: sql`select ${sql.ref(sealed)} as sealed, ${one}::text as one, ${two}::text as two, ${three}::text as three from ${sql.table(name)}
    where ${sql.ref(sealed)} is not null`,
  contextOf,
});

/** Every encrypted column. A test compares them with the schema. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  column('two_factor', ({ one }) => twoFactorContext(one), [sql`account_id`], 'secret_sealed'),
  column('payout_details', ({ one, two }) => payoutDetailsContext(one, two), [sql`performer_id`, sql`kind`]),
  column('payout_requests', ({ one }) => payoutRequestContext(one), [sql`id`]),
  column('orders', ({ one }) => deliveryAddressContext(one), [sql`buyer_id`], 'delivery_address'),
  column('stream_keys', ({ one }) => streamKeyContext(one), [sql`performer_id`]),
  column('media_servers', () => MEDIA_SERVER_CONTEXT, [sql`id`], 'secrets'),
  column('gateways', ({ one }) => gatewayContext(one), [sql`name`], 'secrets'),
  column('own_card_accounts', ({ one, two, three }) => ownAccountContext(one, two, three), [sql`gateway`, sql`number`, sql`performer_id`]),
];

const canDecrypt = (encryption: Encryption, { sealed }: Row, context: string): boolean => {
  try {
    encryption.decrypt(sealed, context);
    return true;
  } catch {
    return false;
  }
};

const checkColumn = async (database: Database, encryption: Encryption, { name, select, contextOf }: SealedColumn) => {
  const { rows } = await sql<Row>`select * from (${select}) s order by random() limit ${sql.lit(SAMPLE)}`.execute(database);
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
