import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** Pages and cancellations at the card companies, and tries to pay by card: the account's own, without what is written to find thieves. */
export const registerPaymentData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'payments',
    // Own accounts stay with their sales: the company may still report chargebacks of them, and fans still cancel there.
    tables: ['payment_pages', 'gateway_cancellations', 'card_attempts', 'card_pauses', 'own_card_accounts'],
    async read(executor, accountId) {
      return {
        data: {
          cardPages: await readRows(
            executor,
            'payment_pages',
            sql`t.order_id in (select id from orders where buyer_id = ${accountId}::uuid)`,
            ['url', 'handle', 'request'],
          ),
          cardCancellations: await readRows(
            executor,
            'gateway_cancellations',
            sql`t.order_id in (select id from orders where buyer_id = ${accountId}::uuid)`,
          ),
          cardAttempts: await readRows(executor, 'card_attempts', sql`t.account_id = ${accountId}::uuid`, ['card_mark']),
          ownCardAccounts: await readRows(executor, 'own_card_accounts', sql`t.performer_id = ${accountId}::uuid`, ['sealed']),
          cardPauses: await readRows(executor, 'card_pauses', sql`t.account_id = ${accountId}::uuid`, ['lifted_by']),
        },
      };
    },
    async erase(trx, accountId) {
      await trx.deleteFrom('card_attempts').where('account_id', '=', accountId).execute();
      await trx.deleteFrom('card_pauses').where('account_id', '=', accountId).execute();
      await sql`update card_pauses set lifted_by = null where lifted_by = ${accountId}::uuid`.execute(trx);
    },
  });
