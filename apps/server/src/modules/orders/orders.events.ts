import type { DomainEvents } from '@stagedoor/contract/domain-events';
import type { ServerEvents } from '@stagedoor/contract/realtime';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/events/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { avatarUrl } from '../accounts/index.ts';
import { givenSnapshotOf, givenGiftOf } from './given-gift.ts';

type OrderPaid = DomainEvents['orders.paid'];
type PaidEvent = ServerEvents['RECEIVED_PAID_TOKEN_EVENT'];

const EVENT_KINDS: Record<string, PaidEvent['kind']> = {
  tip: 'tip',
  subscription: 'subscription',
  gift: 'gift',
  emoji: 'emoji',
  minute: 'minute',
};

/** Numbers performers' paid events. There is only one dispatcher, so a performer's numbers have no gaps. */
const numberPaidEvents = async (trx: Trx, platform: Platform, all: readonly OrderPaid[]): Promise<Map<string, PaidEvent>> => {
  const sold = [...new Map(all.filter(({ sellerId }) => sellerId !== null).map((paid) => [paid.transactionId, paid])).values()];
  if (sold.length === 0) return new Map();
  const fans = await trx
    .selectFrom('accounts')
    .select(['id', 'username', 'name', 'avatar_key'])
    .where('id', '=', sql<string>`any(${[...new Set(sold.map(({ buyerId }) => buyerId))]}::uuid[])`)
    .execute();
  const payloadOf = (paid: OrderPaid): Omit<PaidEvent, 'sequence'> => {
    const fan = fans.find(({ id }) => id === paid.buyerId);
    return {
      transactionId: paid.transactionId,
      kind: EVENT_KINDS[paid.kind] ?? 'purchase',
      tokens: paid.tokens === null ? null : hundredthsToNumber(BigInt(paid.tokens)),
      net: hundredthsToNumber(BigInt(paid.net ?? '0')),
      currency: platform.settings.get('currency'),
      fan: fan ? { _id: fan.id, username: fan.username, name: fan.name, avatar: avatarUrl(platform, fan.avatar_key) } : null,
      message: paid.message,
      item: paid.item,
      gift: givenGiftOf(platform, givenSnapshotOf(paid.detail)),
      createdAt: new Date(paid.at).toISOString(),
    };
  };
  const payloads = new Map(sold.map((paid) => [paid.transactionId, payloadOf(paid)]));
  const { rows } = await sql<{ id: string; sequence: number }>`
    insert into paid_events (performer_id, sequence, transaction_id, payload)
    select e.performer_id, coalesce(last.sequence, 0) + row_number() over (partition by e.performer_id order by e.position), e.transaction_id,
      e.payload::jsonb
    from unnest(${sold.map(({ sellerId }) => sellerId)}::uuid[], ${[...payloads.keys()]}::uuid[], ${[...payloads.values()].map((payload) => JSON.stringify(payload))}::text[])
      with ordinality as e (performer_id, transaction_id, payload, position)
    cross join lateral (select max(p.sequence) as sequence from paid_events p where p.performer_id = e.performer_id) last
    where not exists (select from paid_events known where known.transaction_id = e.transaction_id)
    returning transaction_id as id, sequence`.execute(trx);
  return new Map(rows.map(({ id, sequence }) => [id, { sequence, ...payloads.get(id)! }]));
};

/** Notifies performer and buyer of a payment after the commit. */
export const registerOrderEvents = (platform: Platform, outbox: Outbox, realtime: Realtime): void => {
  outbox.onBatch('orders.paid', async (committed, trx) => {
    const all = committed.map(({ payload }) => payload);
    const events = await numberPaidEvents(trx, platform, all);
    return () => {
      for (const { transactionId, orderId, sellerId, buyerId, balance } of all) {
        const event = events.get(transactionId);
        if (event && sellerId) realtime.toAccount(sellerId, 'RECEIVED_PAID_TOKEN_EVENT', event);
        if (balance !== null)
          realtime.toAccount(buyerId, 'wallet/changed', { balance: hundredthsToNumber(BigInt(balance)), transactionId });
        if (orderId !== null) realtime.toAccount(buyerId, 'orders/changed', { orderId, state: 'paid' });
      }
    };
  });
  outbox.on(
    'orders.closed',
    async ({ payload: { buyerId, orderId, state } }) =>
      () =>
        realtime.toAccount(buyerId, 'orders/changed', { orderId, state }),
  );
};
