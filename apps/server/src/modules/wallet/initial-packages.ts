import { sql } from 'kysely';
import { doOnce } from '../../platform/database/once.ts';
import type { Platform } from '../../platform/platform.ts';

/** Hundredths of a token, hundredths of the currency. */
const PACKAGES = [
  { name: 'Prelude', tokens_amount: 1000n, price_amount: 1000n },
  { name: 'Matinee', tokens_amount: 2500n, price_amount: 2450n },
  { name: 'Evening', tokens_amount: 5000n, price_amount: 4750n },
  { name: 'Gala', tokens_amount: 10_000n, price_amount: 9000n },
];

/** Creates a new site's wallet packages, once; later changes by admins stay. */
export const createInitialPackages = ({ database }: Pick<Platform, 'database'>): Promise<boolean> =>
  doOnce(database, 'wallet.packagesMade', async (trx) => {
    const known = await trx.selectFrom('wallet_packages').select('id').limit(sql.lit(1)).executeTakeFirst();
    if (!known)
      await trx
        .insertInto('wallet_packages')
        .values(PACKAGES.map((values, position) => ({ ...values, position })))
        .execute();
    return { packages: known ? 0 : PACKAGES.length };
  });
