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

/** Tables that belong to no module: the layers below write them. A module's are in its module.ts. */
export const LAYER_TABLES = {
  platform: ['audit_log', 'idempotency_keys', 'outbox', 'sessions', 'setting_changes', 'settings', 'uploads'],
  ledger: ['ledger.accounts', 'ledger.entries', 'ledger.releases', 'ledger.seals', 'ledger.transactions', 'ledger_checks'],
  gateways: ['sandbox_payments', 'sandbox_refunds', 'sandbox_statements', 'sandbox_subscriptions'],
};

const IN_BULK = 'Records many events in the statement that makes the changes.';
const ERASED = 'An erasure removes the rows with the account.';

/** Writes of a table by another than its owner, and why. To be removed one by one: a new one calls the owner, or handles its event, instead. */
export const FOREIGN_WRITES = [
  { by: 'comments', table: 'outbox', reason: IN_BULK },
  { by: 'feeds', table: 'outbox', reason: IN_BULK },
  { by: 'reactions', table: 'outbox', reason: IN_BULK },
  { by: 'streams', table: 'outbox', reason: IN_BULK },
  { by: 'accounts', table: 'idempotency_keys', reason: ERASED },
  { by: 'accounts', table: 'sessions', reason: ERASED },
  { by: 'files', table: 'uploads', reason: ERASED },
  { by: 'participants', table: 'files', reason: ERASED },
  { by: 'platform', table: 'accounts', reason: 'When an account was last seen, with the session.' },
  { by: 'admin', table: 'performers', reason: 'The decision on an application.' },
  { by: 'performers', table: 'accounts', reason: 'A performer changes its name and username with its profile.' },
  { by: 'site', table: 'consents', reason: 'The consent to cookies, of visitors too.' },
  { by: 'comments', table: 'items', reason: 'Counts of comments.' },
  { by: 'reactions', table: 'items', reason: 'Counts of likes.' },
  { by: 'feeds', table: 'items', reason: 'A published feed is on sale.' },
  { by: 'feeds', table: 'files', reason: 'Files of a feed are attached to it.' },
  { by: 'feeds', table: 'performers', reason: 'Marks performers whose feeds are merged on read.' },
  { by: 'payments', table: 'orders', reason: 'Orders that wait for a card payment are made and closed here.' },
  { by: 'payments', table: 'order_lines', reason: 'Orders that wait for a card payment are made here.' },
  { by: 'payments', table: 'subscriptions', reason: 'Subscriptions that the gateway renews.' },
];
