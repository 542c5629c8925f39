import { z } from 'zod';
import { email } from './email-address.ts';
import { endpoints } from './endpoint.ts';
import { ITEM_KINDS } from './items.values.ts';
import { TAKEDOWN_REASONS } from './reasons.ts';
import { HIDINGS, REPORT_TEXT } from './reports.values.ts';
import { objection } from './restrictions.ts';
import { id, idParams, instant, listOf, paging, sortable, text } from './shapes.ts';

export const TAKEDOWN_STATES = ['open', 'upheld', 'rejected'] as const;

export const takedownNotice = z.object({
  _id: id,
  /** What its sender can quote. */
  reference: z.string(),
  url: z.string(),
  reason: z.enum(TAKEDOWN_REASONS),
  statement: z.string(),
  name: z.string(),
  email: z.string(),
  state: z.enum(TAKEDOWN_STATES),
  decisionNote: z.string(),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  createdAt: instant,
  /** The instant by which it is to be decided. */
  dueAt: instant,
  /** A hiding reason hid it, or why it left it in sight; null for other reasons, and for what was hidden already. */
  hiding: z.enum(HIDINGS).nullable(),
  /** The post, comment, show or account that the address leads to, where it leads to one. */
  target: z
    .object({ kind: z.enum([...ITEM_KINDS, 'comment', 'account']), _id: id, title: z.string(), username: z.string(), isDown: z.boolean() })
    .nullable(),
});
export type TakedownNotice = z.output<typeof takedownNotice>;

/** A notice as its sender sees it, by the link in its mails: nothing about what its address leads to. */
export const sentNotice = z.object({
  reference: z.string(),
  url: z.string(),
  reason: z.enum(TAKEDOWN_REASONS),
  state: z.enum(TAKEDOWN_STATES),
  /** The admin's words about the decision. */
  note: z.string(),
  createdAt: instant,
  decidedAt: instant.nullable(),
  /** The last moment for a complaint; null when there can't be one. */
  complainUntil: instant.nullable(),
  complaint: objection.nullable(),
});
export type SentNotice = z.output<typeof sentNotice>;

const noticeParams = z.object({ reference: z.string().regex(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/) });
const noticeToken = z.string().min(20).max(100);

/** Takedown notices. */
export const takedowns = endpoints({
  'POST /takedowns': {
    summary: 'Ask that something be taken down; open to everybody. A receipt goes to the address given.',
    open: 'age',
    who: 'public',
    body: z
      .object({
        url: z.string().trim().min(1).max(500),
        reason: z.enum(TAKEDOWN_REASONS),
        statement: text(5000).refine((value) => value.length >= 10, { params: { rule: 'tooShort', minimum: 10 } }),
        /** May be empty in reports about a child. */
        name: text(80)
          .refine((value) => !/[\r\n]/.test(value), { params: { rule: 'oneLine' } })
          .default(''),
        email: z.union([email, z.literal('')]).default(''),
        /** Declaration that the notice is accurate to the best of the sender's knowledge. */
        goodFaith: z.literal(true),
      })
      .refine((body) => body.reason === 'underage' || body.name !== '', { path: ['name'], params: { rule: 'required' } })
      .refine((body) => body.reason === 'underage' || body.email !== '', { path: ['email'], params: { rule: 'required' } }),
    output: z.object({ message: z.string(), reference: z.string() }),
    status: 201,
    limit: 'contact',
  },
  'GET /takedowns/{reference}': {
    summary: 'A notice, for its sender: with the secret of the link in its mails.',
    open: 'age',
    who: 'public',
    suspended: true,
    params: noticeParams,
    query: z.object({ token: noticeToken }),
    output: sentNotice,
    limit: 'lookup',
  },
  'POST /takedowns/{reference}/complain': {
    summary: 'Complain about the rejection of a notice, once, within 183 days.',
    open: 'age',
    who: 'public',
    suspended: true,
    params: noticeParams,
    body: z.object({
      token: noticeToken,
      text: text(REPORT_TEXT).refine((value) => value.length >= 10, { params: { rule: 'tooShort', minimum: 10 } }),
    }),
    output: sentNotice,
    errors: ['REPORT_STATE'],
    limit: 'contact',
  },
  'GET /admin/takedowns': {
    summary: 'Notices: those that wait by the instant they are due; decided ones, the newest first.',
    who: 'admin',
    permission: 'content',
    /** `queue`: notices that wait, the next due first; decided ones, the newest first. */
    query: sortable(paging, ['queue', 'createdAt', 'updatedAt'], 'asc').extend({ state: z.enum(TAKEDOWN_STATES).default('open') }),
    output: listOf(takedownNotice).extend({
      counts: z.object({ open: z.number().int(), upheld: z.number().int(), rejected: z.number().int() }),
      oldestOpenAt: instant.nullable(),
    }),
  },
  'POST /admin/takedowns/{id}/decide': {
    summary: 'Decide a notice. Upholding it takes the post down at once; sender and performer are told why.',
    who: 'admin',
    permission: 'content',
    params: idParams,
    body: z.object({ decision: z.enum(['upheld', 'rejected']), note: text(2000).default('') }),
    output: takedownNotice,
    errors: ['NOTICE_STATE', 'REASON_REQUIRED'],
  },
});
