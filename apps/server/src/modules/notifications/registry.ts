import type { ModerationAlert } from '@stagedoor/contract/domain-events';
import type { NotificationKind } from '@stagedoor/contract/notifications.values';
import { SCHEMES_ACT_AT } from '@stagedoor/contract/gateways.values';
import { itemPath } from '@stagedoor/contract/items.values';
import type { OrderKind } from '@stagedoor/contract/payments.values';
import { shortened } from './shortened.ts';
import type { Payloads } from './payloads.ts';
import type { Writing } from './writing.ts';

/** A notification as its sentence and its address are made of it. */
export interface Told<K extends NotificationKind = NotificationKind> {
  kind: K;
  payload: Payloads[K];
  count: number;
  /** Tokens of all its facts. */
  tokens: bigint | null;
  /** Empty when there is none. */
  actor: { name: string; username: string };
  reader: { isPerformer: boolean };
  item: { id: string; kind: string; title: string; isActive: boolean } | null;
  /** The comment that was written or liked; without words where the reader may no longer read them. */
  comment: { id: string; words: string } | null;
  objectId: string | null;
}

interface KindRules<K extends NotificationKind> {
  /** Further facts of the same group are added to a row that is unread and at most a day old. */
  isGrouped: boolean;
  /** Not shown once its item is withdrawn. */
  isGoneWithItem: boolean;
  /** Whether its mail is sent from here: otherwise the module of the fact does it (modules/accounts/account-mails.ts). */
  isMailedHere(payload: Payloads[K]): boolean;
  /** Its mail waits so long, and is dropped when it was read meanwhile, unless it is a receipt. */
  mailAfterMinutes: number;
  text(told: Told<K>, writing: Writing): string;
  path(told: Told<K>): string;
}

/** Where the buyer finds what was ordered: only orders of products have pages of their own. */
const orderPathOf = ({ payload: { orderKind }, objectId }: { payload: { orderKind: OrderKind }; objectId: string | null }): string => {
  switch (orderKind) {
    case 'product':
      return `/orders/${objectId}`;
    case 'topUp':
    case 'debt':
      return '/wallet';
    case 'subscription':
    case 'renewal':
      return '/subscriptions';
    case 'tip':
    case 'gift':
    case 'emoji':
      return '/wallet/transactions';
    default:
      return '/purchases';
  }
};

/** Characters of a comment or of the words of a tip in a sentence. */
const WORDS = 140;
/** And of a title, which may be the beginning of a text. */
const TITLE = 72;

const PLAIN = { isGrouped: false, isGoneWithItem: false, isMailedHere: () => true, mailAfterMinutes: 0 } as const;
const GROUPED = { ...PLAIN, isGrouped: true } as const;
const SOON = 2;
const LATER = 10;

/** Of an item that is still there its page, otherwise another one. */
const pageOf = ({ item }: Pick<Told, 'item'>, otherwise: string): string => (item?.isActive && itemPath(item.kind, item.id)) || otherwise;

/** Where its performer manages an item of its kind. */
const ownListOf = ({ item }: Pick<Told, 'item'>): string =>
  item ? `/model${(itemPath(item.kind, '') ?? '').replace(/\/$/, '')}` : '/model/feeds';

const quoted = (words: string, { text }: Writing): string => (words === '' ? '' : text('notice.said', { words: shortened(words, WORDS) }));
const titled = (title: string | undefined, { text }: Writing): string =>
  title ? text('notice.titled', { title: shortened(title, TITLE) }) : text('notice.yourPost');
const others = ({ count }: Told): number => count - 1;

/** The page that an alert of moderation leads to. */
const ALERT_PAGES: Readonly<Record<Exclude<ModerationAlert, 'strikes'>, string>> = {
  half: '/admin/reports',
  over: '/admin/reports',
  limited: '/admin/reports',
  objectionHalf: '/admin/appeals',
  objectionOver: '/admin/appeals',
  still: '/admin/live',
};

/** Every kind of notification: how its facts are grouped, mailed, told, and where they lead. */
export const REGISTRY: { readonly [K in NotificationKind]: KindRules<K> } = {
  live: {
    ...PLAIN,
    text({ actor, item }, { text }) {
      const when = item?.isActive ? 'live' : 'wasLive';
      return item?.title
        ? text(`notice.${when}Titled`, { actor: actor.name, title: item.title })
        : text(`notice.${when}`, { actor: actor.name });
    },
    path: ({ actor, item }) => (item?.isActive ? `/live/${actor.username}` : `/${actor.username}`),
  },
  reminder: {
    ...PLAIN,
    text: ({ actor, payload: { what, title } }, { text }) => text(`notice.reminder.${what}`, { actor: actor.name, title }),
    path: ({ actor, payload: { what } }) => (what === 'soon' || what === 'begun' ? `/live/${actor.username}` : `/${actor.username}`),
  },
  request: {
    ...PLAIN,
    text: ({ actor }, { text }) => text('notice.request', { actor: actor.name }),
    path: () => '/model/live',
  },
  stopped: {
    ...PLAIN,
    // The statement of reasons is the accounts' mail.
    isMailedHere: () => false,
    text: ({ payload: { reason } }, { text }) => text('notice.stopped', { reason }),
    path: () => '/model/live',
  },
  post: {
    ...PLAIN,
    isGoneWithItem: true,
    text: ({ actor, item }, { text }) =>
      item?.title ? text('notice.postTitled', { actor: actor.name, title: item.title }) : text('notice.post', { actor: actor.name }),
    path: (told) => pageOf(told, `/${told.actor.username}`),
  },
  message: {
    ...GROUPED,
    mailAfterMinutes: LATER,
    text: ({ actor, count }, { counted }) => counted('notice.message', count, { actor: actor.name }),
    path: ({ objectId }) => `/messages/${objectId}`,
  },
  comment: {
    ...GROUPED,
    isGoneWithItem: true,
    mailAfterMinutes: SOON,
    text({ actor, payload, count, item, comment }, writing) {
      const values = { actor: actor.name, words: quoted(comment?.words ?? '', writing), title: titled(item?.title, writing) };
      return writing.counted(payload.isReply ? 'notice.reply' : 'notice.comment', count, values);
    },
    path: (told) => pageOf(told, '/'),
  },
  mention: {
    ...GROUPED,
    isGoneWithItem: true,
    mailAfterMinutes: SOON,
    text: ({ actor, count, comment }, writing) =>
      writing.counted('notice.mention', count, { actor: actor.name, words: quoted(comment?.words ?? '', writing) }),
    path: (told) => pageOf(told, '/'),
  },
  reaction: {
    ...GROUPED,
    isGoneWithItem: true,
    mailAfterMinutes: SOON,
    text(told, writing) {
      const { actor, item, comment, count } = told;
      const values = { actor: actor.name, what: comment ? writing.text('notice.yourComment') : titled(item?.title, writing) };
      return count === 1 ? writing.text('notice.liked', values) : writing.counted('notice.likedWith', others(told), values);
    },
    path: (told) => pageOf(told, '/'),
  },
  tip: {
    ...GROUPED,
    text({ actor, payload, count, tokens }, writing) {
      const values = { actor: actor.name, tokens: writing.tokens(tokens ?? 0n), words: quoted(payload.words, writing) };
      return count === 1 ? writing.text('notice.tip', values) : writing.counted('notice.tips', count, values);
    },
    path: (told) => pageOf(told, '/model/earning'),
  },
  gift: {
    ...GROUPED,
    text({ actor, payload: { name, quantity, words }, count, tokens }, writing) {
      const gift = quantity > 1 ? writing.text('notice.several', { quantity, gift: name }) : name;
      const values = { actor: actor.name, gift, tokens: writing.tokens(tokens ?? 0n), words: quoted(words, writing) };
      return count === 1 ? writing.text('notice.gift', values) : writing.counted('notice.gifts', count, values);
    },
    path: (told) => pageOf(told, '/model/earning'),
  },
  subscription: {
    ...GROUPED,
    text(told, { text, counted }) {
      const values = { actor: told.actor.name };
      return told.count === 1 ? text('notice.subscribed', values) : counted('notice.subscribedWith', others(told), values);
    },
    path: () => '/model/subscribers',
  },
  sale: {
    ...GROUPED,
    text(told, writing) {
      const title = told.item?.title || told.payload.title;
      const what = told.item?.kind === 'message' ? writing.text('notice.yourMessage') : titled(title, writing);
      const values = { actor: told.actor.name, what };
      return told.count === 1 ? writing.text('notice.sold', values) : writing.counted('notice.soldWith', others(told), values);
    },
    path: (told) => (told.item?.kind === 'product' ? '/model/orders' : pageOf(told, '/model/earning')),
  },
  order: {
    ...PLAIN,
    text: ({ payload, actor }, { text }) => text(`notice.order.${payload.delivery}`, { title: payload.title, actor: actor.name }),
    path: ({ payload, objectId }) => (payload.isSale ? '/model/orders' : `/orders/${objectId}`),
  },
  expiry: {
    ...PLAIN,
    text: ({ actor, payload }, { text, day }) => text('notice.expiry', { performer: actor.name, date: day(payload.until) }),
    path: () => '/subscriptions',
  },
  renewal: {
    ...PLAIN,
    isMailedHere: ({ until }) => until === null,
    text({ actor, payload: { until, tokens, periodDays } }, { text, counted, day, tokens: amount }) {
      const performer = actor.name;
      if (until !== null) return text('notice.renewalFailed', { performer, date: day(until) });
      if (periodDays !== undefined) return counted('notice.renewedDays', periodDays, { performer });
      return tokens === null
        ? text('notice.renewed', { performer })
        : text('notice.renewedFor', { performer, tokens: amount(BigInt(tokens)) });
    },
    path: ({ payload }) => (payload.until === null ? '/subscriptions' : '/wallet'),
  },
  receipt: {
    ...PLAIN,
    text: ({ payload }, writing) => writing.text('notice.receipt', writing.paid(payload)),
    path: orderPathOf,
  },
  walletReceipt: {
    ...GROUPED,
    mailAfterMinutes: LATER,
    text: ({ count, tokens }, writing) => writing.counted('notice.walletReceipt', count, { amount: writing.tokens(tokens ?? 0n) }),
    path: () => '/wallet/transactions',
  },
  refund: {
    ...PLAIN,
    isMailedHere: () => false,
    text: ({ payload }, writing) => writing.text('notice.refund', writing.paid(payload)),
    path: orderPathOf,
  },
  dispute: {
    ...PLAIN,
    text({ actor, payload }, writing) {
      const { what, amount } = writing.paid(payload);
      if (!payload.isSale) return writing.text('notice.dispute.returned', { what, amount });
      return writing.text(`notice.dispute.${payload.isWon ? 'won' : 'lost'}`, { actor: actor.name, what });
    },
    path: (told) => (told.payload.isSale ? '/model/earning' : orderPathOf(told)),
  },
  payout: {
    ...PLAIN,
    text: ({ payload: { state, reference, money, currency, reason } }, { text, money: inMoney }) =>
      text(`notice.payout.${state}`, { reference, amount: inMoney(BigInt(money), currency), reason }),
    path: () => '/model/payout-request',
  },
  report: {
    ...PLAIN,
    // The statement of reasons is the accounts' mail (modules/accounts/account-mails.ts).
    isMailedHere: ({ what }) => what !== 'upheld' && what !== 'hidden',
    text: ({ payload: { what, title, reference } }, writing) =>
      writing.text(`notice.report.${what}`, { title: titled(title, writing), reference }),
    path: ({ payload: { what } }) => (what.startsWith('heard') || what.startsWith('complaint') ? '/account/reports' : '/account/decisions'),
  },
  review: {
    ...PLAIN,
    // The mail about a rejection is the accounts' (modules/accounts/account-mails.ts); an approval needs none.
    isMailedHere: () => false,
    text: ({ payload: { decision, title } }, writing) => writing.text(`notice.review.${decision}`, { title: titled(title, writing) }),
    path: (told) => pageOf(told, ownListOf(told)),
  },
  application: {
    ...PLAIN,
    isMailedHere: () => false,
    text: ({ payload }, { text }) => text(`notice.application.${payload.state}`),
    path: ({ payload }) => (payload.state === 'approved' ? '/model/dashboard' : '/model/account'),
  },
  security: {
    ...PLAIN,
    isMailedHere: () => false,
    text: ({ payload }, { text }) => text(`notice.security.${payload.what}`),
    path: ({ payload }) => (payload.what === 'payoutDetails' ? '/model/banking' : '/account'),
  },
  moderation: {
    ...PLAIN,
    text: ({ payload: { what, count, name } }, { text, counted }) =>
      what === 'limited'
        ? text('notice.moderation.limited')
        : what === 'still'
          ? text('notice.moderation.still', { name })
          : counted(`notice.moderation.${what}`, count, { name }),
    path: ({ payload: { what, name } }) => (what === 'strikes' ? `/admin/users?q=${name}` : ALERT_PAGES[what]),
  },
  disputeShare: {
    ...PLAIN,
    text: ({ payload: { gateway, month, payments, disputes } }, { text, month: monthOf, percent }) =>
      text('notice.disputeShare', {
        company: text(`gateways.name.${gateway}`),
        month: monthOf(month),
        share: percent(disputes / Math.max(payments, 1)),
        limit: percent(SCHEMES_ACT_AT / 10_000),
      }),
    path: () => '/admin/settings/gateways?view=disputes',
  },
};

/** The kinds with a rule. */
export const kindsWhere = (has: (rules: KindRules<never>) => boolean): string[] =>
  Object.entries(REGISTRY).flatMap(([kind, rules]) => (has(rules as KindRules<never>) ? [kind] : []));

/** The rules of a kind that only the database knows: its payload was checked when it was read. */
export const rulesOf = (kind: NotificationKind): KindRules<NotificationKind> => REGISTRY[kind];
