import { z } from 'zod';
import { ADMIN_ROLES } from './admin-roles.ts';
import { AUDIT_KINDS, AUDIT_WAYS } from './audit.values.ts';
import { username } from './auth.ts';
import { email } from './email-address.ts';
import { endpoints } from './endpoint.ts';
import { NOT_ME_CAUSES } from './not-me.values.ts';
import { SUSPENSION_REASONS } from './reasons.ts';
import {
  amount,
  cursorListOf,
  cursorPaging,
  flag,
  id,
  idParams,
  instant,
  line,
  listOf,
  paging,
  sortable,
  text,
  visibleText,
  csvFile,
  madeIn,
} from './shapes.ts';
import { APPLICATION_STATES } from './users.ts';

/** Kinds of events of an account’s timeline. */
export const TIMELINE_KINDS = ['joined', 'show', 'paid', 'earned', 'payout', 'report', 'reported'] as const;

export const ACCOUNT_STATUSES = ['active', 'suspended', 'deleted'] as const;

/** Kinds of sale whose commission a performer may have of their own: the settings' keys. */
export const COMMISSION_KEYS = [
  'monthlySubscriptionCommission',
  'yearlySubscriptionCommission',
  'videoSaleCommission',
  'productSaleCommission',
  'feedSaleCommission',
  'gallerySaleCommission',
  'giftingSaleCommission',
  'emojiSaleCommission',
  'tokenTipCommission',
  'groupChatDefaultCommission',
  'privateChatDefaultCommission',
] as const;
export type CommissionKey = (typeof COMMISSION_KEYS)[number];

/** An account in the administration's lists. */
export const accountRow = z.object({
  _id: id,
  username: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  avatar: z.string(),
  role: z.enum(['fan', 'performer', 'admin']),
  adminRole: z.enum(ADMIN_ROLES).nullable(),
  status: z.enum(ACCOUNT_STATUSES),
  /** A performer's application; null for others. */
  applicationState: z.enum(APPLICATION_STATES).nullable(),
  isOnline: z.boolean(),
  lastSeenAt: instant.nullable(),
  createdAt: instant,
});
export type AccountRow = z.output<typeof accountRow>;

/** A performer in the administration's lists. */
export const performerRow = accountRow.extend({
  country: z.string(),
  craft: z.string(),
  isLive: z.boolean(),
  subscribers: z.number().int(),
  posts: z.number().int(),
  /** Net earnings of thirty days, in the site's currency. */
  earnedThirtyDays: amount,
  featuredPosition: z.number().int().nullable(),
});
export type PerformerRow = z.output<typeof performerRow>;

export const auditEntry = z.object({
  _id: id,
  at: instant,
  action: z.string(),
  kind: z.enum(AUDIT_KINDS),
  /** Null when the site did it by itself. */
  actor: z.object({ _id: id, username: z.string(), name: z.string() }).nullable(),
  /** How it was done, if not through the site: on the server's command line. */
  via: z.enum(AUDIT_WAYS).nullable(),
  object: z.object({ kind: z.string(), _id: id.nullable(), name: z.string().nullable() }),
  detail: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.output<typeof auditEntry>;

const shortPerson = z.object({ _id: id, username: z.string(), name: z.string() });

/** What an admin noted about an account, for the others. */
export const accountNote = z.object({ _id: id, at: instant, author: shortPerson, text: z.string() });
export type AccountNote = z.output<typeof accountNote>;

/** Something that happened around an account: a way to the list that has it whole. */
export const timelineEntry = z.object({
  /** Of the account, the show, the transaction, the payout or the report. */
  _id: id,
  at: instant,
  kind: z.enum(TIMELINE_KINDS),
  /** How a show ended, the kind of a transaction, the state of a payout or report. */
  detail: z.string().nullable(),
  /** Of a show, of what was sold or reported. */
  title: z.string(),
  tokens: amount.nullable(),
  /** In the site’s currency: of an earning what is left for the performer. */
  money: amount.nullable(),
  /** The other side. */
  person: shortPerson.nullable(),
});
export type TimelineEntry = z.output<typeof timelineEntry>;

/** Since when a performer’s payouts are frozen, and the event of the mail by whose link the performer said “This wasn’t me”. */
export const payoutFreeze = z.object({ at: instant, cause: z.enum(NOT_ME_CAUSES) });

export const accountDetail = accountRow.extend({
  dateOfBirth: z.string().nullable(),
  locale: z.string(),
  hasTwoFactor: z.boolean(),
  /** An owner wants them to be an owner too; another owner’s `PUT /admin/admins/{id}` confirms it. */
  ownerProposal: z.object({ by: shortPerson, at: instant, until: instant }).nullable(),
  /** Log-ins that still hold. */
  sessions: z.number().int(),
  statusReason: z.string().nullable(),
  statusNote: z.string(),
  statusChangedAt: instant.nullable(),
  /** When it will be erased, if its owner requested that. */
  deletesAt: instant.nullable(),
  /** Tokens in the wallet. */
  balance: amount,
  /** What was spent on performers, in tokens, in all. */
  spent: amount,
  subscriptions: z.number().int(),
  performer: z
    .object({
      legalName: z.string(),
      country: z.string(),
      holdReason: z.string(),
      featuredPosition: z.number().int().nullable(),
      subscribers: z.number().int(),
      followers: z.number().int(),
      posts: z.number().int(),
      views: z.number().int(),
      earnedThirtyDays: amount,
      isLive: z.boolean(),
      payoutsFrozen: payoutFreeze.nullable(),
      /** Per cent by kind of sale; `own` differs from the site's. */
      commissions: z.array(z.object({ key: z.enum(COMMISSION_KEYS), rate: z.number(), siteRate: z.number(), isOwn: z.boolean() })),
    })
    .nullable(),
  /** The latest acts of admins. */
  /** Measures against the account that count for the setting `strikeLimit`. */
  strikes: z.number().int(),
  history: z.array(auditEntry),
  /** The latest events, of the kinds that the caller’s role may read. */
  timeline: z.array(timelineEntry),
  notes: z.array(accountNote),
});
export type AccountDetail = z.output<typeof accountDetail>;

const count = z.number().int();
const rate = z.number().min(0).max(100).multipleOf(0.01);
const reasonBody = z.object({ reason: z.enum(SUSPENSION_REASONS), note: text(500).default('') });

const auditFilter = z.object({
  /** Part of the name or username of who did it or whom it was done to; of the action’s name; the beginning of a reference. */
  q: text(60).optional(),
  kind: z.enum(AUDIT_KINDS).optional(),
  /** The action, or a prefix: `accounts.`. */
  action: z
    .string()
    .regex(/^[A-Za-z.]{1,60}$/)
    .optional(),
  actorId: id.optional(),
  /** What nobody did: the site by itself. */
  bySite: flag.optional(),
  /** Acts of the server's command line. */
  byConsole: flag.optional(),
  objectId: id.optional(),
  from: instant.optional(),
  until: instant.optional(),
});

/** Which accounts: of a role and a state, by the beginning of a name, username or address, by when they joined. */
export const accountFilter = z.object({
  q: text(254).optional(),
  role: z.enum(['fan', 'performer', 'admin']).optional(),
  status: z.enum(ACCOUNT_STATUSES).optional(),
  verified: flag.optional(),
  online: flag.optional(),
  ...madeIn,
});
const accountList = sortable(paging, ['createdAt', 'updatedAt', 'lastSeenAt', 'username']).extend(accountFilter.shape);
export const performerFilter = z.object({
  q: text(60).optional(),
  state: z.enum(APPLICATION_STATES).optional(),
  status: z.enum(ACCOUNT_STATUSES).optional(),
  country: z.string().length(2).optional(),
  featured: flag.optional(),
  ...madeIn,
});
/** `featured`: those with a place in the ranking first, the first place first; with `asc` the other way round. */
const performerList = sortable(paging, ['createdAt', 'updatedAt', 'subscribers', 'earned', 'featured']).extend(performerFilter.shape);

/** The administration of people: accounts, performers, admins, the audit log. */
export const adminPeople = endpoints({
  'GET /admin/users': {
    summary: 'Accounts, newest first: by role, state, and the beginning of a name, username or address.',
    who: 'admin',
    permission: 'users',
    query: accountList,
    output: listOf(accountRow).extend({ counts: z.object({ active: count, suspended: count, deleted: count }) }),
  },
  'GET /admin/users/export': {
    ...csvFile('accounts.csv'),
    summary: 'The same accounts as a CSV file, newest first. Each download is logged.',
    who: 'admin',
    permission: 'users',
    query: accountFilter,
  },
  'GET /admin/users/{id}': {
    summary: 'One account: what is known of it, and what was done to it.',
    who: 'admin',
    permission: 'users',
    params: idParams,
    output: accountDetail,
  },
  'POST /admin/users/{id}/suspend': {
    summary: 'Suspend an account: it is out of every list, its shows end, it can’t do anything. Its owner gets a mail with the reason.',
    who: 'admin',
    permission: 'moderation',
    params: idParams,
    body: reasonBody,
    output: accountDetail,
    errors: ['ACCOUNT_STATE', 'REASON_REQUIRED', 'LAST_OWNER'],
  },
  'POST /admin/users/{id}/restore': {
    summary: 'Let a suspended account go on.',
    who: 'admin',
    permission: 'moderation',
    params: idParams,
    output: accountDetail,
    errors: ['ACCOUNT_STATE'],
  },
  'POST /admin/users/{id}/end-sessions': {
    summary: 'Log an account out everywhere.',
    who: 'admin',
    permission: 'moderation',
    params: idParams,
    output: accountDetail,
  },
  'POST /admin/users/{id}/verify-email': {
    summary: 'Take an account’s mail address for confirmed.',
    who: 'admin',
    permission: 'support',
    stepUp: true,
    params: idParams,
    output: accountDetail,
    errors: ['ACCOUNT_STATE'],
  },
  'POST /admin/users/{id}/reset-two-factor': {
    summary: 'Take a lost second factor away. Its owner gets a mail, every session ends.',
    who: 'admin',
    permission: 'support',
    stepUp: true,
    params: idParams,
    output: accountDetail,
    errors: ['TWO_FACTOR_STATE'],
  },
  'POST /admin/users/{id}/notes': {
    summary: 'Note something about an account. Admins alone read it; its owner finds it in the copy of their data.',
    who: 'admin',
    permission: 'users',
    params: idParams,
    body: z.object({ text: visibleText(2000) }),
    output: accountDetail,
  },
  'DELETE /admin/users/{id}/notes/{noteId}': {
    summary: 'Remove a note: one’s own, or anybody’s by who manages admins.',
    who: 'admin',
    permission: 'users',
    params: idParams.extend({ noteId: id }),
    output: accountDetail,
  },
  'POST /admin/users/{id}/act-as': {
    summary: 'Look at the site as an account does, for half an hour, changing nothing. Not as an admin. The reason is in the audit log.',
    who: 'admin',
    permission: 'support',
    stepUp: true,
    params: idParams,
    body: z.object({ reason: line(300) }),
    output: z.object({ username: z.string() }),
    errors: ['ACCOUNT_STATE'],
    idempotency: 'none',
  },
  'POST /auth/stop-acting': {
    summary: 'Look at the site as oneself again.',
    open: 'always',
    who: 'user',
    acting: true,
    lite: true,
    suspended: true,
    output: z.object({ accountId: id }),
    errors: ['ACCOUNT_STATE'],
    idempotency: 'none',
  },
  'GET /admin/performers': {
    summary: 'Performers: by state of their application and name, with what they earn.',
    who: 'admin',
    permission: 'users',
    query: performerList,
    output: listOf(performerRow),
  },
  'GET /admin/performers/export': {
    ...csvFile('performers.csv'),
    summary: 'The same performers as a CSV file, newest first. Each download is logged.',
    who: 'admin',
    permission: 'users',
    query: performerFilter,
  },
  'POST /admin/performers/{id}/hold': {
    summary: 'Hold an approved performer at profile and payout; they read the reason.',
    who: 'admin',
    permission: 'moderation',
    params: idParams,
    body: z.object({ reason: line(500) }),
    output: accountDetail,
    errors: ['APPLICATION_STATE'],
  },
  'POST /admin/performers/{id}/release': {
    summary: 'Let a held performer publish again.',
    who: 'admin',
    permission: 'moderation',
    params: idParams,
    output: accountDetail,
    errors: ['APPLICATION_STATE'],
  },
  'POST /admin/performers/{id}/release-payouts': {
    summary: 'Release payouts that a performer froze by “This wasn’t me”; the performer gets a mail.',
    who: 'admin',
    permission: 'money',
    stepUp: true,
    params: idParams,
    output: accountDetail,
    errors: ['PAYOUT_STATE'],
  },
  'PUT /admin/performers/{id}/featured': {
    summary: 'Give a performer a place in the ranking `featured`, or, with null, leave it to their activity.',
    who: 'admin',
    permission: 'site',
    params: idParams,
    body: z.object({ position: z.number().int().min(1).max(999).nullable() }),
    output: accountDetail,
  },
  'PUT /admin/performers/{id}/commissions': {
    summary: 'Give a performer commissions of their own, in per cent; null is the site’s. They count for sales from now on.',
    who: 'admin',
    permission: 'money',
    stepUp: true,
    params: idParams,
    body: z.object({ rates: z.partialRecord(z.enum(COMMISSION_KEYS), rate.nullable()) }),
    output: accountDetail,
  },
  'POST /admin/admins': {
    summary: 'Make an admin; a mail invites them to set their password.',
    who: 'admin',
    permission: 'admins',
    stepUp: true,
    body: z.object({ email, username, name: line(80), adminRole: z.enum(ADMIN_ROLES) }),
    output: accountDetail,
    errors: ['USERNAME_TAKEN'],
  },
  'PUT /admin/admins/{id}': {
    summary: 'Change what an admin may do. A new owner needs a second owner’s call, where the setting `ownersByTwo` is on.',
    who: 'admin',
    permission: 'admins',
    stepUp: true,
    params: idParams,
    body: z.object({ adminRole: z.enum(ADMIN_ROLES) }),
    output: accountDetail,
    errors: ['LAST_OWNER'],
  },
  'GET /admin/audit': {
    summary: 'Everything that admins and the site itself did, newest first.',
    who: 'admin',
    permission: 'audit',
    query: sortable(cursorPaging, ['createdAt', 'updatedAt']).extend(auditFilter.shape),
    output: cursorListOf(auditEntry),
  },
  'GET /admin/audit/export': {
    summary: 'The same entries as a CSV file in the caller’s language, in words, newest first. Each download is logged.',
    who: 'admin',
    permission: 'audit',
    ...csvFile('audit.csv'),
    query: auditFilter,
  },
});
