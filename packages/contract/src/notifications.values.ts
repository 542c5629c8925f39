import { keysOf } from './keys.values.ts';
// The registry of notifications as constants without Zod, so that the web shares them. What each kind tells is the server's
// (modules/notifications/registry.ts).

/** The ways a notification reaches somebody. */
export const NOTIFICATION_CHANNELS = ['site', 'mail'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** Whether a channel is used: as chosen, beginning with on or off; or always. */
type Use = 'on' | 'off' | 'always';

/** The lists of notifications besides those of everything and of what is unread. */
export const NOTIFICATION_TABS = ['live', 'posts', 'replies', 'messages', 'money'] as const;
type Tab = (typeof NOTIFICATION_TABS)[number] | null;

export interface NotificationTraits {
  /** The list it is in, beside the whole one. */
  tab: Tab;
  /** Told to performers alone, about what they sell and publish. */
  isPerformers: boolean;
  /** Told to the site's owners alone. */
  isOwners?: boolean;
  /** Told to admins with the permission `content` alone. */
  isModerators?: boolean;
  site: Use;
  mail: Use;
}

/** Every kind of notification, in the order in which they are chosen. */
export const NOTIFICATION_TRAITS = {
  live: { tab: 'live', isPerformers: false, site: 'on', mail: 'off' },
  reminder: { tab: 'live', isPerformers: false, site: 'on', mail: 'off' },
  request: { tab: 'live', isPerformers: true, site: 'on', mail: 'off' },
  post: { tab: 'posts', isPerformers: false, site: 'on', mail: 'off' },
  message: { tab: 'messages', isPerformers: false, site: 'on', mail: 'off' },
  comment: { tab: 'replies', isPerformers: false, site: 'on', mail: 'off' },
  mention: { tab: 'replies', isPerformers: false, site: 'on', mail: 'off' },
  reaction: { tab: 'replies', isPerformers: false, site: 'on', mail: 'off' },
  tip: { tab: 'money', isPerformers: true, site: 'on', mail: 'off' },
  gift: { tab: 'money', isPerformers: true, site: 'on', mail: 'off' },
  subscription: { tab: 'money', isPerformers: true, site: 'on', mail: 'off' },
  sale: { tab: 'money', isPerformers: true, site: 'on', mail: 'off' },
  order: { tab: 'money', isPerformers: false, site: 'on', mail: 'on' },
  expiry: { tab: 'money', isPerformers: false, site: 'on', mail: 'on' },
  renewal: { tab: 'money', isPerformers: false, site: 'on', mail: 'always' },
  receipt: { tab: 'money', isPerformers: false, site: 'off', mail: 'always' },
  walletReceipt: { tab: 'money', isPerformers: false, site: 'off', mail: 'on' },
  refund: { tab: 'money', isPerformers: false, site: 'on', mail: 'always' },
  dispute: { tab: 'money', isPerformers: false, site: 'on', mail: 'on' },
  payout: { tab: 'money', isPerformers: true, site: 'on', mail: 'always' },
  report: { tab: null, isPerformers: false, site: 'always', mail: 'on' },
  stopped: { tab: 'live', isPerformers: true, site: 'always', mail: 'on' },
  review: { tab: null, isPerformers: true, site: 'always', mail: 'always' },
  application: { tab: null, isPerformers: true, site: 'always', mail: 'always' },
  security: { tab: null, isPerformers: false, site: 'always', mail: 'always' },
  moderation: { tab: null, isPerformers: false, isModerators: true, site: 'always', mail: 'always' },
  disputeShare: { tab: null, isPerformers: false, isOwners: true, site: 'always', mail: 'always' },
} as const satisfies Record<string, NotificationTraits>;

export type NotificationKind = keyof typeof NOTIFICATION_TRAITS;
export const NOTIFICATION_KINDS = keysOf(NOTIFICATION_TRAITS);

/** Which notifications a list shows. */
export const NOTIFICATION_FILTERS = ['all', 'unread', ...NOTIFICATION_TABS] as const;
export type NotificationFilter = (typeof NOTIFICATION_FILTERS)[number];

export const isNotificationKind = (value: unknown): value is NotificationKind =>
  typeof value === 'string' && Object.hasOwn(NOTIFICATION_TRAITS, value);

/** The kinds in a list. */
export const kindsInTab = (tab: string): NotificationKind[] => NOTIFICATION_KINDS.filter((kind) => NOTIFICATION_TRAITS[kind].tab === tab);

/** Notifications of a page (specification section 9). */
export const NOTIFICATION_PAGE = 12;

/** The page that ends the mails of one kind; mail programs send their own request to the same address (RFC 8058). */
export const UNSUBSCRIBE_PATH = '/notification/unsubscribe';
