import { isInTimelines } from '@stagedoor/contract/items.values';
import { sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/events/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { announceTotals } from './announce.ts';
import { type Notice, notify } from './notify.ts';
import { noticesOfPaid, noticesOfReversed } from './paid-notices.ts';
import { noticesOfComments, noticesOfMessages, noticesOfReactions } from './said-notices.ts';
import { type Rung, tellListeners } from './tell-listeners.ts';

const DAY_MS = 86_400_000;
/** Decisions on applications that are older are of events about something else. */
const DECIDED_DAYS = 14;

const payloadsOf = <P>(events: readonly { payload: P }[]): P[] => events.map(({ payload }) => payload);

/** Turns committed events into notifications. What is told of each kind says registry.ts. */
export const registerNotificationEvents = (platform: Platform, outbox: Outbox, realtime: Realtime): void => {
  const announce = (told: readonly string[]) => () => announceTotals(platform, realtime, told);
  const tell = async (trx: Trx, notices: readonly Notice[]) => announce(await notify(platform, trx, notices));
  const ring = async (trx: Trx, rung: Rung | undefined) => (rung ? announce(await tellListeners(platform, trx, rung)) : undefined);
  const now = (): Date => platform.clock.now();

  outbox.on('items.published', async ({ payload: { itemId, kind, performerId } }, trx) => {
    if (!isInTimelines(kind)) return undefined;
    const item = await trx
      .selectFrom('items')
      .select('published_at')
      .where('id', '=', itemId)
      .where('state', '=', 'active')
      .executeTakeFirst();
    return ring(trx, item?.published_at ? { kind: 'post', performerId, itemId, at: item.published_at } : undefined);
  });
  outbox.on('streams.changed', async ({ payload: { streamId, performerId, state } }, trx) => {
    if (state !== 'live') return undefined;
    const show = await trx
      .selectFrom('streams')
      .select('started_at')
      .where('id', '=', streamId)
      .where('type', '=', 'public')
      .executeTakeFirst();
    return ring(trx, show?.started_at ? { kind: 'live', performerId, itemId: streamId, at: show.started_at } : undefined);
  });

  outbox.on('streams.requested', async ({ payload: { requestId, performerId, fanId, state } }, trx) => {
    if (state !== 'requested') return undefined;
    const request = { kind: 'request', accountId: performerId, actorId: fanId, group: requestId, payload: {}, at: now() } as const;
    return tell(trx, [{ ...request, fact: `asked:${requestId}` }]);
  });

  outbox.onBatch('objects.reacted', async (events, trx) => tell(trx, await noticesOfReactions(trx, payloadsOf(events))));
  outbox.onBatch('comments.changed', async (events, trx) => tell(trx, await noticesOfComments(trx, payloadsOf(events))));
  outbox.onBatch('messages.sent', async (events, trx) =>
    tell(
      trx,
      await noticesOfMessages(
        trx,
        events.map(({ payload }) => ({ payload, at: now() })),
      ),
    ),
  );
  outbox.onBatch('orders.paid', async (events, trx) => tell(trx, await noticesOfPaid(trx, payloadsOf(events))));
  outbox.on('orders.reversed', async ({ payload }, trx) => tell(trx, await noticesOfReversed(trx, payload)));
  outbox.on('orders.delivery', async ({ payload: { detailId, orderId, buyerId, sellerId, delivery } }, trx) => {
    if (delivery !== 'processing' && delivery !== 'shipped' && delivery !== 'delivered') return undefined;
    const line = await trx.selectFrom('order_lines').select(['title', 'updated_at']).where('id', '=', detailId).executeTakeFirst();
    const fact = `delivery:${detailId}:${delivery}`;
    return tell(trx, [
      {
        kind: 'order',
        accountId: buyerId,
        actorId: sellerId,
        fact,
        group: fact,
        object: { kind: 'order', id: orderId },
        payload: { title: line?.title ?? '', delivery },
        at: line?.updated_at ?? now(),
      },
    ]);
  });

  outbox.on('subscriptions.started', async ({ id, payload: { fanId, performerId } }, trx) =>
    tell(trx, [
      {
        kind: 'subscription',
        accountId: performerId,
        actorId: fanId,
        fact: `started:${id}`,
        group: 'subscription',
        payload: {},
        at: now(),
      },
    ]),
  );
  outbox.on('subscriptions.renewalFailed', async ({ payload: { subscriptionId, fanId, performerId, until } }, trx) => {
    const fact = `failed:${subscriptionId}:${until}`;
    const object = { kind: 'subscription', id: subscriptionId };
    const payload = { tokens: null, until };
    return tell(trx, [{ kind: 'renewal', accountId: fanId, actorId: performerId, fact, group: fact, object, payload, at: now() }]);
  });
  outbox.on('subscriptions.ending', async ({ payload: { subscriptionId, fanId, performerId, until } }, trx) => {
    const fact = `ending:${subscriptionId}:${until}`;
    const object = { kind: 'subscription', id: subscriptionId };
    return tell(trx, [
      { kind: 'expiry', accountId: fanId, actorId: performerId, fact, group: fact, object, payload: { until }, at: now() },
    ]);
  });

  outbox.on('applications.changed', async ({ payload: { performerId } }, trx) => {
    const { rows } = await sql<{ state: 'approved' | 'rejected'; decided_at: Date; instant: string }>`
      select state, decided_at, to_jsonb(decided_at) #>> '{}' as instant from performers where account_id = ${performerId}::uuid and state in ('approved', 'rejected')
        and decided_at > ${new Date(now().getTime() - DECIDED_DAYS * DAY_MS)}`.execute(trx);
    return tell(
      trx,
      rows.map(({ state, decided_at: at, instant }) => {
        const fact = `application:${state}:${instant}`;
        return { kind: 'application', accountId: performerId, fact, group: fact, payload: { state }, at };
      }),
    );
  });
  const secured = (
    id: bigint,
    accountId: string,
    what: 'password' | 'twoFactorOn' | 'twoFactorOff' | 'payoutDetails' | 'email',
  ): Notice => ({
    kind: 'security',
    accountId,
    fact: `secured:${id}`,
    group: `secured:${id}`,
    payload: { what },
    at: now(),
  });
  outbox.on('accounts.secured', async ({ id, payload: { accountId, what } }, trx) => tell(trx, [secured(id, accountId, what)]));
  outbox.on('accounts.emailChanged', async ({ id, payload: { accountId } }, trx) => tell(trx, [secured(id, accountId, 'email')]));
};
