/**
 * The modules of apps/server/src/modules and what each may call of the others (through their index.ts). A check holds the code to it and the table to
 * being acyclic. A module that isn't here doesn't exist; a new edge is a decision: prefer handing the caller what it needs over a new arrow.
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
