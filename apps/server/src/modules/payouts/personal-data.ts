import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** Statutory retention of accounting records. */
const BOOKS_YEARS = 10;

export const registerPayoutData = ({ personalData }: Platform): void =>
  personalData.register({
    module: 'payouts',
    tables: ['payout_requests', 'payout_batches', 'payout_statements', 'monthly_statements'],
    async read(executor, accountId) {
      return {
        data: {
          payouts: await readRows(executor, 'payout_requests', sql`t.performer_id = ${accountId}::uuid`, ['batch_id', 'revision']),
          statements: await readRows(
            executor,
            'payout_statements',
            sql`t.payout_id in (select r.id from payout_requests r where r.performer_id = ${accountId}::uuid)`,
          ),
          monthly: await readRows(executor, 'monthly_statements', sql`t.performer_id = ${accountId}::uuid`),
          // Of admins: what they gathered.
          batches: await readRows(executor, 'payout_batches', sql`t.created_by = ${accountId}::uuid`),
        },
      };
    },
    /** The payout details of what is still on its way are needed to pay it; they go when that is over (decide-payout.ts). */
    async erase(trx, accountId) {
      await trx.updateTable('payout_requests').set({ note: '' }).where('performer_id', '=', accountId).execute();
      await trx
        .updateTable('payout_requests')
        .set({ sealed: null })
        .where('performer_id', '=', accountId)
        .where('state', 'not in', ['pending', 'approved'])
        .execute();
    },
    keeps: [{ what: 'personalData.kept.payouts', years: BOOKS_YEARS, of: 'performer' }],
  });
