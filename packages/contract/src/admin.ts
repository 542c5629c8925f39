import { keysOf } from './keys.values.ts';
import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { REJECTION_REASONS } from './reasons.values.ts';
import { amount, day, id, idParams, instant, listOf, paging, sortable, text } from './shapes.ts';
import { APPLICATION_STATES } from './users.ts';

/**
 * The ledger's invariants (money.md), by their names in the database's check; what is
 * shown is the text `admin.check.<key>`.
 */
export const LEDGER_INVARIANTS = {
  sumsToZero: 'every transaction sums to zero in each unit',
  hasEntries: 'every transaction has entries',
  balances: 'every wallet and hold equals the sum of its entries',
  notNegative: 'no wallet or hold is below zero',
  units: 'every entry has the unit of its account',
  owed: 'what performers are owed equals their accounts',
  ordersPosted: 'every paid order has its transaction',
  postingsOrdered: 'every transaction of an order has its paid order',
  unlocksGiven: 'every paid unlock gives its entitlement',
  detailsAddUp: 'the details of every paid order add up to it',
  couponsCount: 'every coupon was used as often as it counts',
  seals: 'the chain of seals is unbroken',
  balancesFollow: 'every balance follows from the one before',
  reversalsBounded: 'no sale is given back beyond what was paid',
  nothingLeft: 'nothing is left of refunded and charged back orders',
  nothingReversedWaits: 'nothing reversed waits to be released',
  accessTaken: 'what was given back gives access no more',
  debtsHold: 'nobody has paid more than they owe',
  payoutsInTransit: 'what is in transit equals the open payouts',
  payoutsMoved: 'every payout moved what its state says',
  closedDays: 'closed days equal the ledger',
  minutesOnce: 'every minute of a show was paid once',
  holdsOpen: 'tokens are held for open shows alone',
  offersCount: 'every offer link was used and reserved as often as it counts',
  offersUsed: 'every order paid with an offer link has used it',
  gatewaysAddUp: 'every card company’s account equals its orders and fees',
  disputesOnce: 'every chargeback is undone once at most',
  auditUnbroken: 'the audit log is unbroken',
} as const;
export type LedgerInvariant = keyof typeof LEDGER_INVARIANTS;

export { REJECTION_REASONS } from './reasons.values.ts';

export const applicationRow = z.object({
  _id: id,
  username: z.string(),
  name: z.string(),
  avatar: z.string(),
  country: z.string(),
  state: z.enum(APPLICATION_STATES),
  emailVerified: z.boolean(),
  documents: z.number().int(),
  appliedAt: instant,
  decidedAt: instant.nullable(),
});
export type ApplicationRow = z.output<typeof applicationRow>;

export const applicationDetail = applicationRow.extend({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  gender: z.string(),
  dateOfBirth: z.string(),
  age: z.number().int(),
  rejectionReasons: z.array(z.string()),
  rejectionNote: z.string(),
  documentList: z.array(
    z.object({
      _id: id,
      kind: z.enum(['idVerification', 'documentVerification']),
      contentType: z.string(),
      createdAt: instant,
      /** By the caller: whoever approves has opened both. */
      isOpened: z.boolean(),
    }),
  ),
  history: z.array(z.object({ at: instant, action: z.string(), by: z.string().nullable() })),
});
export type ApplicationDetail = z.output<typeof applicationDetail>;

export const admin = endpoints({
  'GET /admin/applications': {
    summary: 'Performers’ applications, oldest waiting first.',
    who: 'admin',
    permission: 'applications',
    /** `queue`: with `state=pending` those that wait longest first, else those decided last first. */
    query: sortable(paging, ['queue', 'createdAt', 'updatedAt'], 'asc').extend({
      state: z.enum(APPLICATION_STATES).optional(),
      q: text(60).optional(),
    }),
    output: listOf(applicationRow).extend({
      counts: z.object({ pending: z.number().int(), approved: z.number().int(), rejected: z.number().int(), held: z.number().int() }),
      oldestWaitingAt: instant.nullable(),
    }),
  },
  'GET /admin/applications/{id}': {
    summary: 'One application.',
    who: 'admin',
    permission: 'applications',
    params: idParams,
    output: applicationDetail,
  },
  'GET /admin/documents/{id}': {
    summary: 'A short-lived address of one document. Each view is logged.',
    who: 'admin',
    permission: 'applications',
    stepUp: true,
    params: idParams,
    output: z.object({ url: z.string(), contentType: z.string() }),
  },
  'POST /admin/applications/{id}/approve': {
    summary: 'Approve a performer, both of whose documents the caller has opened.',
    who: 'admin',
    permission: 'applications',
    params: idParams,
    output: applicationDetail,
    errors: ['APPLICATION_STATE', 'DOCUMENT_MISSING', 'DOCUMENT_UNOPENED'],
  },
  'POST /admin/applications/{id}/reject': {
    summary: 'Refuse an application, with reasons; the performer may send it again.',
    who: 'admin',
    permission: 'applications',
    params: idParams,
    body: z.object({ reasons: z.array(z.enum(REJECTION_REASONS)).min(1).max(5), note: text(500).default('') }),
    output: applicationDetail,
    errors: ['APPLICATION_STATE', 'REASON_REQUIRED'],
  },
  'GET /admin/overview': {
    summary: 'The tiles of the admin’s start page. Queues and what is live are of now, other figures of about a minute ago.',
    who: 'admin',
    permission: 'overview',
    output: z.object({
      applications: z.object({ waiting: z.number().int(), oldestWaitingAt: instant.nullable() }),
      takedowns: z.object({ waiting: z.number().int(), oldestWaitingAt: instant.nullable() }),
      participants: z.object({ waiting: z.number().int(), oldestWaitingAt: instant.nullable() }),
      reports: z.object({ waiting: z.number().int(), oldestWaitingAt: instant.nullable() }),
      /** Appeals against measures, and complaints about rejections. */
      appeals: z.object({ waiting: z.number().int(), oldestWaitingAt: instant.nullable() }),
      /** When the next report or notice is to be decided, and how many are late. */
      decisions: z.object({ nextDueAt: instant.nullable(), late: z.number().int() }),
      complaints: z.object({ waiting: z.number().int(), oldestWaitingAt: instant.nullable() }),
      /** Payouts to approve. */
      payouts: z.object({ waiting: z.number().int(), oldestWaitingAt: instant.nullable() }),
      /** Items in review before they are published. */
      reviews: z.object({ waiting: z.number().int(), oldestWaitingAt: instant.nullable() }),
      /** Files that look like what was taken down, apart from those of items in review. */
      copies: z.object({ waiting: z.number().int(), oldestWaitingAt: instant.nullable() }),
      accounts: z.object({
        fans: z.number().int(),
        performers: z.number().int(),
        /** Registered in seven days. */
        newInSevenDays: z.number().int(),
        onlineNow: z.number().int(),
        suspended: z.number().int(),
      }),
      live: z.object({ shows: z.number().int(), viewers: z.number().int() }),
      /** Jobs that failed permanently. */
      failedJobs: z.number().int(),
      content: z.object({ feeds: z.number().int() }),
      /** As the last check found it. */
      ledger: z.object({ balanced: z.boolean(), transactions: z.number().int(), checkedAt: instant }),
      /** `state` is external for a database that the site doesn't back up itself, and late 36 hours after the last one. */
      backups: z.object({
        state: z.enum(['external', 'off', 'none', 'ok', 'late', 'failed']),
        lastAt: instant.nullable(),
        /** When the newest back-up was last restored as a rehearsal; null before the first. */
        rehearsedAt: instant.nullable(),
        /** The last rehearsal failed. */
        rehearsalFailed: z.boolean(),
        /** One sentence of the last run that failed, for the operator. */
        failure: z.string().nullable(),
      }),
      /** The disk of DATA_DIR, of the node that answers. Low: less than twice the reserve is left. Full: uploads and recordings are refused. */
      disk: z.object({ state: z.enum(['ok', 'low', 'full']), freeBytes: z.number().int(), reserveBytes: z.number().int() }),
      turnover: z.object({ sevenDays: amount, commissionSevenDays: amount }),
      /** Of thirty days up to today. `byDay` before refunds. */
      sales: z.object({
        total: amount,
        refunded: amount,
        byDay: z.array(z.object({ day, tips: amount, subscriptions: amount, content: amount, live: amount })),
      }),
      /** When those figures were counted that aren't of now. */
      figuresAt: instant,
    }),
  },
  'GET /admin/ledger/verify': {
    summary: 'The last check of the ledger’s invariants; one is made each night, and with `POST /admin/ledger/checks`.',
    who: 'admin',
    costly: true,
    permission: 'money',
    output: z.object({
      ok: z.boolean(),
      checkedAt: instant,
      checks: z.array(
        z.object({
          invariant: z.enum(keysOf(LEDGER_INVARIANTS)),
          ok: z.boolean(),
          /** How many were looked at, where the check counts. */
          count: z.number().int().nullable(),
          /** For the operator: the check's detail, such as the first violating transaction. */
          detail: z.string(),
        }),
      ),
    }),
  },
});
