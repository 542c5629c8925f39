import { z } from 'zod';
import { orderFilter, person, transactionFilter } from './admin-money.ts';
import { accountFilter, performerFilter } from './admin-people.ts';
import { payoutFilter } from './admin-payouts.ts';
import { subscriptionFilter } from './admin-subscriptions.ts';
import { ADMIN_LISTS, BULK_ACTS, BULK_ACT_STATES, MAX_CHOSEN_ROWS } from './bulk-acts.values.ts';
import { contentFilter } from './catalog.ts';
import { endpoints } from './endpoint.ts';
import { SUSPENSION_REASONS } from './reasons.ts';
import { reportFilter } from './reports.ts';
import { id, idList, idParams, instant, line, listOf, paging, sortable, text } from './shapes.ts';

/** An act on many rows of a list, with how far it is. */
export const bulkAct = z.object({
  _id: id,
  act: z.enum(BULK_ACTS),
  state: z.enum(BULK_ACT_STATES),
  /** Rows, fixed when the act was prepared. */
  rows: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  by: person,
  /** The act that this one takes back. */
  undoes: id.nullable(),
  /** The act that takes this one back. */
  undoneBy: id.nullable(),
  /** Rows were done that another act can take back, and none does. */
  isUndoable: z.boolean(),
  createdAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
});
export type BulkAct = z.output<typeof bulkAct>;

/** With the rows that failed: a hundred at most. */
export const bulkActWithFailures = bulkAct.extend({
  failures: z.array(
    z.object({
      _id: id,
      /** A name, a title or a reference. */
      name: z.string(),
      code: z.string(),
      /** Why, in the caller's language. */
      message: z.string(),
    }),
  ),
});
export type BulkActWithFailures = z.output<typeof bulkActWithFailures>;

/** A list and its filters. */
const counted = z.discriminatedUnion('list', [
  z.object({ list: z.literal('accounts'), filter: accountFilter }),
  z.object({ list: z.literal('performers'), filter: performerFilter }),
  z.object({ list: z.literal('subscriptions'), filter: subscriptionFilter }),
  z.object({ list: z.literal('content'), filter: contentFilter }),
  z.object({ list: z.literal('reports'), filter: reportFilter }),
  z.object({ list: z.literal('orders'), filter: orderFilter }),
  z.object({ list: z.literal('ledger'), filter: transactionFilter }),
  z.object({ list: z.literal('payouts'), filter: payoutFilter }),
]);

const count = z.object({
  _id: id,
  list: z.enum(ADMIN_LISTS),
  /** Rows counted so far; all of them once it ended. */
  counted: z.number().int(),
  endedAt: instant.nullable(),
});
export type ListCount = z.output<typeof count>;

/** Rows chosen one by one, or all that a list's filters let through. Which are meant is fixed by the call that prepares the act. */
const rowsOf = <Filter extends z.ZodType>(filter: Filter) =>
  z.union([z.object({ ids: idList(MAX_CHOSEN_ROWS) }), z.object({ matching: filter })]);

const prepared = { who: 'admin', output: bulkAct, errors: ['BULK_ROWS_NONE', 'BULK_ROWS_TOO_MANY'] } as const;
/** Every admin may look at the acts that their permissions cover; the act's own permission is checked with the act. */
const ofAct = { who: 'admin', permission: 'overview', params: idParams } as const;

/** Acts on many rows: prepared, which fixes the rows, then started; and exact counts of lists. Both run as jobs. */
export const bulkActs = endpoints({
  'POST /admin/users/suspend-many': {
    ...prepared,
    permission: 'moderation',
    summary: 'Prepare to suspend accounts: nothing happens before it is started.',
    body: z.object({ rows: rowsOf(accountFilter), reason: z.enum(SUSPENSION_REASONS), note: text(500).default('') }),
    errors: [...prepared.errors, 'REASON_REQUIRED'],
  },
  'POST /admin/users/restore-many': {
    ...prepared,
    permission: 'moderation',
    summary: 'Prepare to lift the suspension of accounts.',
    body: z.object({ rows: rowsOf(accountFilter) }),
  },
  'POST /admin/content/take-down-many': {
    ...prepared,
    permission: 'content',
    summary: 'Prepare to hide items from everybody; each performer is told why.',
    body: z.object({ rows: rowsOf(contentFilter), note: line(2000) }),
  },
  'POST /admin/content/restore-many': {
    ...prepared,
    permission: 'content',
    summary: 'Prepare to show items again that were taken down.',
    body: z.object({ rows: rowsOf(contentFilter) }),
  },
  'POST /admin/content/approve-many': {
    ...prepared,
    permission: 'content',
    summary: 'Prepare to approve items that wait for review.',
    body: z.object({ rows: rowsOf(contentFilter) }),
  },
  'POST /admin/payouts/approve-many': {
    ...prepared,
    permission: 'money',
    stepUp: true,
    summary: 'Prepare to approve pending payouts.',
    body: z.object({ rows: rowsOf(payoutFilter) }),
  },
  'GET /admin/bulk-acts': {
    summary: 'Acts on many rows that were started, newest first: those that the caller’s permissions cover.',
    who: 'admin',
    permission: 'overview',
    query: sortable(paging, ['createdAt', 'updatedAt']),
    output: listOf(bulkAct),
  },
  'GET /admin/bulk-acts/{id}': {
    ...ofAct,
    summary: 'One act on many rows: how far it is, what failed and why.',
    output: bulkActWithFailures,
  },
  'POST /admin/bulk-acts/{id}/start': {
    ...ofAct,
    summary: 'Start an act that the caller prepared. It goes on by itself, also after a restart of the site.',
    output: bulkAct,
    errors: ['BULK_ACT_STATE', 'RECENT_LOGIN_REQUIRED'],
  },
  'POST /admin/bulk-acts/{id}/stop': {
    ...ofAct,
    summary: 'Stop a running act: rows that are done stay done.',
    output: bulkAct,
    errors: ['BULK_ACT_STATE'],
  },
  'POST /admin/bulk-acts/{id}/undo': {
    ...ofAct,
    summary: 'Prepare the act that takes back what an ended act did.',
    output: bulkAct,
    errors: ['BULK_ACT_STATE'],
  },
  'POST /admin/list-counts': {
    summary: 'Count all rows of a list that its filters let through, beyond the thousand that a list counts by itself.',
    who: 'admin',
    permission: 'overview',
    body: counted,
    output: count,
  },
  'GET /admin/list-counts/{id}': {
    summary: 'A count that the caller asked for: how far it is.',
    who: 'admin',
    permission: 'overview',
    params: idParams,
    output: count,
  },
});
