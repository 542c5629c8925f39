import { type ListCast, LITERAL, NEEDLE, ROWS } from './list-fixtures.ts';

type Row = Record<string, unknown>;

export interface ListSpec {
  who: keyof Pick<ListCast, 'admin' | 'star' | 'fan'>;
  params?: (cast: ListCast) => Record<string, string>;
  /** Filters under which the list is walked; by default none. */
  variants?: readonly Record<string, unknown>[];
  /** What else is sent with a variant. */
  query?: (cast: ListCast, variant: Record<string, unknown>) => Record<string, unknown>;
  /** Where the dates of its rows are: SQL expressions over a table, `id` that of a row's `_id`. */
  dates?: { table: string; id?: string; createdAt: string; updatedAt: string };
  /** Set by the fixture in an order of their own. */
  spread?: readonly string[];
  /** What a row shows of a sort; by default its property of that name. Null where it shows none. */
  shown?: Record<string, ((row: Row) => unknown) | null>;
  /** A search, with how many rows it finds (by default some, but not all), and one for text of LIKE's wildcards, which finds one row. */
  q?: { text: string | ((cast: ListCast) => string); finds?: number; literal?: string /** Finds whole keys only. */; isExact?: boolean };
  /** Why its rows have no dates. */
  dateless?: string;
  /** The property that tells its rows apart; by default `_id`. */
  id?: string;
}

const both = ['created_at', 'updated_at'] as const;
const dated = (table: string): Pick<ListSpec, 'dates' | 'spread'> => ({
  dates: { table, createdAt: 'created_at', updatedAt: 'updated_at' },
  spread: both,
});
/** Created in the order of their ids. */
const byId = (table: string): Pick<ListSpec, 'dates' | 'spread'> => ({
  dates: { table, createdAt: 'id', updatedAt: 'updated_at' },
  spread: ['updated_at'],
});
/** Never changed. @param at what they are ordered by: their ids unless given */
const unchanged = (table: string, at = 'id'): Pick<ListSpec, 'dates'> => ({ dates: { table, createdAt: at, updatedAt: at } });
const accounts = byId('accounts');
const performers: Pick<ListSpec, 'dates' | 'spread'> = {
  dates: { table: 'performers', id: 'account_id', createdAt: 'account_id', updatedAt: 'updated_at' },
  spread: both,
};
const states = (...names: string[]) => names.map((state) => ({ state }));
const named = { text: NEEDLE, literal: LITERAL };

const items = dated('items');
const published = { shown: { publishedAt: (row: Row) => row['publishedAt'] ?? '', price: (row: Row) => row['price'] ?? 0 } };
const browsed = { shown: { ...published.shown, popular: (row: Row) => (row['counts'] as { likes: number }).likes } };

/** Of a private conversation. */
const lastMessageAt = (row: Row) => (row['lastMessage'] as { createdAt: string } | null)?.createdAt ?? '';

export const LISTS: Readonly<Record<string, ListSpec>> = {
  'GET /auth/sessions': {
    who: 'fan',
    dates: { table: 'sessions', createdAt: 'logged_in_at', updatedAt: 'coalesce(last_seen_at, logged_in_at)' },
    // The session of the call comes first.
    shown: { seenAt: null },
  },
  'GET /auth/passkeys': { who: 'fan', ...dated('passkeys') },
  'GET /users/me/exports': { who: 'fan', ...byId('data_exports'), shown: { createdAt: null } },
  'GET /users/search': { who: 'star', ...accounts, q: { ...named, finds: ROWS } },
  'GET /performers/search': { who: 'fan', variants: [{}, { q: NEEDLE }], ...performers, q: { text: NEEDLE, finds: ROWS } },
  'GET /ranking-performers': { who: 'fan', ...performers },
  'GET /performer/block/users': {
    who: 'star',
    dates: { table: 'blocks', id: 'account_id', createdAt: 'created_at', updatedAt: 'created_at' },
    spread: ['created_at'],
    q: { text: `${NEEDLE} 3`, literal: LITERAL, finds: 1 },
  },
  'GET /hidden-performers': {
    who: 'fan',
    variants: [{}, { how: 'muted' }],
    dates: { table: 'mutes', id: 'performer_id', createdAt: 'created_at', updatedAt: 'created_at' },
    spread: ['created_at'],
    shown: { createdAt: (row: Row) => row['since'], updatedAt: (row: Row) => row['since'] },
    q: { text: `${NEEDLE} 3`, literal: LITERAL, finds: 1 },
  },
  'GET /performer/participants': { who: 'star', ...byId('participants'), shown: { createdAt: null }, q: { ...named, finds: ROWS } },
  'GET /admin/participants': {
    who: 'admin',
    variants: states('pending', 'approved'),
    ...byId('participants'),
    shown: { createdAt: null },
  },
  'GET /performer/media-libraries/search': { who: 'star', ...dated('files'), q: { text: `${NEEDLE} 2`, literal: LITERAL, finds: 1 } },
  'GET /admin/wallet-packages': { who: 'admin', ...dated('wallet_packages') },
  'GET /wallet-package': { who: 'fan', ...dated('wallet_packages') },
  'GET /wallet-transactions/user/search': { who: 'fan' },
  'GET /payment/transactions': { who: 'fan', ...dated('orders') },
  'GET /transactions/user/search': { who: 'fan', ...dated('orders') },
  'GET /admin/coupons': {
    who: 'admin',
    ...byId('coupons'),
    shown: { createdAt: null },
    q: { text: `${NEEDLE} 4`, literal: LITERAL, finds: 1 },
  },
  'GET /performer/offer-links': { who: 'star', ...byId('offer_links'), shown: { createdAt: null } },
  'GET /orders/details/search': { who: 'star', ...byId('order_lines'), shown: { createdAt: null }, q: { ...named, finds: 2 } },
  'GET /orders/users/search': { who: 'fan', ...dated('orders'), q: { ...named, finds: 2 } },
  'GET /orders/users/details/search': { who: 'fan', ...byId('order_lines'), shown: { createdAt: null }, q: { ...named, finds: 2 } },
  'GET /orders/users/products/search': { who: 'fan', ...dated('items') },
  'GET /orders/performers/products/search': { who: 'star', ...dated('items') },
  'GET /emojis': { who: 'fan', ...dated('emojis') },
  'GET /emoji/search': { who: 'fan', variants: [{}, { isFree: true }], ...dated('emojis'), q: { ...named, finds: ROWS } },
  'GET /gift/performers/{id}': { who: 'fan', params: ({ star }) => ({ id: star.id }), ...dated('gifts') },
  'GET /gift/search': { who: 'star', ...dated('gifts'), q: { text: `${NEEDLE} 2`, literal: LITERAL, finds: 1 } },
  'GET /admin/gifts': { who: 'admin', ...dated('gifts') },
  'GET /admin/emojis': { who: 'admin', ...dated('emojis') },
  'GET /subscriptions/search': {
    who: 'fan',
    variants: [{}, { state: 'active' }],
    ...dated('subscriptions'),
    q: { text: `${NEEDLE}star3`, literal: LITERAL, finds: 1 },
  },
  'GET /performer/subscriptions/search': {
    who: 'star',
    ...dated('subscriptions'),
    q: { text: `${NEEDLE}fan3`, literal: LITERAL, finds: 1 },
  },
  'GET /payout-requests/search': { who: 'star', variants: [{}, { state: 'paid' }], ...dated('payout_requests') },
  'GET /admin/payouts': {
    who: 'admin',
    variants: [{}, ...states('pending', 'paid')],
    ...dated('payout_requests'),
    shown: { queue: null },
    q: { text: `${NEEDLE}star3`, finds: 1 },
  },
  'GET /admin/payout-batches': { who: 'admin', ...dated('payout_batches') },
  'GET /earning/search': { who: 'star', ...unchanged('ledger.transactions', 'created_at') },
  'GET /streaming/schedule': { who: 'fan', ...byId('planned_shows'), query: ({ star }) => ({ performer: star.username }) },
  'GET /admin/live': { who: 'admin', ...dated('streams') },
  'GET /streaming/live': { who: 'fan', ...dated('streams') },
  'GET /streaming/private/available-list': { who: 'star', ...byId('stream_requests') },
  'GET /streaming/shows': { who: 'star', ...byId('streams'), shown: { createdAt: null } },
  'GET /messages/conversations/public/{id}': {
    who: 'fan',
    params: ({ conversationId }) => ({ id: conversationId }),
    ...byId('messages'),
    shown: { createdAt: null },
  },
  'GET /conversations': {
    who: 'star',
    variants: [{}, { filter: 'subscribers' }],
    ...byId('conversations'),
    shown: { lastMessageAt: lastMessageAt, createdAt: null },
  },
  'GET /conversations/search': {
    who: 'star',
    ...byId('conversations'),
    shown: { lastMessageAt: lastMessageAt, createdAt: null },
    q: { ...named, finds: ROWS },
  },
  'GET /messages/conversations/{id}': {
    who: 'star',
    params: ({ privateId }) => ({ id: privateId }),
    ...byId('messages'),
    shown: { createdAt: null },
  },
  'GET /notifications': {
    who: 'star',
    variants: [{}, { filter: 'unread' }, { filter: 'replies' }],
    dates: { table: 'notifications', createdAt: 'created_at', updatedAt: 'updated_at' },
    spread: ['updated_at'],
  },
  'GET /posts/search': { who: 'fan', ...dated('pages'), q: { ...named, finds: ROWS } },
  'GET /admin/takedowns': {
    who: 'admin',
    variants: states('open', 'upheld'),
    dates: { table: 'takedown_notices', createdAt: 'created_at', updatedAt: 'coalesce(decided_at, created_at)' },
    spread: ['created_at'],
  },
  'GET /admin/applications': {
    who: 'admin',
    variants: [{}, ...states('pending', 'approved')],
    dates: { table: 'performers', id: 'account_id', createdAt: 'created_at', updatedAt: 'updated_at' },
    spread: both,
    q: { text: `${NEEDLE}star`, literal: LITERAL, finds: ROWS },
  },
  'GET /admin/users': {
    who: 'admin',
    ...dated('accounts'),
    shown: { createdAt: null, lastSeenAt: null },
    q: { text: `${NEEDLE}fan`, finds: ROWS },
  },
  'GET /admin/performers': {
    who: 'admin',
    dates: {
      table: 'accounts a join performers p on p.account_id = a.id',
      id: 'a.id',
      createdAt: 'a.created_at',
      updatedAt: 'p.updated_at',
    },
    shown: {
      createdAt: null,
      earned: (row) => row['earnedThirtyDays'],
      featured: (row) => -((row['featuredPosition'] as number | null) ?? 9_999),
    },
    q: { text: `${NEEDLE}star`, finds: ROWS },
  },
  'GET /admin/bulk-acts': { who: 'admin', ...dated('bulk_acts') },
  'GET /admin/audit': {
    who: 'admin',
    ...unchanged('audit_log'),
    variants: [{}, { kind: 'site' }, { from: '2020-01-01T00:00:00Z', until: '2100-01-01T00:00:00Z' }],
    q: { ...named },
  },
  'GET /admin/settings/changes': { who: 'admin', ...unchanged('setting_changes') },
  'GET /admin/posts': { who: 'admin', ...dated('pages'), q: { ...named, finds: ROWS } },
  'GET /admin/promos': { who: 'admin', ...dated('promos') },
  'GET /admin/texts': {
    who: 'admin',
    variants: [{ language: 'es' }],
    id: 'key',
    q: { text: 'wallet' },
    dateless: 'the texts of a catalogue; only its changed ones are stored',
  },
  'GET /admin/orders': { who: 'admin', variants: [{}, { kind: 'tip' }], ...dated('orders'), q: { text: ({ star }) => star.username } },
  'GET /admin/chargebacks': {
    who: 'admin',
    dates: { table: 'ledger.transactions', createdAt: 'created_at', updatedAt: 'created_at' },
  },
  'GET /admin/gateway-events': {
    who: 'admin',
    dates: { table: 'gateway_events', createdAt: 'received_at', updatedAt: 'received_at' },
    spread: ['received_at'],
    q: { text: `${NEEDLE}-3`, finds: 1, isExact: true },
  },
  'GET /admin/gateways/unanswered': {
    who: 'admin',
    variants: [{}, { gateway: 'sandbox' }],
    ...dated('orders'),
  },
  'GET /admin/gateways/rejections': {
    who: 'admin',
    variants: [{}, { gateway: 'sandbox' }],
    dates: {
      table: 'gateway_rejections',
      id: "concat_ws(':', gateway, day, outcome, reason, sender)",
      createdAt: 'first_at',
      updatedAt: 'last_at',
    },
    spread: ['first_at', 'last_at'],
    shown: { createdAt: (row: Row) => row['firstAt'], updatedAt: (row: Row) => row['lastAt'] },
  },
  'GET /admin/gateways/cancellations': {
    who: 'admin',
    variants: [{}, { gateway: 'sandbox' }],
    dates: { table: 'gateway_cancellations', createdAt: 'asked_at', updatedAt: 'asked_at' },
    spread: ['asked_at'],
    shown: { createdAt: (row: Row) => row['askedAt'], updatedAt: (row: Row) => row['askedAt'] },
  },
  'GET /admin/gateways/pauses': { who: 'admin', ...dated('card_pauses') },
  'GET /admin/gateways/refunds': {
    who: 'admin',
    variants: [{}, { gateway: 'sandbox' }],
    dates: { table: 'gateway_refunds', createdAt: 'created_at', updatedAt: 'coalesce(done_at, created_at)' },
    spread: ['created_at'],
  },
  'GET /admin/ledger/transactions': {
    who: 'admin',
    ...unchanged('ledger.transactions', 'created_at'),
    q: { text: ({ star }) => star.username },
  },
  'GET /admin/ledger/accounts': { who: 'admin', shown: { balance: null }, q: { text: ({ fan }) => fan.username, finds: 1 } },
  'GET /admin/ledger/checks': { who: 'admin', ...unchanged('ledger_checks') },
  'GET /admin/commissions/performers': { who: 'admin', ...performers, q: { text: `${NEEDLE}star3`, finds: 1 } },
  'GET /admin/subscriptions': { who: 'admin', ...byId('subscriptions'), q: { text: `${NEEDLE}star2`, finds: 1 } },
  'GET /performer/feeds': { who: 'star', variants: [{}, { state: 'active' }], ...items, ...published, q: { ...named, finds: 3 * ROWS } },
  'GET /performer/feeds/draft/search': { who: 'star', ...items, ...published, q: { text: `${NEEDLE} draft 2`, finds: 1 } },
  'GET /feeds': { who: 'fan', ...items, ...browsed, q: { ...named, finds: ROWS } },
  'GET /reactions/feeds/bookmark': { who: 'fan', ...items },
  'GET /library/{shelf}': {
    who: 'fan',
    params: () => ({ shelf: 'saved' }),
    dateless: 'its rows are in the order in which they were kept',
    q: { ...named, finds: ROWS },
  },
  'GET /performer/performer-assets/galleries/search': { who: 'star', ...items, ...published, q: { ...named, finds: ROWS } },
  'GET /performer-assets/galleries/search': {
    who: 'fan',
    variants: [{}, { access: 'sale' }],
    ...items,
    ...browsed,
    q: { ...named, finds: ROWS },
  },
  'GET /performer-assets/galleries/purchased': { who: 'fan', ...items },
  'GET /performer/performer-assets/photos/search': { who: 'star', ...items, ...published, q: { ...named, finds: ROWS } },
  'GET /performer-assets/photos': { who: 'fan', ...items, ...browsed, q: { ...named, finds: ROWS } },
  'GET /performer-assets/{performerId}/photos': {
    who: 'fan',
    params: ({ star }) => ({ performerId: star.id }),
    ...items,
    ...browsed,
    q: { ...named, finds: ROWS },
  },
  'GET /performer/performer-assets/videos/search': { who: 'star', ...items, ...published, q: { ...named, finds: ROWS } },
  'GET /performer-assets/videos/search': {
    who: 'fan',
    variants: [{}, { access: 'sale' }],
    ...items,
    ...browsed,
    q: { ...named, finds: ROWS },
  },
  'GET /performer-assets/videos/purchased': { who: 'fan', ...items },
  'GET /ranking-videos': { who: 'fan', variants: [{}, { period: 'all' }], ...items },
  'GET /performer-assets/videos/ranking-videos': { who: 'fan', ...items },
  'GET /reactions/videos/favourites': { who: 'fan', ...items },
  'GET /reactions/videos/watch-later': { who: 'fan', ...items },
  'GET /performer/performer-assets/reels/search': { who: 'star', ...items, ...published, q: { ...named, finds: ROWS } },
  'GET /videos/reels': { who: 'fan', ...items, q: { ...named, finds: ROWS } },
  'GET /performer-assets/videos/reels': { who: 'fan', ...items, q: { ...named, finds: ROWS } },
  'GET /performer/performer-assets/products/search': {
    who: 'star',
    ...items,
    ...published,
    q: { text: `Print ${NEEDLE}`, literal: LITERAL, finds: 2 },
  },
  'GET /performer-assets/products/search': { who: 'fan', ...items, ...browsed, q: { text: `Print ${NEEDLE}`, finds: 2 } },
  'GET /categories/search': {
    who: 'fan',
    dates: { table: 'categories', createdAt: 'created_at', updatedAt: 'updated_at' },
    spread: both,
    shown: { position: null },
    q: { ...named, finds: ROWS },
  },
  'GET /admin/categories': {
    who: 'admin',
    dates: { table: 'categories', createdAt: 'created_at', updatedAt: 'updated_at' },
    spread: both,
    q: { ...named, finds: ROWS },
  },
  'GET /admin/content': {
    who: 'admin',
    variants: [{}, { kind: 'feed' }, { withParts: true }],
    ...items,
    q: { text: NEEDLE },
  },
  'GET /admin/reviews': { who: 'admin', variants: [{}, { kind: 'feed' }], ...items, q: { text: `${NEEDLE} review`, finds: ROWS } },
  'GET /admin/copies': {
    who: 'admin',
    dates: { table: 'copy_matches', id: 'file_id', createdAt: 'created_at', updatedAt: 'created_at' },
    shown: { queue: (row) => row['createdAt'] },
  },
  'GET /performer/reports': { who: 'star', variants: [{}, { state: 'upheld' }], ...dated('reports') },
  'GET /admin/reports': { who: 'admin', variants: states('open', 'upheld', 'appealed'), ...dated('reports') },
  'GET /account/decisions': { who: 'star', ...dated('restrictions') },
  'GET /account/reports': { who: 'fan', ...dated('reports') },
  'GET /admin/appeals': {
    who: 'admin',
    variants: states('open', 'decided'),
    dates: {
      table: `(select id, appealed_at as made, coalesce(appeal_decided_at, appealed_at) as changed from restrictions
        union all select id, created_at, coalesce(decided_at, created_at) from complaints) objections`,
      createdAt: 'made',
      updatedAt: 'changed',
    },
  },
  'GET /admin/complaints': {
    who: 'admin',
    dates: { table: 'order_lines', createdAt: 'complained_at', updatedAt: 'updated_at' },
    spread: ['updated_at'],
    shown: { createdAt: null },
  },
  'GET /comments/search': {
    who: 'fan',
    variants: [{ objectType: 'feed' }, { objectType: 'comment' }],
    query: ({ feedId, commentId }, { objectType }) => ({ objectId: objectType === 'comment' ? commentId : feedId }),
    ...byId('comments'),
    shown: { createdAt: null },
  },
  'GET /reactions/search': {
    who: 'fan',
    variants: [{}, { action: 'like' }, { objectType: 'comment' }],
    dates: { table: 'reactions', id: "action || ':' || object_id", createdAt: 'created_at', updatedAt: 'created_at' },
    spread: ['created_at'],
    shown: { updatedAt: (row) => row['createdAt'] },
  },
};

/** Lists that aren't walked, and why. */
export const EXEMPT: Readonly<Record<string, string>> = {
  'GET /agreements': 'the pages of terms that an account must agree to, a handful',
  'GET /performer-assets/featured-content': 'a choice of items, not a list: it has a limit and no pages',
  'GET /performers/commissions': 'one row for each kind of sale, a fixed number',
  'GET /countries/list': 'a fixed catalogue, by name',
  'GET /states/{country}': 'a fixed catalogue, by name',
  'GET /cities/{country}/{state}': 'a fixed catalogue, by name',
  'GET /languages/list': 'a fixed catalogue, by name',
  'GET /phone-codes/list': 'a fixed catalogue, by name',
  'GET /admin/settings': 'the settings that the code declares, in its order',
  'GET /admin/languages': 'the languages of the site, a handful: the built-in ones, then those that were added',
  'GET /performers/suggestions':
    'a selection made for the caller, in which reasons take turns: it has no order to choose and no second page',
  'GET /feeds/home-feeds':
    'timelines are stored newest first, and the items of wide audiences are merged into them: it takes no other order, and no direction',
  'GET /site-promo': 'at most six, chosen for the caller and the moment, in the order an admin gave them',
};
