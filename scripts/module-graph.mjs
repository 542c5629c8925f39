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
  categories: [],
  access: [],
  words: ['categories'],
  age: [],
  restrictions: [],
  stage: ['access'],
  // Who there is.
  accounts: ['access', 'age', 'files', 'restrictions'],
  blocks: ['accounts', 'access', 'reference'],
  participants: ['accounts', 'files'],
  // How it is bought.
  coupons: [],
  'offer-links': [],
  orders: ['accounts', 'coupons', 'offer-links', 'access'],
  payments: ['accounts', 'access', 'orders'],
  wallet: ['accounts', 'access', 'orders', 'payments'],
  gifts: ['access', 'files', 'orders'],
  // Who sells.
  performers: ['accounts', 'age', 'blocks', 'access', 'files', 'orders', 'reference', 'words', 'stage'],
  subscriptions: ['accounts', 'access', 'offer-links', 'orders', 'payments', 'performers'],
  earnings: ['accounts', 'files', 'performers'],
  payouts: ['accounts', 'performers'],
  // What there is to see.
  items: ['access', 'accounts', 'categories', 'files', 'orders', 'participants', 'performers', 'words', 'stage'],
  feeds: ['access', 'files', 'items'],
  photos: ['access', 'files', 'items'],
  galleries: ['items', 'performers', 'photos'],
  videos: ['access', 'files', 'items'],
  reels: ['access', 'files', 'items'],
  timelines: ['access', 'items'],
  media: ['access', 'files', 'items'],
  products: ['access', 'files', 'items'],
  search: ['access', 'categories', 'items', 'performers', 'products', 'words'],
  comments: ['access', 'accounts', 'files', 'items'],
  reactions: ['access', 'accounts', 'comments', 'items', 'performers'],
  // What happens on stage.
  conversations: ['accounts', 'access', 'files', 'items', 'orders', 'photos', 'stage'],
  streams: ['access', 'accounts', 'categories', 'conversations', 'files', 'items', 'orders', 'performers', 'restrictions', 'stage'],
  library: ['access', 'conversations', 'items', 'reactions', 'streams', 'videos'],
  schedule: ['access', 'categories', 'files', 'performers', 'stage'],
  // Who is told of it.
  notifications: ['access', 'accounts', 'conversations', 'orders'],
  // What runs the site.
  site: ['accounts', 'age', 'files', 'orders', 'reference', 'stage'],
  takedowns: ['reports', 'restrictions'],
  catalog: ['access', 'accounts', 'files', 'items', 'restrictions'],
  reports: ['access', 'accounts', 'comments', 'conversations', 'files', 'items', 'performers', 'restrictions', 'streams'],
  copies: ['files', 'items', 'reports', 'restrictions'],
  admin: [
    'conversations',
    'accounts',
    'earnings',
    'access',
    'files',
    'orders',
    'payments',
    'participants',
    'performers',
    'restrictions',
    'site',
    'stage',
    'subscriptions',
  ],
  'card-companies': ['admin', 'payments', 'reports'],
  restores: ['accounts', 'files', 'payments', 'streams'],
  'bulk-acts': ['accounts', 'admin', 'catalog', 'payouts', 'reports'],
};

/** Tables that belong to no module: the layers below write them. A module's are in its module.ts. */
export const LAYER_TABLES = {
  platform: [
    'audit_log',
    'idempotency_keys',
    'last_seen_times',
    'outbox',
    'presence',
    'sealed_files',
    'search_indexes',
    'secret_fingerprints',
    'sessions',
    'setting_changes',
    'settings',
    'upload_pieces',
    'uploads',
  ],
  ledger: [
    'ledger.accounts',
    'ledger.closing',
    'ledger.earning_days',
    'ledger.fan_totals',
    'ledger.entries',
    'ledger.releases',
    'ledger.seals',
    'ledger.transactions',
    'ledger_checks',
  ],
  backup: ['backup_runs', 'site_restores'],
  gateways: ['gateways', 'own_card_accounts', 'sandbox_payments', 'sandbox_refunds', 'sandbox_statements', 'sandbox_subscriptions'],
};

const IN_BULK = 'Records many events in the statement that makes the changes.';
const ERASED = 'An erasure removes the rows with the account.';

/** Writes of a table by another than its owner, and why. To be removed one by one: a new one calls the owner, or handles its event, instead. */
export const FOREIGN_WRITES = [
  { by: 'comments', table: 'outbox', reason: IN_BULK },
  { by: 'feeds', table: 'outbox', reason: IN_BULK },
  { by: 'reactions', table: 'outbox', reason: IN_BULK },
  { by: 'streams', table: 'outbox', reason: IN_BULK },
  { by: 'schedule', table: 'outbox', reason: IN_BULK },
  { by: 'accounts', table: 'idempotency_keys', reason: ERASED },
  { by: 'accounts', table: 'sessions', reason: ERASED },
  { by: 'files', table: 'uploads', reason: ERASED },
  { by: 'admin', table: 'performers', reason: 'The decision on an application.' },
  { by: 'performers', table: 'accounts', reason: 'A performer changes its name and username with its profile.' },
  { by: 'site', table: 'consents', reason: 'The consent to cookies, of visitors too.' },
  { by: 'items', table: 'files', reason: 'Files of an item are attached to it.' },
  { by: 'timelines', table: 'performers', reason: 'Marks performers whose items are merged on read.' },
  { by: 'payments', table: 'orders', reason: 'Orders that wait for a card payment are made and closed here.' },
  { by: 'payments', table: 'order_lines', reason: 'Orders that wait for a card payment are made here.' },
  { by: 'payments', table: 'order_shipping', reason: 'Orders that wait for a card payment are made here.' },
  { by: 'payments', table: 'subscriptions', reason: 'Subscriptions that the gateway renews.' },
];
