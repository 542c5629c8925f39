import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** Statutory retention of accounting records; the longest that is common. */
const BOOKS_YEARS = 10;

/** An account's ledger data. Only exported, never erased: the ledger is append-only. */
export const registerWalletData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'wallet',
    // `ledger.earning_days` and `ledger.fan_totals` are sums of transactions that are exported one by one.
    tables: ['ledger.accounts', 'ledger.transactions', 'ledger.entries', 'ledger.earning_days', 'ledger.fan_totals', 'paid_events'],
    async read(executor, accountId) {
      return {
        data: {
          accounts: await readRows(executor, 'ledger.accounts', sql`t.owner_id = ${accountId}::uuid`, [
            'linked_from',
            'closed_balance',
            'closed_entries',
          ]),
          movements: await readRows(
            executor,
            'ledger.entries',
            sql`t.account_id in (select id from ledger.accounts where owner_id = ${accountId}::uuid)`,
          ),
          paid: await readRows(executor, 'ledger.transactions', sql`t.buyer_id = ${accountId}::uuid`, ['key', 'seal']),
          earned: await readRows(executor, 'ledger.transactions', sql`t.seller_id = ${accountId}::uuid`, ['key', 'seal', 'buyer_id']),
          paidEvents: await readRows(executor, 'paid_events', sql`t.performer_id = ${accountId}::uuid`, ['payload']),
        },
      };
    },
    keeps: [{ what: 'personalData.kept.ledger', years: BOOKS_YEARS }],
  });
