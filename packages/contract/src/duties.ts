import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { csvFile, instant } from './shapes.ts';

/** Duties of the card schemes for sites with content of their users. */
export const CARD_SCHEME_DUTIES = [
  'consent',
  'identity',
  'review',
  'liveModeration',
  'complaints',
  'appeals',
  'copies',
  'repeated',
  'records',
  'report',
] as const;
export type CardSchemeDuty = (typeof CARD_SCHEME_DUTIES)[number];

/** The figures of the monthly report, in its order, by part. “Complaints” are reports and takedown notices, as the schemes call them. */
export const SCHEME_FIGURES = {
  complaints: ['complaintsReceived', 'complaintsUpheld', 'complaintsRejected', 'complaintsLate', 'complaintsOpen'],
  hidden: ['hiddenAtOnce', 'hiddenConfirmed', 'hiddenReversed'],
  content: ['itemsReviewed', 'itemsRefused', 'itemsTakenDown'],
  copies: ['copiesFound', 'copiesConfirmed'],
  accounts: ['accountsSuspended', 'repeatedSuspended', 'unfounded'],
  appeals: ['appealsReceived', 'appealsUpheld', 'appealsRejected'],
  objections: ['objectionsReceived', 'objectionsUpheld', 'objectionsRejected'],
  payments: ['payments', 'chargebacks', 'refunds'],
} as const;
export type SchemePart = keyof typeof SCHEME_FIGURES;
export type SchemeFigure = (typeof SCHEME_FIGURES)[SchemePart][number];

const PARTS = Object.keys(SCHEME_FIGURES) as [SchemePart, ...SchemePart[]];
const FIGURES = Object.values(SCHEME_FIGURES).flat() as [SchemeFigure, ...SchemeFigure[]];

const admin = { who: 'admin', permission: 'money' } as const;
const monthQuery = z.object({ month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/) });

const schemeReport = z.object({
  month: z.string(),
  from: instant,
  to: instant,
  figures: z.array(z.object({ part: z.enum(PARTS), figure: z.enum(FIGURES), count: z.number().int() })),
});
export type SchemeReport = z.output<typeof schemeReport>;

/** Reports and notices by business days, which are Monday to Friday in UTC. */
const complaintClock = z.object({
  /** Business days to a decision. */
  days: z.number().int(),
  open: z.number().int(),
  /** Open ones whose time is over. */
  late: z.number().int(),
  /** Arrival of the one that has waited longest; null without an open one. */
  oldestAt: instant.nullable(),
  /** Decided within the last 30 days: in time, and after it. */
  decidedInTime: z.number().int(),
  decidedLate: z.number().int(),
});

export const duties = endpoints({
  'GET /admin/duties': {
    ...admin,
    summary: 'The card schemes’ duties with their state and what is open, and the clock of complaints.',
    costly: true,
    output: z.object({
      /** The months that a report can be made of, newest first. */
      months: z.array(z.string()),
      duties: z.array(z.object({ duty: z.enum(CARD_SCHEME_DUTIES), isMet: z.boolean(), open: z.number().int() })),
      complaints: complaintClock,
    }),
  },
  'GET /admin/duties/report': {
    ...admin,
    summary: 'A month’s report to the card companies: complaints, measures, copies, appeals, disputes. Counts only, no names.',
    costly: true,
    query: monthQuery,
    output: schemeReport,
  },
  'GET /admin/duties/report/export': {
    ...csvFile('card-schemes.csv'),
    ...admin,
    summary: 'The same as CSV. Each download is logged, which shows that the report was made.',
    costly: true,
    query: monthQuery,
  },
});
