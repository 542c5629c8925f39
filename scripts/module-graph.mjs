/**
 * The modules of apps/server/src/modules and which others each may call (through their index.ts). A check enforces it, and that the graph is
 * acyclic. Every module must be listed; a new edge is a decision: prefer passing in what is needed over a new dependency.
 *
 * Tests, modules.ts and app.ts may call any.
 */
export const MODULE_GRAPH = {
  // What stands on nothing but the platform and the ledger.
  files: [],
  reference: [],
  access: [],
  // Who there is.
  accounts: ['access', 'files'],
  blocks: ['accounts', 'access', 'reference'],
  participants: ['accounts', 'files'],
  // How it is bought.
  coupons: [],
  orders: ['accounts', 'coupons', 'access'],
  payments: ['accounts', 'access', 'orders'],
  wallet: ['accounts', 'access', 'orders', 'payments'],
  gifts: ['access', 'files', 'orders'],
  // Who sells.
  performers: ['accounts', 'blocks', 'access', 'files', 'orders', 'reference'],
  subscriptions: ['accounts', 'access', 'orders', 'performers'],
  earnings: ['accounts', 'files', 'performers'],
  // What there is to see.
  items: ['access', 'accounts', 'files', 'orders', 'participants', 'performers'],
  feeds: ['access', 'files', 'items'],
  photos: ['files', 'items'],
  galleries: ['items', 'photos'],
  timelines: ['access', 'items'],
  media: ['access', 'files', 'items'],
  products: ['accounts', 'access', 'files', 'orders'],
  search: ['items', 'performers'],
  comments: ['access', 'accounts', 'files', 'items'],
  reactions: ['access', 'accounts', 'comments', 'items', 'performers'],
  // What happens on stage.
  conversations: ['accounts', 'access', 'orders'],
  streams: ['access', 'accounts', 'conversations', 'files', 'items', 'performers'],
  // What runs the site.
  site: ['files', 'orders', 'reference'],
  takedowns: ['accounts', 'items'],
  admin: [
    'accounts',
    'earnings',
    'access',
    'files',
    'orders',
    'payments',
    'participants',
    'performers',
    'site',
    'subscriptions',
    'takedowns',
  ],
};
