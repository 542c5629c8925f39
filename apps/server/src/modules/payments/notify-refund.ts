import type { OrderKind } from '@stagedoor/contract/payments.values';
import { sql } from 'kysely';
import type { Reversed } from '../../ledger/index.ts';
import type { Trx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { enqueueMail } from '../accounts/index.ts';

/** Enqueues a mail to the buyer about what is refunded and how, in the refund's transaction; one mail per cart. */
export const notifyRefund = async (platform: Platform, trx: Trx, reversed: Reversed): Promise<void> => {
  const own = reversed.reversals.filter(({ orderId }) => orderId === reversed.orderId);
  const transactionIds = own.map(({ reversesId }) => reversesId);
  const { rows } = await sql<{ kind: OrderKind; title: string }>`
    select o.kind, coalesce(nullif(string_agg(d.title, ', ' order by d.line), ''), nullif(o.item_title, ''), s.name, '') as title
    from orders o left join accounts s on s.id = o.seller_id
    left join order_lines d on d.order_id = o.id and d.transaction_id = any(${transactionIds}::uuid[])
    where o.id = ${reversed.orderId}::uuid group by o.id, s.id`.execute(trx);
  const { kind, title } = rows[0]!;
  const tokens = own.reduce((sum, reversal) => sum + (reversal.tokens ?? 0n), 0n);
  const money = own.reduce((sum, { gross }) => sum + gross, 0n);
  await enqueueMail(platform, trx, {
    kind: 'orderRefunded',
    accountId: reversed.buyerId,
    values: {
      order: kind,
      title,
      tokens: tokens.toString(),
      money: money.toString(),
      currency: reversed.currency,
      to: reversed.method,
      closed: own.some(({ revoked, subscription }) => revoked > 0 || subscription !== null),
    },
  });
};
