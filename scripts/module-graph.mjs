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
  entitlement: [],
  // Who there is.
  accounts: ['entitlement', 'files'],
  blocks: ['accounts', 'entitlement', 'reference'],
  participants: ['accounts', 'files'],
  // How it is bought.
  coupons: [],
  orders: ['accounts', 'coupons', 'entitlement'],
  payments: ['accounts', 'entitlement', 'orders'],
  wallet: ['accounts', 'entitlement', 'orders', 'payments'],
  gifts: ['entitlement', 'files', 'orders'],
  // Who sells.
  performers: ['accounts', 'blocks', 'entitlement', 'files', 'orders', 'reference'],
  subscriptions: ['accounts', 'entitlement', 'orders', 'performers'],
  earnings: ['accounts', 'files', 'performers'],
  // What there is to see.
  feeds: ['accounts', 'blocks', 'entitlement', 'files', 'orders', 'participants', 'performers'],
  media: ['feeds', 'files'],
  products: ['accounts', 'entitlement', 'files', 'orders'],
  search: ['feeds', 'performers'],
  comments: ['accounts', 'entitlement', 'files'],
  reactions: ['accounts', 'comments', 'entitlement', 'feeds', 'performers'],
  // What happens on stage.
  conversations: ['accounts', 'entitlement', 'orders'],
  streams: ['accounts', 'conversations', 'entitlement', 'files', 'performers'],
  // What runs the site.
  site: ['files', 'orders', 'reference'],
  takedowns: ['accounts', 'feeds'],
  admin: [
    'accounts',
    'earnings',
    'entitlement',
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
