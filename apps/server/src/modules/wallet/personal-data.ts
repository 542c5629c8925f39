import type { Platform } from '../../platform/platform.ts';
import { WALLET_TABLES, readWalletData } from './personal-data.queries.ts';

/** Statutory retention of accounting records; the longest that is common. */
const BOOKS_YEARS = 10;

/** An account's ledger data, which is only exported: the ledger is append-only. Its spending limits go with the account. */
export const registerWalletData = ({ personalData }: Platform): void =>
  personalData.register({
    module: 'wallet',
    tables: WALLET_TABLES,
    read: async (executor, accountId) => ({ data: await readWalletData(executor, accountId) }),
    async erase(trx, accountId) {
      await trx.deleteFrom('spending_limits').where('account_id', '=', accountId).execute();
    },
    keeps: [{ what: 'personalData.kept.ledger', years: BOOKS_YEARS }],
  });
