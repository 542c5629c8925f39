import { sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import { readRows } from '../../platform/personal-data.ts';

/** `ledger.earning_days` and `ledger.fan_totals` are sums of transactions that are exported one by one. */
export const WALLET_TABLES = [
  'ledger.accounts',
  'ledger.transactions',
  'ledger.entries',
  'ledger.earning_days',
  'ledger.fan_totals',
  'paid_events',
  'spending_limits',
];

/** Keys, seals, and notes that admins wrote for one another. */
const INTERNAL = ['key', 'seal', 'note'];

/** An account's ledger data, and the limits it set on its spending. */
export const readWalletData = async (executor: Executor, accountId: string) => ({
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
  paid: await readRows(executor, 'ledger.transactions', sql`t.buyer_id = ${accountId}::uuid`, INTERNAL),
  earned: await readRows(executor, 'ledger.transactions', sql`t.seller_id = ${accountId}::uuid`, [...INTERNAL, 'buyer_id']),
  paidEvents: await readRows(executor, 'paid_events', sql`t.performer_id = ${accountId}::uuid`, ['payload']),
  spendingLimits: await readRows(executor, 'spending_limits', sql`t.account_id = ${accountId}::uuid`),
});
