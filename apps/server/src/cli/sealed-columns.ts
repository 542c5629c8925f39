import { type RawBuilder, sql } from 'kysely';
import { gatewayContext } from '../gateways/gateway-settings.ts';
import { ownAccountContext } from '../gateways/own-accounts.ts';
import { twoFactorContext } from '../modules/accounts/index.ts';
import { AGE_PROVIDER_CONTEXT } from '../modules/age/index.ts';
import { hashListContext } from '../modules/copies/index.ts';
import { deliveryAddressContext } from '../modules/orders/index.ts';
import { payoutRequestContext } from '../modules/payouts/index.ts';
import { payoutDetailsContext } from '../modules/performers/index.ts';
import { MEDIA_SERVER_CONTEXT, streamKeyContext } from '../modules/streams/index.ts';
import { sealedFileContext } from '../platform/storage/sealed-storage.ts';

/** An encrypted value, and up to three values that its context is made of. */
export interface SealedRow {
  sealed: Buffer;
  one: string;
  two: string;
  three: string;
}

/** An encrypted column. */
export interface SealedColumn {
  /** Table and column. */
  name: string;
  table: string;
  column: string;
  /** SQL for the sealed value of each row, and up to three values that its purpose is made of. */
  select: RawBuilder<unknown>;
  contextOf(row: SealedRow): string;
}

const column = (
  name: string,
  contextOf: (row: SealedRow) => string,
  [one, two = sql`''`, three = sql`''`]: readonly RawBuilder<unknown>[],
  sealed = 'sealed',
): SealedColumn => ({
  name: `${name}.${sealed}`,
  table: name,
  column: sealed,
  select: sql`select ctid, ${sql.ref(sealed)} as sealed, ${one}::text as one, ${two}::text as two, ${three}::text as three from ${sql.table(name)}
    where ${sql.ref(sealed)} is not null`,
  contextOf,
});

/** Every encrypted column. A test compares them with the schema. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  column('sealed_files', ({ one }) => sealedFileContext(one), [sql`storage_key`], 'identity_sealed'),
  column('two_factor', ({ one }) => twoFactorContext(one), [sql`account_id`], 'secret_sealed'),
  column('payout_details', ({ one, two }) => payoutDetailsContext(one, two), [sql`performer_id`, sql`kind`]),
  column('payout_requests', ({ one }) => payoutRequestContext(one), [sql`id`]),
  column('orders', ({ one }) => deliveryAddressContext(one), [sql`buyer_id`], 'delivery_address'),
  column('stream_keys', ({ one }) => streamKeyContext(one), [sql`performer_id`]),
  column('hash_lists', ({ one }) => hashListContext(one), [sql`id`], 'token_sealed'),
  column('media_servers', () => MEDIA_SERVER_CONTEXT, [sql`id`], 'secrets'),
  column('age_providers', () => AGE_PROVIDER_CONTEXT, [sql`id`], 'secrets'),
  column('gateways', ({ one }) => gatewayContext(one), [sql`name`], 'secrets'),
  column('own_card_accounts', ({ one, two, three }) => ownAccountContext(one, two, three), [sql`gateway`, sql`number`, sql`performer_id`]),
];
