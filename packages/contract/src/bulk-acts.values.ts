import type { AdminPermission } from './admin-roles.values.ts';

// Acts of the administration on many rows at once, without Zod, so that the web shares them.

/** The lists of the administration whose rows can be exported, counted and acted on. */
export const ADMIN_LISTS = ['accounts', 'performers', 'subscriptions', 'content', 'reports', 'orders', 'ledger', 'payouts'] as const;
export type AdminList = (typeof ADMIN_LISTS)[number];

/** The permission of each list, that of its calls. */
export const LIST_PERMISSIONS: Readonly<Record<AdminList, AdminPermission>> = {
  accounts: 'users',
  performers: 'users',
  subscriptions: 'money',
  content: 'content',
  reports: 'content',
  orders: 'money',
  ledger: 'money',
  payouts: 'money',
};

export const BULK_ACTS = [
  'accounts.suspend',
  'accounts.restore',
  'content.takeDown',
  'content.restore',
  'content.approve',
  'payouts.approve',
] as const;
export type BulkActName = (typeof BULK_ACTS)[number];

interface BulkActRule {
  /** The list whose rows it acts on. */
  list: Extract<AdminList, 'accounts' | 'content' | 'payouts'>;
  /** That of the single act. */
  permission: AdminPermission;
  /** The act that takes it back, where the single act can be. */
  undoneBy?: BulkActName;
}

export const BULK_ACT_RULES: Readonly<Record<BulkActName, BulkActRule>> = {
  'accounts.suspend': { list: 'accounts', permission: 'moderation', undoneBy: 'accounts.restore' },
  'accounts.restore': { list: 'accounts', permission: 'moderation' },
  'content.takeDown': { list: 'content', permission: 'content', undoneBy: 'content.restore' },
  'content.restore': { list: 'content', permission: 'content' },
  'content.approve': { list: 'content', permission: 'content' },
  'payouts.approve': { list: 'payouts', permission: 'money' },
};

/** `asked`: its rows are fixed, and it waits for the answer to its question. `stopped`: by an admin, or because its admin may no longer do it. */
export const BULK_ACT_STATES = ['asked', 'running', 'done', 'stopped'] as const;
export type BulkActState = (typeof BULK_ACT_STATES)[number];

/** An act has at most so many rows. */
export const MAX_BULK_ROWS = 10_000;
/** Rows that are chosen one by one: at most so many. */
export const MAX_CHOSEN_ROWS = 1000;
