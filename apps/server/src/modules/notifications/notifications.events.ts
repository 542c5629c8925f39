import { ADMIN_ROLES, mayAdmin } from '@stagedoor/contract/admin-roles';
import type { DomainEvents } from '@stagedoor/contract/domain-events';
import { isInTimelines } from '@stagedoor/contract/items.values';
import { PAYOUT_STATES } from '@stagedoor/contract/payouts.values';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/events/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { announceTotals, registerTotals } from './announce.ts';
import { noticesOfMentions } from './mentions.ts';
import { type Notice, notify } from './notify.ts';
import type { Payloads } from './payloads.ts';
import { noticesOfPaid, noticesOfReinstated, noticesOfReversed } from './paid-notices.ts';
import { noticesOfComments, noticesOfMessages, noticesOfReactions } from './said-notices.ts';
import { type Rung, tellListeners } from './tell-listeners.ts';
import { factsOf, reconsider } from './withdrawals.ts';

const DAY_MS = 86_400_000;
/** Decisions on applications that are older are of events about something else. */
const DECIDED_DAYS = 14;

const payloadsOf = <P>(events: readonly { payload: P }[]): P[] => events.map(({ payload }) => payload);

type Step = Payloads['order']['delivery'];

/** Whom a step of an order's delivery is told, and as what: the side that took it knows. */
const stepsToTell = ({ delivery, by }: DomainEvents['orders.delivery']): { delivery: Step; isSale: boolean }[] => {
  const buyer = (step: Step) => [{ delivery: step, isSale: false }];
  const seller = (step: Step) => [{ delivery: step, isSale: true }];
  switch (delivery) {
    case 'processing':
    case 'shipped':
      return buyer(delivery);
    case 'delivered':
      return by === 'site' ? [...buyer(delivery), ...seller(delivery)] : buyer(delivery);
    case 'cancelled':
      return by === 'buyer' ? seller('cancelled') : buyer('declined');
    case 'expired':
      return seller('expired');
    case 'confirmed':
    case 'complained':
      return seller(delivery);
    case 'complaintUpheld':
    case 'complaintRejected':
      return [...buyer(delivery), ...seller(delivery)];
    default:
      return [];
  }
};

/** How events become notices: each is written with its event, and announced when that is committed. */
interface Telling {
  outbox: Outbox;
  tell(trx: Trx, notices: readonly Notice[]): Promise<() => void>;
  /** Withdraws facts that hold no longer, and brings back those that hold again. */
  reconsider(trx: Trx, which: RawBuilder<boolean>): Promise<() => void>;
  /** Tells those who listen to a performer. */
  ring(trx: Trx, rung: Rung | undefined): Promise<(() => void) | undefined>;
  now(): Date;
}

/** Posts and shows that those who listen to a performer wait for. */
const tellListening = ({ outbox, ring }: Telling): void => {
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
};

/** Planned shows, reviews, and requests for private shows. */
const tellPerformers = ({ outbox, tell, reconsider: again, now }: Telling): void => {
  outbox.on('schedule.told', async ({ payload: { plannedId, what, startsAt } }, trx) => {
    const { rows } = await sql<{ account_id: string; performer_id: string; title: string }>`
      select r.account_id, p.performer_id, p.title from show_reminders r join planned_shows p on p.id = r.planned_show_id
      where p.id = ${plannedId}::uuid order by r.account_id`.execute(trx);
    // Once for each time that was set: early or in time it has begun once.
    const fact = `planned:${plannedId}:${what === 'begun' ? 'soon' : what}:${new Date(startsAt).toISOString()}`;
    return tell(
      trx,
      rows.map(({ account_id: accountId, performer_id: performerId, title }): Notice => {
        const payload: Payloads['reminder'] = { what, title };
        return { kind: 'reminder', accountId, actorId: performerId, performerId, fact, group: fact, payload, at: now() };
      }),
    );
  });

  outbox.on('items.reviewed', async ({ payload: { itemId, performerId, decision, version } }, trx) => {
    const { rows } = await sql<{ title: string }>`
      select coalesce(nullif(c.title, ''), i.title) as title from items i join item_contents c on c.item_id = i.id
      where i.id = ${itemId}::uuid`.execute(trx);
    return tell(
      trx,
      rows.map(({ title }): Notice => {
        const fact = `review:${itemId}:${version}`;
        const payload: Payloads['review'] = { decision, title };
        return { kind: 'review', accountId: performerId, itemId, fact, group: fact, payload, at: now() };
      }),
    );
  });

  outbox.on('streams.stopped', async ({ payload: { streamId, performerId, reason } }, trx) => {
    const fact = `stopped:${streamId}`;
    return tell(trx, [{ kind: 'stopped', accountId: performerId, fact, group: fact, payload: { reason }, at: now() }]);
  });

  outbox.on('streams.requested', async ({ payload: { requestId, performerId, fanId, state } }, trx) => {
    if (state !== 'requested') return again(trx, factsOf.subjects([requestId]));
    const request = { kind: 'request', accountId: performerId, actorId: fanId, subjectId: requestId, payload: {}, at: now() } as const;
    return tell(trx, [{ ...request, group: requestId, fact: `asked:${requestId}` }]);
  });
};

const both = (one: () => void, other: () => void) => (): void => {
  one();
  other();
};

/** Reactions, comments and messages. */
const tellSaid = (platform: Platform, { outbox, tell, reconsider: again, now }: Telling): void => {
  outbox.onBatch('objects.reacted', async (events, trx) => {
    const reacted = payloadsOf(events);
    const told = await tell(trx, await noticesOfReactions(trx, reacted));
    const deeds = reacted.flatMap(({ action, accountId, objectId }) =>
      action === 'like' && accountId !== undefined ? [{ subjectId: objectId, actorId: accountId }] : [],
    );
    return deeds.length === 0 ? told : both(told, await again(trx, factsOf.deeds(deeds)));
  });
  outbox.onBatch('comments.changed', async (events, trx) => {
    const comments = payloadsOf(events);
    // The addressees of a comment aren't told that it mentions them.
    const told = await tell(trx, [...(await noticesOfComments(trx, comments)), ...(await noticesOfMentions(platform, trx, comments))]);
    const touched = comments.flatMap(({ touchedId }) => touchedId ?? []);
    return touched.length === 0 ? told : both(told, await again(trx, factsOf.comments(touched)));
  });
  for (const event of ['messages.withdrawn', 'messages.restored'] as const)
    outbox.onBatch(event, (events, trx) => again(trx, factsOf.subjects(payloadsOf(events).map(({ messageId }) => messageId))));
  outbox.onBatch('messages.sent', async (events, trx) =>
    tell(
      trx,
      await noticesOfMessages(
        trx,
        events.map(({ payload }) => ({ payload, at: now() })),
      ),
    ),
  );
};

/** Purchases and the delivery of products. */
const tellOrders = ({ outbox, tell, now }: Telling): void => {
  outbox.onBatch('orders.paid', async (events, trx) => tell(trx, await noticesOfPaid(trx, payloadsOf(events))));
  outbox.on('orders.reversed', async ({ payload }, trx) => tell(trx, await noticesOfReversed(trx, payload)));
  outbox.on('orders.reinstated', async ({ payload }, trx) => tell(trx, await noticesOfReinstated(trx, payload)));
  outbox.on('orders.delivery', async ({ payload }, trx) => {
    const told = stepsToTell(payload);
    if (told.length === 0) return undefined;
    const { detailId: orderLineId, orderId, buyerId, sellerId } = payload;
    const line = await trx.selectFrom('order_lines').select(['title', 'updated_at']).where('id', '=', orderLineId).executeTakeFirst();
    return tell(
      trx,
      told.map(({ delivery, isSale }) => {
        const fact = `delivery:${orderLineId}:${delivery}${isSale ? ':sale' : ''}`;
        return {
          kind: 'order',
          accountId: isSale ? sellerId : buyerId,
          actorId: isSale ? buyerId : sellerId,
          fact,
          group: fact,
          object: { kind: 'order', id: orderId },
          payload: { title: line?.title ?? '', delivery, ...(isSale ? { isSale } : {}) },
          at: line?.updated_at ?? now(),
        };
      }),
    );
  });
};

type Heard = Payloads['report']['what'];

/** Decisions on reports and on complaints about them, told to who reported. */
const tellReporters = ({ outbox, tell }: Telling): void => {
  const heard = async (trx: Trx, reportId: string, readers: readonly string[], what: Heard) => {
    const report = await trx
      .selectFrom('reports')
      .select(['reference', 'title', 'updated_at'])
      .where('id', '=', reportId)
      .executeTakeFirst();
    if (!report) return undefined;
    const fact = `report:${reportId}:${what}`;
    const payload = { reference: report.reference, title: report.title, what };
    return tell(
      trx,
      readers.map((accountId) => ({ kind: 'report', accountId, fact, group: fact, payload, at: report.updated_at })),
    );
  };
  outbox.on('reports.decided', ({ payload: { reportId, reporterIds, state } }, trx) =>
    heard(trx, reportId, reporterIds, state === 'upheld' ? 'heardUpheld' : 'heardRejected'),
  );
  outbox.on('reports.complained', ({ payload: { reportId, reporterId, state } }, trx) =>
    heard(trx, reportId, [reporterId], state === 'upheld' ? 'complaintUpheld' : 'complaintRejected'),
  );
};

/** Measures that a notification of their own tells: a review that was refused, a show that was stopped; or that nobody can read. */
const TOLD_ELSEWHERE = ['refused', 'showStopped', 'suspended'];

/** Measures against what somebody published, told to that account. Never with an actor: nobody learns who reported. */
const tellRestricted = ({ outbox, tell }: Telling): void =>
  outbox.on('restrictions.changed', async ({ id, payload: { restrictionId, accountId, what } }, trx) => {
    const row = await trx
      .selectFrom('restrictions')
      .select(['reference', 'title', 'measure', 'updated_at'])
      .where('id', '=', restrictionId)
      .executeTakeFirst();
    const isAppeal = what === 'appealUpheld' || what === 'appealRejected';
    if (!row || (TOLD_ELSEWHERE.includes(row.measure) && !isAppeal)) return undefined;
    const told: Heard = what === 'made' ? (row.measure === 'hidden' ? 'hidden' : 'upheld') : what;
    const fact = `restriction:${restrictionId}:${id}`;
    const payload = { reference: row.reference, title: row.title, what: told };
    return tell(trx, [{ kind: 'report', accountId, fact, group: fact, payload, at: row.updated_at }]);
  });

/** Alerts to the admins who moderate. */
const tellModerators = ({ outbox, tell, now }: Telling): void =>
  outbox.on('moderation.alerted', async ({ payload: { key, ...payload } }, trx) => {
    const admins = await trx
      .selectFrom('accounts')
      .select('id')
      .where('role', '=', 'admin')
      .where('status', '=', 'active')
      .where(
        'admin_role',
        'in',
        ADMIN_ROLES.filter((role) => mayAdmin(role, 'content')),
      )
      .orderBy('id')
      .execute();
    const fact = `moderation:${key}`;
    return tell(
      trx,
      admins.map(({ id: accountId }) => ({ kind: 'moderation', accountId, fact, group: fact, payload, at: now() })),
    );
  });

const tellSubscriptions = ({ outbox, tell, now }: Telling): void => {
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
};

/** Payouts, applications, and changes of what keeps an account safe. */
const tellAccounts = ({ outbox, tell, now }: Telling): void => {
  outbox.on('payouts.changed', async ({ payload: { payoutId, performerId, state: told, at } }, trx) => {
    // Each step once: a request that its performer changes is the same fact. Cancelling it is told too, in case somebody else did.
    const state = PAYOUT_STATES.find((known) => known === told);
    if (!state) return undefined;
    const { rows } = await sql<{ number: bigint; amount: bigint; fee_amount: bigint; currency: string; reason: string }>`
      select number, amount, fee_amount, currency, reason from payout_requests where id = ${payoutId}::uuid`.execute(trx);
    return tell(
      trx,
      rows.map(({ number, amount, fee_amount: fee, currency, reason }): Notice => {
        const fact = `payout:${payoutId}:${state}`;
        const money = (state === 'paid' ? amount - fee : amount).toString();
        // A sentence follows the reason.
        const ended = /[.!?]$/.test(reason) ? reason : `${reason}.`;
        const payload: Payloads['payout'] = { state, reference: `PO-${number}`, money, currency, reason: ended };
        const object = { kind: 'payout', id: payoutId };
        return { kind: 'payout', accountId: performerId, fact, group: fact, object, payload, at: new Date(at) };
      }),
    );
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
  const secured = (id: bigint, accountId: string, what: DomainEvents['accounts.secured']['what'] | 'email'): Notice => ({
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

/** Blocks and erasures take people out of what others were told; the end of a block brings them back. */
const withdrawPeople = ({ outbox, reconsider: again }: Telling): void => {
  for (const event of ['blocks.added', 'blocks.removed'] as const)
    outbox.on(event, ({ payload: { performerId, accountId } }, trx) => again(trx, factsOf.pair(performerId, accountId)));
  outbox.on('accounts.erased', ({ payload: { accountId } }, trx) => again(trx, factsOf.actor(accountId)));
};

/** Card companies' disputes, told to the site's owners. */
const tellOwners = ({ outbox, tell, now }: Telling): void => {
  outbox.on('gateways.disputesRose', async ({ payload }, trx) => {
    const owners = await trx
      .selectFrom('accounts')
      .select('id')
      .where('admin_role', '=', 'owner')
      .where('status', '=', 'active')
      .orderBy('id')
      .execute();
    const fact = `disputes:${payload.gateway}:${payload.month}`;
    return tell(
      trx,
      owners.map(({ id }) => ({ kind: 'disputeShare', accountId: id, fact, group: fact, payload, at: now() })),
    );
  });
};

/** Registers the handlers that turn committed events into notifications; registry.ts lists the kinds. */
export const registerNotificationEvents = (platform: Platform, outbox: Outbox, realtime: Realtime): void => {
  registerTotals(platform, realtime);
  const announce = (told: readonly string[]) => () => announceTotals(realtime, told);
  const telling: Telling = {
    outbox,
    tell: async (trx, notices) => announce(await notify(platform, trx, notices)),
    reconsider: async (trx, which) => announce(await reconsider(trx, which)),
    ring: async (trx, rung) => (rung ? announce(await tellListeners(platform, trx, rung)) : undefined),
    now: () => platform.clock.now(),
  };
  tellListening(telling);
  tellPerformers(telling);
  tellSaid(platform, telling);
  tellOrders(telling);
  tellReporters(telling);
  tellRestricted(telling);
  tellModerators(telling);
  tellSubscriptions(telling);
  tellAccounts(telling);
  tellOwners(telling);
  withdrawPeople(telling);
};
