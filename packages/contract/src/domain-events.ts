import type { GatewayName } from './gateways.values.ts';
import type { ServerEvents } from './realtime.ts';
// Events that modules record in the outbox, with their payloads. Names and properties are stored data: rows recorded by an older version
// are dispatched by a newer one, so a property that was added later is optional here. Without Zod: payloads are written by the site alone.

interface SubscriptionPair {
  fanId: string;
  performerId: string;
}

interface BlockedPair {
  performerId: string;
  accountId: string;
}

/** Changes of an account's protection. */
export const SECURED = ['password', 'twoFactorOn', 'twoFactorOff', 'passkeyAdded', 'passkeyRemoved', 'payoutDetails'] as const;

/**
 * Alerts of moderation: half of the time for a report or a notice is over, all of it, the same for appeals and complaints; hiding reached its limit; an
 * account reached the limit of restrictions; a still of a show looks like what was taken down.
 */
export const MODERATION_ALERTS = ['half', 'over', 'objectionHalf', 'objectionOver', 'limited', 'strikes', 'still'] as const;
export type ModerationAlert = (typeof MODERATION_ALERTS)[number];

/** Event names and their payloads. Amounts are digits in hundredths, times are ISO 8601 or as PostgreSQL writes them in JSON. */
export interface DomainEvents {
  'accounts.registered': { accountId: string; role: 'fan' | 'performer' };
  'accounts.emailVerified': { accountId: string };
  'accounts.emailChanged': { accountId: string };
  'accounts.statusChanged': { accountId: string; status: 'active' | 'suspended' };
  /** What protects the account was changed. */
  'accounts.secured': { accountId: string; what: (typeof SECURED)[number] };
  'accounts.erased': { accountId: string; role: string };

  /** A performer's application, its documents or participants, or the decision on them changed. */
  'applications.changed': { performerId: string };
  /** What a performer's profile shows changed. */
  'performers.changed': { performerId: string };
  'performers.followed': { accountId: string; performerId: string; active: boolean };

  'blocks.added': BlockedPair;
  'blocks.removed': BlockedPair;
  'blocks.countriesChanged': { performerId: string };

  'files.ready': { fileId: string };
  /** `progress` from 0 to 1. */
  'files.progressed': { fileId: string; progress: number };
  'files.failed': { fileId: string };
  /** A stored file looks like what was taken down: whatever shows it holds it back. */
  'files.resembling': { fileId: string };

  /** An item of any kind became visible. */
  'items.published': { itemId: string; kind: string; performerId: string };
  /** An item of any kind is no longer visible: deleted, expired or taken down. */
  'items.withdrawn': { itemId: string; kind: string; performerId: string };
  /** What the page of a visible item shows, or who may see it, changed. */
  'items.changed': { itemId: string; kind: string; performerId: string };
  /** An admin decided about an item in review; `version` of what was looked at. */
  'items.reviewed': { itemId: string; kind: string; performerId: string; decision: 'approved' | 'rejected'; version: number };
  /** A job finished the timelines of an item with a large audience. */
  'timelines.written': { itemId: string; performerId: string };
  'polls.voted': { pollId: string };
  /** `by`: the difference in reactions. `accountId`: who did it; missing in erasures. */
  'objects.reacted': { objectType: string; objectId: string; action: string; by: number; accountId?: string };
  /**
   * `parentId` of a reply. `by`: the difference in comments; without it, the item's comments are counted again. `commentId` of a new one;
   * `touchedId` of one that was edited, hidden, shown or deleted.
   */
  'comments.changed': { itemId: string; parentId: string | null; by?: number; commentId?: string; touchedId?: string };
  /** A private message. */
  'messages.sent': { conversationId: string; messageId: string; senderId: string; recipientId: string };
  /** A private message is no longer there for its reader: deleted, taken back or taken down. */
  'messages.withdrawn': { conversationId: string; messageId: string };
  /** The site took a message down, or gave it back; `streamId` of a show's. */
  'messages.takenDown': { conversationId: string; messageId: string; streamId: string | null };
  'messages.restored': { conversationId: string; messageId: string; streamId: string | null };

  /** A sale was settled: an order's, or a minute of a show. */
  'orders.paid': {
    transactionId: string;
    /** Null for a paid minute of a show. */
    orderId: string | null;
    /** What the buyer's wallet holds afterwards; null when it was not touched. */
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
    /** The order's facts. */
    detail: Record<string, unknown>;
  };
  /** A sale or a top-up was refunded or charged back. */
  'orders.reversed': {
    transactionId: string;
    /** The transaction that was reversed. */
    reversesId: string;
    kind: string;
    /** Null for a paid minute of a show. */
    orderId: string | null;
    /** The order line. */
    detailId: string | null;
    buyerId: string;
    sellerId: string | null;
    tokens: string | null;
    gross: string;
    net: string | null;
    /** The side that had got the money; missing in events of before 0.2.0. */
    receiver?: string;
    wasPending: boolean;
    /** How many items the buyer may no longer see. */
    revoked: number;
    subscription: (SubscriptionPair & { id: string; gateway: string | null; gatewaySubscriptionId: string | null }) | null;
    balance: string | null;
    /** What the buyer owes the site; only of a top-up. */
    receivable?: string;
    at: string;
    /** The order's, after the reversal. */
    state: string;
  };
  /** A bank gave back what a chargeback had taken: one sale, top-up or payment of a debt of an order, which is paid again. Amounts in hundredths. */
  'orders.reinstated': {
    transactionId: string;
    /** The transaction that the chargeback had reversed. */
    reversesId: string;
    orderId: string;
    /** The order line. */
    detailId: string | null;
    buyerId: string;
    sellerId: string | null;
    tokens: string | null;
    gross: string;
    net: string | null;
    /** Earnings that wait for a delivery. */
    isPending: boolean;
    /** How many items the buyer may see again. */
    granted: number;
    balance: string | null;
    /** The part of the buyer's debt that is paid by it. */
    paidOff: string;
    at: string;
  };
  /** The disputes of a company's card payments passed the share at which owners are told: once for a month (`2026-11`). */
  'gateways.disputesRose': { gateway: GatewayName; month: string; payments: number; disputes: number };
  /** A report was decided. `reporterIds`: who reported it; told to nobody but them. */
  'reports.decided': { reportId: string; reporterIds: string[]; state: 'upheld' | 'rejected' };
  /** The complaint about a rejected report was decided. */
  'reports.complained': { reportId: string; reporterId: string; state: 'upheld' | 'rejected' };
  /** The complaint about a rejected notice was decided. `restrictionId` of an upheld one that led to a measure. */
  'takedowns.complained': { noticeId: string; state: 'upheld' | 'rejected'; restrictionId: string | null };
  /** A measure began, was confirmed by an admin, or ended; or the appeal against it was decided. */
  'restrictions.changed': {
    restrictionId: string;
    accountId: string;
    what: 'made' | 'upheld' | 'lifted' | 'appealUpheld' | 'appealRejected';
  };
  /** Admins with the permission `content` are alerted. `key` names the fact: each is told once. */
  'moderation.alerted': { what: ModerationAlert; key: string; count: number; name: string };
  /** An order ended unpaid. */
  'orders.closed': { orderId: string; buyerId: string; state: string };
  /** The delivery of one product of an order changed, or a complaint about it. `by`: the side that took the step. */
  'orders.delivery': {
    /** The order line. */
    detailId: string;
    orderId: string;
    buyerId: string;
    sellerId: string;
    delivery: string;
    by: 'seller' | 'buyer' | 'site';
  };

  'subscriptions.started': SubscriptionPair;
  'subscriptions.cancelled': SubscriptionPair;
  /** A payment failed for the first time; access lasts to `until`, while it is tried again. */
  'subscriptions.renewalFailed': SubscriptionPair & { subscriptionId: string; until: string };
  /** It ends soon and doesn't renew. */
  'subscriptions.ending': SubscriptionPair & { subscriptionId: string; until: string };

  /** A payout was requested, changed, or came to another state, which `state` is. */
  'payouts.changed': { payoutId: string; performerId: string; state: string; at: string };

  'streams.changed': { streamId: string; performerId: string; state: 'starting' | 'live' | 'interrupted' | 'paused' | 'ended' };
  /** Whoever is reminded of a planned show is to be told: it begins within minutes, began early, was moved (`startsAt` is the new time) or cancelled. */
  'schedule.told': { plannedId: string; what: 'soon' | 'begun' | 'moved' | 'cancelled'; startsAt: string };
  /** An admin stopped a show. */
  'streams.stopped': { streamId: string; performerId: string; reason: string };
  /** A request for a private show changed its state. */
  'streams.requested': { requestId: string; performerId: string; fanId: string; state: ServerEvents['streams/request']['state'] };
  /** A seat in a paid show, or its clock, changed. `warning`: so many minutes are left. */
  'streams.seatChanged': {
    streamId: string;
    performerId: string;
    accountId: string;
    change: ServerEvents['streams/seat']['change'];
    warning: number | null;
  };
}

export type DomainEventName = keyof DomainEvents;

/**
 * Events that need no handler: recorded for subscribers to all events. Any other event waits in the outbox until this version or a newer
 * one has a handler for it, so that renaming an event loses no facts.
 */
export const EVENTS_WITHOUT_HANDLER = ['accounts.registered', 'accounts.emailVerified'] as const satisfies readonly DomainEventName[];
