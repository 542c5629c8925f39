import type { ServerEvents } from '@stagedoor/contract/realtime';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/events/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { avatarUrl } from '../accounts/index.ts';
import { givenDetailOf, givenGiftOf } from './given-gift.ts';

/** The payload of `orders.paid`, as the ledger writes it. */
export interface OrderPaid {
  transactionId: string;
  /** Null for a minute of a show. */
  orderId: string | null;
  balance: string | null;
  at: string;
  kind: string;
  buyerId: string;
  sellerId: string | null;
  item: { kind: string; id: string; title: string } | null;
  tokens: string | null;
  net: string | null;
  message: string;
  subscription: { performerId: string; type: string } | null;
  /** The order's. */
  detail: Record<string, unknown>;
}

type PaidEvent = ServerEvents['RECEIVED_PAID_TOKEN_EVENT'];

const EVENT_KINDS: Record<string, PaidEvent['kind']> = {
  tip: 'tip',
  subscription: 'subscription',
  gift: 'gift',
  emoji: 'emoji',
  minute: 'minute',
};

/** Numbers a performer's paid event. The dispatcher is alone, so numbers follow each other without a gap. */
const numberPaidEvent = async (trx: Trx, platform: Platform, performerId: string, paid: OrderPaid): Promise<PaidEvent | undefined> => {
  const fan = await trx
    .selectFrom('accounts')
    .select(['id', 'username', 'name', 'avatar_key'])
    .where('id', '=', paid.buyerId)
    .executeTakeFirst();
  const payload: Omit<PaidEvent, 'sequence'> = {
    transactionId: paid.transactionId,
    kind: EVENT_KINDS[paid.kind] ?? 'purchase',
    tokens: paid.tokens === null ? null : hundredthsToNumber(BigInt(paid.tokens)),
    net: hundredthsToNumber(BigInt(paid.net ?? '0')),
    currency: platform.settings.get('currency'),
    fan: fan ? { _id: fan.id, username: fan.username, name: fan.name, avatar: avatarUrl(platform, fan.avatar_key) } : null,
    message: paid.message,
    item: paid.item,
    gift: givenGiftOf(platform, givenDetailOf(paid.detail)),
    createdAt: new Date(paid.at).toISOString(),
  };
  const { rows } = await sql<{ sequence: number }>`
    insert into paid_events (performer_id, sequence, transaction_id, payload)
    select ${performerId}::uuid, coalesce(max(sequence), 0) + 1, ${paid.transactionId}::uuid, ${JSON.stringify(payload)}::jsonb
    from paid_events where performer_id = ${performerId}::uuid
    on conflict (transaction_id) do nothing
    returning sequence`.execute(trx);
  return rows[0] && { sequence: rows[0].sequence, ...payload };
};

/** Tells performer and buyer what was paid, after it is committed. */
export const registerOrderEvents = (platform: Platform, outbox: Outbox, realtime: Realtime): void => {
  outbox.on('orders.paid', async ({ payload }, trx) => {
    const paid = payload as unknown as OrderPaid;
    const event = paid.sellerId ? await numberPaidEvent(trx, platform, paid.sellerId, paid) : undefined;
    return () => {
      if (event && paid.sellerId) realtime.toAccount(paid.sellerId, 'RECEIVED_PAID_TOKEN_EVENT', event);
      if (paid.balance !== null)
        realtime.toAccount(paid.buyerId, 'wallet/changed', {
          balance: hundredthsToNumber(BigInt(paid.balance)),
          transactionId: paid.transactionId,
        });
      if (paid.orderId !== null) realtime.toAccount(paid.buyerId, 'orders/changed', { orderId: paid.orderId, state: 'paid' });
    };
  });
  outbox.on(
    'orders.closed',
    async ({ payload }) =>
      () =>
        realtime.toAccount(String(payload['buyerId']), 'orders/changed', {
          orderId: String(payload['orderId']),
          state: String(payload['state']),
        }),
  );
};
