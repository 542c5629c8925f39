/**
 * The features of apps/web/src/features and which others each may import. web-boundaries.mjs checks that features import no others, that every
 * edge is used and that the graph is acyclic. `admin` and `performer-area` are areas: each subject in them is a feature.
 * Every feature must be listed; a new edge is a decision: what most features need belongs in `ui/`
 * (presentational) or `app/` (session, API client), and what composes features belongs in `routes/`, which may import any.
 */
export const WEB_GRAPH = {
  // Features that import ui/ and app/ alone.
  account: [],
  auth: [],
  cart: [],
  featured: [],
  hiding: [],
  ledger: [],
  lists: [],
  media: [],
  notifications: [],
  orders: ['lists'],
  polls: [],
  promos: [],
  'site-pages': [],
  // How it is bought.
  wallet: ['orders'],
  checkout: ['cart', 'wallet'],
  shop: ['cart', 'checkout'],
  gifts: ['checkout'],
  subscriptions: ['checkout', 'wallet'],
  // What there is to see.
  items: ['checkout', 'gifts', 'media', 'reports', 'wallet'],
  comments: ['items', 'reports'],
  feeds: ['items', 'lists', 'polls'],
  galleries: ['items'],
  photos: ['items'],
  products: ['items'],
  reports: ['hiding'],
  videos: ['items'],
  reels: ['comments', 'items'],
  messages: ['items', 'media', 'reports'],
  search: ['lists'],
  'item-lists': ['feeds', 'galleries', 'items', 'photos', 'reels', 'videos'],
  performers: ['checkout', 'items'],
  schedule: [],
  streams: ['checkout', 'gifts', 'items', 'lists', 'reports', 'schedule', 'wallet'],
  // The front page of visitors, and the home page of accounts.
  front: ['performers', 'schedule', 'streams'],
  home: ['streams'],
  // Who sells.
  statements: [],
  'performer-area/account': ['lists'],
  'performer-area/earnings': ['lists'],
  'performer-area/payouts': ['lists'],
  // The administration: acts, panes and lists first, then its subjects.
  'admin/frame': [],
  'admin/list': ['admin/frame', 'lists'],
  'admin/accounts': ['admin/audit', 'admin/frame', 'admin/list', 'lists'],
  'admin/appeals': ['admin/frame', 'admin/list'],
  'admin/audit': ['lists'],
  'admin/categories': ['admin/frame'],
  'admin/chargebacks': ['admin/frame', 'admin/orders', 'lists'],
  'admin/clock': [],
  'admin/commissions': ['admin/accounts', 'admin/frame', 'admin/settings', 'lists'],
  'admin/complaints': ['admin/frame', 'admin/list', 'admin/orders'],
  'admin/content': ['admin/frame', 'admin/list', 'lists'],
  'admin/countries': ['admin/settings'],
  'admin/coupons': ['lists'],
  'admin/ledger': ['admin/frame', 'admin/list', 'lists'],
  'admin/gateways': ['admin/frame', 'lists'],
  'admin/live': [],
  'admin/media-server': [],
  'admin/menus': ['admin/frame'],
  'admin/moderation': ['lists'],
  'admin/orders': ['admin/frame', 'admin/ledger', 'admin/list'],
  'admin/overview': [],
  'admin/packages': [],
  'admin/pages': ['admin/frame'],
  'admin/payouts': ['admin/audit', 'admin/frame', 'admin/list', 'lists', 'performer-area/payouts'],
  'admin/performers': ['admin/accounts', 'admin/frame'],
  'admin/restore': ['admin/frame'],
  'admin/promos': ['admin/frame'],
  'admin/reports': ['admin/content', 'admin/frame', 'admin/list'],
  'admin/reviews': ['admin/content', 'admin/frame', 'admin/list', 'lists'],
  'admin/settings': ['admin/frame'],
  'admin/subscriptions': ['admin/audit', 'admin/frame', 'admin/list', 'admin/orders'],
  'admin/takedowns': ['admin/content', 'admin/frame', 'admin/list'],
  'admin/texts': ['admin/frame'],
};

/** Modules of the contract that the browser may run besides `*.values.ts`: constants and functions without Zod. */
export const BROWSER_CONTRACT = ['brand-colours', 'profile-options', 'texts/text', 'web'];
