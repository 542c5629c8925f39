import { z } from 'zod';
import { shownContents } from './catalog.ts';
import { endpoints } from './endpoint.ts';
import { REPORT_REASONS } from './reasons.values.ts';
import { REPORT_OBJECTS, REPORT_STATES, REPORT_TEXT } from './reports.values.ts';
import { GROUNDS, MEASURES, RESTRICTION_REASONS, RESTRICTION_SOURCES } from './restrictions.values.ts';
import { id, idParams, instant, line, listOf, paging, sortable, text } from './shapes.ts';

/** The object of a measure or a report, with its title or first words as they were, and the address of its page. */
const object = z.object({ kind: z.enum(REPORT_OBJECTS), _id: id, title: z.string(), path: z.string().nullable() });

/** An appeal against a restriction, or a complaint about a rejected report or notice. */
export const objection = z.object({
  state: z.enum(REPORT_STATES),
  text: z.string(),
  /** The admin's words about it. */
  note: z.string(),
  createdAt: instant,
  decidedAt: instant.nullable(),
});

/** A restriction with its statement of reasons (DSA article 17), as the account reads it: never who reported. */
export const decision = z.object({
  _id: id,
  reference: z.string(),
  measure: z.enum(MEASURES),
  object,
  reason: z.enum(RESTRICTION_REASONS),
  ground: z.enum(GROUNDS),
  /** The admin's words. */
  facts: z.string(),
  source: z.enum(RESTRICTION_SOURCES),
  /** No person decided it. */
  isAutomated: z.boolean(),
  state: z.enum(['active', 'lifted']),
  since: instant,
  endedAt: instant.nullable(),
  /** The last moment for an appeal; null when there can't be one. */
  appealUntil: instant.nullable(),
  appeal: objection.nullable(),
});
export type Decision = z.output<typeof decision>;

/** A report as its sender sees it. */
export const sentReport = z.object({
  _id: id,
  reference: z.string(),
  object,
  reason: z.enum(REPORT_REASONS),
  text: z.string(),
  state: z.enum(REPORT_STATES),
  /** The admin's words about the decision. */
  note: z.string(),
  createdAt: instant,
  decidedAt: instant.nullable(),
  /** The last moment for a complaint; null when there can't be one. */
  complainUntil: instant.nullable(),
  complaint: objection.nullable(),
});
export type SentReport = z.output<typeof sentReport>;

/** An appeal or a complaint as admins decide it. */
export const adminObjection = objection.extend({
  _id: id,
  kind: z.enum(['appeal', 'complaint']),
  /** The number of the decision, the report or the notice. */
  reference: z.string(),
  object: object.nullable(),
  reason: z.enum(RESTRICTION_REASONS),
  /** The words of the first decision. */
  facts: z.string(),
  /** The account that objects; null for the sender of a notice. */
  by: z.object({ _id: id, username: z.string(), name: z.string() }).nullable(),
  /** The instant by which it is to be decided. */
  dueAt: instant,
  /** The admin who decided first: another one decides this where the site has two. */
  firstDecidedBy: z.string().nullable(),
  decidedBy: z.string().nullable(),
});
export type AdminObjection = z.output<typeof adminObjection>;

/** An objection with what it is about: null for accounts and shows, and for what doesn’t exist any more. */
const adminObjectionContents = adminObjection.extend({ contents: shownContents.nullable() });
export type AdminObjectionContents = z.output<typeof adminObjectionContents>;

const words = text(REPORT_TEXT).refine((value) => value.length >= 10, { params: { rule: 'tooShort', minimum: 10 } });

/** Measures against content and accounts, and the ways to object to decisions. */
export const restrictions = endpoints({
  'GET /account/decisions': {
    summary: 'Measures against what the caller published, or against the account, newest first, with their reasons.',
    who: 'user',
    lite: true,
    suspended: true,
    query: sortable(paging, ['createdAt', 'updatedAt']),
    output: listOf(decision),
  },
  'POST /account/decisions/{id}/appeal': {
    summary: 'Appeal against a measure, once, within 183 days.',
    who: 'user',
    lite: true,
    suspended: true,
    params: idParams,
    body: z.object({ text: words }),
    output: decision,
    errors: ['REPORT_STATE'],
    limit: 'contact',
  },
  'GET /account/reports': {
    summary: 'The caller’s reports, newest first, with their outcome.',
    who: 'user',
    lite: true,
    query: sortable(paging, ['createdAt', 'updatedAt']),
    output: listOf(sentReport),
  },
  'POST /account/reports/{id}/complain': {
    summary: 'Complain about the rejection of a report, once, within 183 days.',
    who: 'user',
    lite: true,
    params: idParams,
    body: z.object({ text: words }),
    output: sentReport,
    errors: ['REPORT_STATE'],
    limit: 'contact',
  },
  'GET /admin/appeals': {
    summary: 'Appeals and complaints: those that wait by the instant they are due; decided ones, the newest first.',
    who: 'admin',
    permission: 'content',
    query: sortable(paging, ['queue', 'createdAt', 'updatedAt'], 'asc').extend({ state: z.enum(['open', 'decided']).default('open') }),
    output: listOf(adminObjection).extend({ counts: z.object({ open: z.number().int(), decided: z.number().int() }) }),
  },
  'GET /admin/appeals/{id}': {
    summary: 'One appeal or complaint, with the words and files that it is about: also when nobody else sees them any more.',
    who: 'admin',
    permission: 'content',
    params: idParams,
    output: adminObjectionContents,
  },
  'POST /admin/appeals/{id}/decide': {
    summary: 'Decide an appeal or a complaint. An upheld appeal shows the content again, an upheld complaint removes it.',
    who: 'admin',
    permission: 'content',
    params: idParams,
    body: z.object({ decision: z.enum(['upheld', 'rejected']), note: line(2000) }),
    output: z.object({ success: z.literal(true) }),
    errors: ['REPORT_STATE', 'OTHER_ADMIN_NEEDED'],
  },
});
