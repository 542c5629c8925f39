import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { GATEWAY_NAMES } from './gateways.values.ts';
import { RESTORE_FAILURES, UNBOOKED_EVENTS, UNBOOKED_REASONS } from './restores.values.ts';
import { amount, id, instant } from './shapes.ts';

/** Something that a company tells and that the site can't book: the owner refunds or credits it at the company. */
const unbooked = z.object({
  event: z.enum(UNBOOKED_EVENTS),
  reason: z.enum(UNBOOKED_REASONS),
  /** As the company writes it: a day, or a time in its own zone. */
  at: z.string(),
  amount: amount.nullable(),
  currency: z.string().nullable(),
  /** The company's number of the sale. */
  saleId: z.string(),
  /** The company's number of the payment, if it tells one. */
  paymentId: z.string().nullable(),
});
export type Unbooked = z.output<typeof unbooked>;

const answer = z.object({
  company: z.enum(GATEWAY_NAMES),
  /**
   * list: the company lists what happened. each: it was asked for each open order and each subscription, and can't tell of orders that the site doesn't
   * know. none: the simulated company's books were restored with the site's.
   */
  way: z.enum(['list', 'each', 'none']),
  askedAt: instant,
  /** All until then was told. */
  toldUntil: instant,
  failure: z.object({ reason: z.enum(RESTORE_FAILURES), detail: z.string() }).nullable(),
  /** Events that were booked now. */
  booked: z.number().int(),
  /** Events that the site knew. */
  known: z.number().int(),
  unbooked: z.array(unbooked),
});
export type RestoreAnswer = z.output<typeof answer>;

const restore = z.object({
  _id: id,
  backupName: z.string(),
  /** The last instant that the backup covers. */
  recoveredUntil: instant,
  restoredAt: instant,
  /** Null until the erasures since were repeated. */
  erasuresRepeated: z.number().int().nullable(),
  /** Null until the card companies were asked. */
  askedAt: instant.nullable(),
  answers: z.array(answer),
  /** Shows that were running at that instant; they end with the confirmation. */
  runningShows: z.number().int(),
  confirmedAt: instant.nullable(),
});
export type Restore = z.output<typeof restore>;

export const adminRestore = endpoints({
  'GET /admin/restore/state': {
    summary: 'Whether the site waits for an owner to confirm its restore from a backup.',
    who: 'admin',
    permission: 'overview',
    output: z.object({ recoveredUntil: instant.nullable() }),
  },
  'GET /admin/restore': {
    summary:
      'The newest restore from a backup: what it covers, what the card companies told, which erasures were repeated. Null if there was none.',
    who: 'admin',
    permission: 'admins',
    output: z.object({ restore: restore.nullable() }),
  },
  'POST /admin/restore/ask': {
    summary: 'Ask the card companies what happened since the backup, from where each stopped, and repeat erasures if that failed.',
    who: 'admin',
    permission: 'admins',
    inQuiet: true,
    idempotency: 'none',
    output: z.object({ restore: restore.nullable() }),
    errors: ['RESTORE_STATE'],
  },
  'POST /admin/restore/confirm': {
    summary: 'Confirm the restore and open the site: shows of before end, jobs and mails go on.',
    who: 'admin',
    permission: 'admins',
    stepUp: true,
    inQuiet: true,
    // The row itself is confirmed once.
    idempotency: 'none',
    body: z.object({
      id,
      /** The owner has read which companies didn't tell all. */
      acceptsFailures: z.boolean().optional(),
    }),
    output: z.object({ success: z.boolean() }),
    errors: ['RESTORE_STATE', 'RESTORE_UNASKED', 'RESTORE_UNANSWERED', 'RESTORE_ERASURES'],
  },
});
