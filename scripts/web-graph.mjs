/**
 * The features of apps/web/src/features and which others each may import. web-boundaries.mjs checks that features import no others, that every
 * edge is used and that the graph is acyclic. Every feature must be listed; a new edge is a decision: what most features need belongs in `ui/`
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
  orders: [],
  polls: [],
  promos: [],
  'money-admin': [],
  // How it is bought.
  wallet: ['orders'],
  checkout: ['cart', 'wallet'],
  shop: ['cart', 'checkout'],
  gifts: ['checkout'],
  subscriptions: ['checkout', 'wallet'],
  // What there is to see.
  items: ['checkout', 'gifts', 'media', 'reports', 'wallet'],
  comments: ['items', 'reports'],
  feeds: ['items', 'polls'],
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
  // What visitors see first.
  front: ['performers', 'schedule', 'streams'],
  // Who sells.
  earnings: ['lists'],
  payouts: ['lists'],
  statements: [],
  model: ['lists', 'performers'],
  // What runs the site.
  admin: ['lists'],
  'site-admin': ['admin'],
  money: ['admin', 'lists', 'site-admin'],
  'payouts-admin': ['admin', 'lists', 'payouts'],
};

/** Modules of the contract that the browser may run besides `*.values.ts`: constants and functions without Zod. */
export const BROWSER_CONTRACT = ['brand-colours', 'profile-options', 'texts/text', 'web'];
