import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { ManagedPackage, PackageInput } from '@stagedoor/contract/wallet';
import type { Selectable } from 'kysely';
import { type Idempotency, recordAudit, transact } from '../../platform/database/database.ts';
import type { WalletPackages } from '../../platform/database/schema.gen.ts';
import { CodedError } from '../../platform/errors.ts';
import { type ListQuery, pageOfRows } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { PACKAGE_SORTS } from './wallet.queries.ts';

const columnsOf = ({ name, tokens, price, position, active }: PackageInput) => ({
  name,
  tokens_amount: tokens,
  price_amount: price,
  position,
  active,
});

const auditOf = (input: PackageInput) => ({ ...input, tokens: input.tokens.toString(), price: input.price.toString() });

type PackageRow = Selectable<WalletPackages>;

const packageOf = (row: PackageRow): ManagedPackage => ({
  _id: row.id,
  name: row.name,
  tokens: hundredthsToNumber(row.tokens_amount),
  price: hundredthsToNumber(row.price_amount),
  position: row.position,
  active: row.active,
});

/** All packages, on sale or not. */
export const listManagedPackages = async (
  { database }: Platform,
  query: ListQuery<keyof typeof PACKAGE_SORTS>,
): Promise<{ data: ManagedPackage[]; total: number }> => {
  const rows = await database
    .selectFrom('wallet_packages')
    .selectAll()
    .orderBy('position')
    .orderBy('tokens_amount')
    .orderBy('id')
    .execute();
  const { data, total } = pageOfRows(rows, query, PACKAGE_SORTS);
  return { data: data.map(packageOf), total };
};

const getPackage = async ({ database }: Platform, id: string): Promise<ManagedPackage> =>
  packageOf(await database.selectFrom('wallet_packages').selectAll().where('id', '=', id).executeTakeFirstOrThrow());

/** Creates a package of tokens. */
export const createPackage = async (
  platform: Platform,
  adminId: string,
  input: PackageInput,
  idempotency: Idempotency | undefined,
): Promise<ManagedPackage> => {
  const { id } = await transact(platform.database, idempotency, async (trx) => {
    const row = await trx.insertInto('wallet_packages').values(columnsOf(input)).returning('id').executeTakeFirstOrThrow();
    const detail = auditOf(input);
    await recordAudit(trx, { actorId: adminId, action: 'packages.created', objectKind: 'walletPackage', objectId: row.id, detail });
    return row;
  });
  return getPackage(platform, id);
};

/**
 * Updates a package or takes it off sale. Existing orders keep their price.
 * @throws CodedError NOT_FOUND
 */
export const updatePackage = async (
  platform: Platform,
  adminId: string,
  id: string,
  input: PackageInput,
  idempotency: Idempotency | undefined,
): Promise<ManagedPackage> => {
  await transact(platform.database, idempotency, async (trx) => {
    const row = await trx.selectFrom('wallet_packages').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) throw new CodedError('NOT_FOUND');
    await trx
      .updateTable('wallet_packages')
      .set({ ...columnsOf(input), updated_at: platform.clock.now() })
      .where('id', '=', id)
      .execute();
    const from = { name: row.name, tokens: row.tokens_amount.toString(), price: row.price_amount.toString(), active: row.active };
    const detail = { from, to: auditOf(input) };
    await recordAudit(trx, { actorId: adminId, action: 'packages.updated', objectKind: 'walletPackage', objectId: id, detail });
  });
  return getPackage(platform, id);
};
