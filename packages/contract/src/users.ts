import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { amount, displayName, id, idParams, instant, listOf, paging, sortable, text, timeZone } from './shapes.ts';
import { ADMIN_PERMISSIONS, ADMIN_ROLES } from './admin-roles.ts';
import { LOCALE_PATTERN } from './texts/text.ts';

const MB = 1024 * 1024;
export const avatarFile = { accept: ['image'], maxBytes: 15 * MB } as const;

export const APPLICATION_STATES = ['pending', 'approved', 'rejected', 'held'] as const;

/** The account as its owner sees it. */
export const currentUser = z.object({
  _id: id,
  username: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  avatar: z.string(),
  cover: z.string().nullable(),
  /** Tokens in the wallet. */
  balance: amount,
  role: z.enum(['fan', 'performer', 'admin']),
  isPerformer: z.boolean(),
  isLiteAccount: z.boolean(),
  /** A performer's application; null for others. */
  applicationState: z.enum(APPLICATION_STATES).nullable(),
  locale: z.string(),
  /** IANA name, for dates of emails, notifications and periods; null for the site's. */
  timeZone: z.string().nullable(),
  /** An admin's role and permissions; null and empty for others. */
  adminRole: z.enum(ADMIN_ROLES).nullable(),
  permissions: z.array(z.enum(ADMIN_PERMISSIONS)),
  /** By an authenticator app or a passkey. */
  hasTwoFactor: z.boolean(),
  hasPasskey: z.boolean(),
  /** Minutes without activity after which an admin is logged out; null for never, and for others. */
  idleMinutes: z.number().int().nullable(),
  /** Why the account is suspended, if it is: a reason's key and a note. It may do no more than a visitor then. */
  suspension: z.object({ reason: z.string(), note: z.string() }).nullable(),
  /** An admin who can only access their own account until two-step verification is set up. */
  mustSetUpTwoFactor: z.boolean(),
  /** When the account will be erased, if its owner requested that. */
  deletesAt: instant.nullable(),
  /** Paying, writing and publishing wait until the account has agreed to changed terms. */
  mustAgree: z.boolean(),
  /** Set while an admin looks at the site as this account does: nothing can be changed. */
  actingAdmin: z.object({ _id: id, name: z.string() }).nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type CurrentUser = z.output<typeof currentUser>;

/** An account as others see it. */
export const publicUser = z.object({ _id: id, username: z.string(), name: z.string(), avatar: z.string() });
export type PublicUser = z.output<typeof publicUser>;

/** An account as its page shows it to others. */
export const viewedUser = publicUser.extend({ cover: z.string().nullable(), isPerformer: z.boolean(), createdAt: instant });
export type ViewedUser = z.output<typeof viewedUser>;

export const users = endpoints({
  'GET /users/me': { summary: 'The account of this session.', who: 'user', inShow: true, lite: true, suspended: true, output: currentUser },
  'PUT /users': {
    summary: 'Change the own account. Keys that are not listed change nothing.',
    who: 'user',
    lite: true,
    body: z.object({
      name: displayName(80).optional(),
      locale: z.string().regex(LOCALE_PATTERN).optional(),
      timeZone: timeZone.nullable().optional(),
    }),
    output: currentUser,
  },
  'GET /users/search': {
    summary:
      'Fans by the beginning of a username or of a part of their name: those who follow the performer, subscribed or bought; all of them if the site allows it.',
    who: 'performer',
    query: sortable(paging, ['username', 'createdAt', 'updatedAt'], 'asc').extend({ q: text(60).optional() }),
    output: listOf(publicUser),
  },
  'GET /users/view/{id}': { summary: 'One account as others see it.', who: 'user', params: idParams, output: viewedUser },
  'POST /users/avatar/upload': {
    summary: 'Set the own avatar.',
    who: 'user',
    lite: true,
    files: { avatar: avatarFile },
    output: currentUser,
    errors: ['FILE_KIND_REFUSED', 'FILE_TOO_LARGE', 'FILE_UNREADABLE', 'FILE_MISSING', 'QUOTA_EXCEEDED'],
    limit: 'upload',
  },
  'POST /users/{id}/avatar/upload': {
    summary: 'Set an avatar: the own one, or as an admin who moderates anyone’s.',
    who: 'user',
    lite: true,
    params: idParams,
    files: { avatar: avatarFile },
    output: viewedUser,
    errors: ['FILE_KIND_REFUSED', 'FILE_TOO_LARGE', 'FILE_UNREADABLE', 'FILE_MISSING', 'QUOTA_EXCEEDED'],
    limit: 'upload',
  },
});
