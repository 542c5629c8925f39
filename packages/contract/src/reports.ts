import { z } from 'zod';
import { shownContents } from './catalog.ts';
import { endpoints } from './endpoint.ts';
import { REPORT_REASONS } from './reasons.values.ts';
import { GROUNDS, MEASURES, RESTRICTION_SOURCES } from './restrictions.values.ts';
import { HIDINGS, REPORT_OBJECTS, REPORT_OUTCOMES, REPORT_STATES, REPORT_TEXT } from './reports.values.ts';
import { id, idParams, instant, line, listOf, paging, sortable, text, csvFile, madeIn } from './shapes.ts';

const appeal = z.object({
  state: z.enum(REPORT_STATES),
  text: z.string(),
  /** The admin's words about it. */
  note: z.string(),
  createdAt: instant,
  decidedAt: instant.nullable(),
});

const reported = {
  _id: id,
  reference: z.string(),
  /** What was reported, with its title or first words as they were (to admins, of a private message only whose it is), and the address of its page. */
  object: z.object({ kind: z.enum(REPORT_OBJECTS), _id: id, title: z.string(), path: z.string().nullable() }),
  reason: z.enum(REPORT_REASONS),
  state: z.enum(REPORT_STATES),
  outcome: z.enum(REPORT_OUTCOMES).nullable(),
  /** The admin's words about the decision. */
  note: z.string(),
  createdAt: instant,
  decidedAt: instant.nullable(),
  appeal: appeal.nullable(),
} as const;

/** A report about what is a performer's, as that performer sees it: never who reported it, or with which words. */
export const performerReport = z.object({
  ...reported,
  /** Until then the decision can be appealed; null when it can't be. */
  appealUntil: instant.nullable(),
});
export type PerformerReport = z.output<typeof performerReport>;

const account = z.object({ _id: id, username: z.string(), name: z.string() });

/** A report as admins decide it. */
export const adminReport = z.object({
  ...reported,
  text: z.string(),
  reporter: account,
  owner: account.extend({ isPerformer: z.boolean() }),
  /** Reports about the same that wait, this one included. */
  open: z.number().int(),
  /** What was reported is hidden already. */
  isDown: z.boolean(),
  /** The instant by which it is to be decided. */
  dueAt: instant,
  /** A hiding reason hid it, or why it left it in sight; null for other reasons, and for what was hidden already. */
  hiding: z.enum(HIDINGS).nullable(),
  decidedBy: z.string().nullable(),
});
export type AdminReport = z.output<typeof adminReport>;

/** A report with what it is about: null for accounts and shows, and for what doesn’t exist any more. */
const adminReportContents = adminReport.extend({ contents: shownContents.nullable() });
export type AdminReportContents = z.output<typeof adminReportContents>;

/** How much was received and decided in a month, and how much waited at its end. */
const decisions = z.object({
  received: z.number().int(),
  upheld: z.number().int(),
  rejected: z.number().int(),
  open: z.number().int(),
  /** From its arrival to its decision; null without a decision. */
  medianHours: z.number().nullable(),
});

/** The figures of moderation of a month in UTC (DSA articles 15 and 24). */
export const moderationFigures = z.object({
  month: z.string(),
  from: instant,
  to: instant,
  /** By where it came from (an account's report, or anybody's takedown notice) and its reason. */
  rows: z.array(decisions.extend({ source: z.enum(['report', 'notice']), reason: z.enum(REPORT_REASONS) })),
  appeals: decisions,
  actions: z.object({
    /** Items, comments and messages taken down because of reports. */
    takenDown: z.number().int(),
    /** Items taken down without one. */
    takenDownUnasked: z.number().int(),
    /** Items shown again, besides those of appeals. */
    restored: z.number().int(),
    /** Accounts suspended. */
    suspended: z.number().int(),
  }),
});
export type ModerationFigures = z.output<typeof moderationFigures>;

/** The figures of moderation of a year in UTC (DSA articles 15 and 24). Orders of authorities aren't recorded by the site. */
export const moderationYear = z.object({
  year: z.string(),
  from: instant,
  to: instant,
  reasons: z.array(decisions.extend({ source: z.enum(['report', 'notice']), reason: z.enum(REPORT_REASONS) })),
  /** By the type of content; null for notices that name nothing of the site. */
  contents: z.array(decisions.extend({ source: z.enum(['report', 'notice']), content: z.enum(REPORT_OBJECTS).nullable() })),
  /** Measures by their beginning. An admin's decision on what was hidden at once makes it that admin's measure, by the hiding's date. */
  measures: z.array(
    z.object({
      measure: z.enum(MEASURES),
      ground: z.enum(GROUNDS),
      source: z.enum(RESTRICTION_SOURCES),
      made: z.number().int(),
      /** Without a decision by a person until now. */
      automated: z.number().int(),
      lifted: z.number().int(),
    }),
  ),
  /** Reports and notices that hid content without a person: upheld ones were confirmed, rejected ones reversed. */
  hidden: decisions,
  /** Files held back because they look like something taken down or listed: upheld ones are copies, rejected ones are different. */
  copies: decisions,
  /** Appeals against measures. */
  appeals: decisions,
  /** Complaints about rejected reports and notices. */
  complaints: decisions,
  /** Misuse (DSA article 23). */
  repeated: z.object({
    /** Accounts suspended for repeated violations. */
    suspended: z.number().int(),
    suspensionsLifted: z.number().int(),
    /** Reports and notices that didn't hide because earlier ones of their sender were unfounded. */
    unfounded: z.number().int(),
  }),
});
export type ModerationYear = z.output<typeof moderationYear>;

/** The current year unless said. */
const yearQuery = z.object({
  year: z
    .string()
    .regex(/^20\d\d$/)
    .optional(),
});

/** The current month unless said. */
const monthQuery = z.object({
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
    .optional(),
});

export const reportFilter = z.object({
  state: z.enum([...REPORT_STATES, 'appealed']).default('open'),
  ...madeIn,
});
const reportList = sortable(paging, ['queue', 'createdAt', 'updatedAt'], 'asc').extend(reportFilter.shape);

/** Reports by accounts about what they can see. */
export const reports = endpoints({
  'POST /reports': {
    summary:
      'Report an item, a comment, a message, a show, an account or its pictures, if the caller can see it. While it is open, repeating answers the first.',
    who: 'user',
    inShow: true,
    body: z.object({
      objectType: z.enum(REPORT_OBJECTS),
      objectId: id,
      reason: z.enum(REPORT_REASONS),
      text: text(REPORT_TEXT).default(''),
    }),
    output: z.object({ _id: id, reference: z.string(), state: z.enum(REPORT_STATES) }),
    status: 201,
    limit: 'contact',
  },
  'GET /performer/reports': {
    summary: 'Reports about the performer’s items and comments, newest first; those on messages, accounts and minors only once upheld.',
    who: 'performer',
    lite: true,
    query: sortable(paging, ['createdAt', 'updatedAt']).extend({ state: z.enum(REPORT_STATES).optional() }),
    output: listOf(performerReport),
  },
  'POST /performer/reports/{id}/appeal': {
    summary: 'Appeal against an upheld report, once, while it can be.',
    who: 'performer',
    lite: true,
    params: idParams,
    body: z.object({ text: text(REPORT_TEXT).refine((value) => value.length >= 10, { params: { rule: 'tooShort', minimum: 10 } }) }),
    output: performerReport,
    errors: ['REPORT_STATE'],
  },
  'GET /admin/reports': {
    summary: 'Reports: those that wait by the instant they are due, appeals the oldest first; decided ones, the newest first.',
    who: 'admin',
    permission: 'content',
    query: reportList,
    output: listOf(adminReport).extend({
      counts: z.object({ open: z.number().int(), appealed: z.number().int(), upheld: z.number().int(), rejected: z.number().int() }),
      oldestOpenAt: instant.nullable(),
      /** Open appeals and complaints, of reports and of everything else. */
      objections: z.number().int(),
    }),
  },
  'GET /admin/reports/export': {
    ...csvFile('reports.csv'),
    summary: 'The same reports as a CSV file, newest first. Each download is logged.',
    who: 'admin',
    permission: 'content',
    query: reportFilter,
  },
  'GET /admin/reports/{id}': {
    summary: 'One report, with the words and files that it is about: also when nobody else sees them any more.',
    who: 'admin',
    permission: 'content',
    params: idParams,
    output: adminReportContents,
  },
  'POST /admin/reports/{id}/decide': {
    summary: 'Decide a report. Upheld, an item, comment or message is hidden at once, and other reports about it are upheld with it.',
    who: 'admin',
    permission: 'content',
    params: idParams,
    body: z.object({ decision: z.enum(['upheld', 'rejected']), note: text(2000).default('') }),
    output: adminReport,
    errors: ['REPORT_STATE', 'REASON_REQUIRED'],
  },
  'POST /admin/reports/{id}/decide-appeal': {
    summary: 'Decide an appeal. Upheld, an item or comment is shown again.',
    who: 'admin',
    permission: 'content',
    params: idParams,
    body: z.object({ decision: z.enum(['upheld', 'rejected']), note: line(2000) }),
    output: adminReport,
    errors: ['REPORT_STATE', 'OTHER_ADMIN_NEEDED'],
  },
  'GET /admin/moderation': {
    summary: 'What was reported, decided and appealed in a month, by reason, with the median time to a decision.',
    who: 'admin',
    permission: 'content',
    costly: true,
    query: monthQuery,
    output: moderationFigures,
  },
  'GET /admin/moderation/export': {
    summary: 'The same as a CSV file.',
    who: 'admin',
    permission: 'content',
    costly: true,
    query: monthQuery,
    output: z.custom<AsyncIterable<string>>(),
    download: { contentType: 'text/csv', name: 'moderation.csv' },
  },
  'GET /admin/moderation/year': {
    summary: 'Reports, notices, measures, appeals and complaints of a year, and what happened automatically.',
    who: 'admin',
    permission: 'content',
    costly: true,
    query: yearQuery,
    output: moderationYear,
  },
  'GET /admin/moderation/year/export': {
    summary: 'The same as a CSV file with a number in each line.',
    who: 'admin',
    permission: 'content',
    costly: true,
    query: yearQuery,
    output: z.custom<AsyncIterable<string>>(),
    download: { contentType: 'text/csv', name: 'moderation-year.csv' },
  },
});
