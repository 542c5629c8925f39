import { z } from 'zod';
import { email } from './email-address.ts';
import { endpoints } from './endpoint.ts';
import { passkeyAssertion } from './passkeys.ts';
import { done, id, idParams, instant, listOf, message, paging, sortable, wholePaging } from './shapes.ts';

/** The current password; a log-in less than ten minutes old replaces it. */
const currentPassword = z.string().max(200).optional();
/** Six digits of the app, or a recovery code. */
const code = z.string().trim().min(1).max(40);

export const DEVICE_KINDS = ['phone', 'tablet', 'computer', 'program'] as const;

/** How an account’s owner can confirm that it is them. */
export const CONFIRMATIONS = ['passkey', 'code', 'password'] as const;
const confirmations = z.object({
  /** Without a passkey and an authenticator app the password is enough; with one of them it isn’t. */
  methods: z.array(z.enum(CONFIRMATIONS)),
  /** Until when no further confirmation is needed; null when one is. */
  until: instant.nullable(),
});

/** One log-in that lasts. */
export const sessionView = z.object({
  _id: id,
  /** Parsed from the user agent; product names, the same in every language. Null when unknown. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  kind: z.enum(DEVICE_KINDS),
  /** Two letters: where its address is. */
  country: z.string().nullable(),
  loggedInAt: instant,
  seenAt: instant,
  expiresAt: instant,
  isCurrent: z.boolean(),
});
export type SessionView = z.output<typeof sessionView>;

export const EXPORT_STATES = ['pending', 'ready', 'failed', 'expired'] as const;

/** An export of all data of the account. */
export const dataExport = z.object({
  _id: id,
  state: z.enum(EXPORT_STATES),
  bytes: z.number().int().nullable(),
  /** A signed address, valid for an hour or two; different with each request. */
  url: z.string().nullable(),
  expiresAt: instant.nullable(),
  createdAt: instant,
});
export type DataExport = z.output<typeof dataExport>;

/** The requested deletion of an account, or what it would involve. */
export const deletionView = z.object({
  requestedAt: instant.nullable(),
  deletesAt: instant.nullable(),
  waitDays: z.number().int(),
  /** What stays by law: what, why, and for how many years after the deletion. */
  keeps: z.array(z.object({ what: z.string(), years: z.number().int(), until: instant })),
});
export type DeletionView = z.output<typeof deletionView>;

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** What an account’s owner does with it: sessions, second factor, address, export, deletion. */
export const account = endpoints({
  'GET /auth/sessions': {
    open: 'age',
    summary: 'The own sessions, the one of this call first.',
    who: 'user',
    personal: true,
    lite: true,
    /** `seenAt`: the session of this call, then those seen last. */
    query: sortable(wholePaging, ['seenAt', 'createdAt', 'updatedAt']),
    output: listOf(sessionView),
  },
  'DELETE /auth/sessions/{id}': {
    open: 'age',
    summary: 'End one of the own sessions.',
    who: 'user',
    personal: true,
    lite: true,
    params: idParams,
    output: done,
    idempotency: 'none',
  },
  'POST /auth/sessions/revoke-others': {
    open: 'age',
    summary: 'End all own sessions but this one.',
    who: 'user',
    personal: true,
    lite: true,
    output: z.object({ revoked: z.number().int() }),
    idempotency: 'none',
  },
  'GET /auth/confirm': {
    open: 'age',
    summary: 'How the owner can confirm that it is them, and how long the last log-in or confirmation counts.',
    who: 'user',
    personal: true,
    lite: true,
    suspended: true,
    output: confirmations,
  },
  'POST /auth/confirm': {
    open: 'age',
    inQuiet: true,
    summary: 'Confirm that it is the owner, for the calls that ask for it within ten minutes: one of the methods of `GET /auth/confirm`.',
    who: 'user',
    personal: true,
    lite: true,
    suspended: true,
    body: z.object({ password: z.string().min(1).max(200), code, passkey: passkeyAssertion }).partial(),
    output: confirmations,
    errors: ['CURRENT_PASSWORD_WRONG', 'TWO_FACTOR_INVALID', 'PASSKEY_INVALID', 'RECENT_LOGIN_REQUIRED', 'LOG_IN_PAUSED'],
    limit: 'login',
    idempotency: 'none',
  },
  'GET /auth/two-factor': {
    open: 'age',
    summary: 'Whether two-step verification by an app is on, and how many recovery codes are left; they stand in for a passkey, too.',
    who: 'user',
    personal: true,
    lite: true,
    output: z.object({
      enabled: z.boolean(),
      since: instant.nullable(),
      recoveryCodesLeft: z.number().int(),
      /** The account is an admin’s whose second factor must be a passkey. */
      isPasskeyRequired: z.boolean(),
    }),
  },
  'POST /auth/two-factor': {
    open: 'age',
    inQuiet: true,
    summary: 'Begin to set two-step verification up (RFC 6238): the secret for the app. It counts once a code has confirmed it.',
    who: 'user',
    personal: true,
    lite: true,
    body: z.object({ currentPassword }),
    output: z.object({
      secret: z.string(),
      uri: z.string(),
      /** The address as a QR code: an SVG path, and the length of the square it is drawn in. */
      qr: z.object({ size: z.number().int(), path: z.string() }),
    }),
    errors: ['CURRENT_PASSWORD_WRONG', 'RECENT_LOGIN_REQUIRED', 'LOG_IN_PAUSED', 'TWO_FACTOR_STATE'],
    limit: 'login',
    idempotency: 'none',
  },
  'POST /auth/two-factor/confirm': {
    open: 'age',
    inQuiet: true,
    summary: 'Turn two-step verification on with a first code; answers the recovery codes, once.',
    who: 'user',
    personal: true,
    lite: true,
    body: z.object({ code }),
    output: recoveryCodes,
    errors: ['TWO_FACTOR_INVALID', 'TWO_FACTOR_STATE', 'LOG_IN_PAUSED'],
    limit: 'login',
    idempotency: 'none',
  },
  'POST /auth/two-factor/recovery-codes': {
    open: 'age',
    summary:
      'New recovery codes, answered once; the old ones end. Needs a code of the app; with passkeys alone, a log-in or confirmation less than ten minutes old.',
    who: 'user',
    personal: true,
    lite: true,
    body: z.object({ code: code.optional() }),
    output: recoveryCodes,
    errors: ['TWO_FACTOR_INVALID', 'TWO_FACTOR_STATE', 'RECENT_LOGIN_REQUIRED', 'LOG_IN_PAUSED'],
    limit: 'login',
    idempotency: 'none',
  },
  'POST /auth/two-factor/turn-off': {
    open: 'age',
    summary: 'Turn two-step verification off: needs the password and a code.',
    who: 'user',
    personal: true,
    lite: true,
    body: z.object({ currentPassword: z.string().max(200), code }),
    output: message,
    errors: ['CURRENT_PASSWORD_WRONG', 'TWO_FACTOR_INVALID', 'TWO_FACTOR_STATE', 'LOG_IN_PAUSED'],
    limit: 'login',
    idempotency: 'none',
  },
  'POST /auth/me/email': {
    open: 'age',
    summary: 'Ask for another mail address: a link there confirms it. The answer never tells whether the address is known.',
    who: 'user',
    personal: true,
    lite: true,
    body: z.object({ email, currentPassword }),
    output: message,
    errors: ['CURRENT_PASSWORD_WRONG', 'RECENT_LOGIN_REQUIRED', 'LOG_IN_PAUSED'],
    limit: 'mail',
    idempotency: 'none',
  },
  'POST /verification/email-change': {
    open: 'age',
    summary: 'Change the mail address with the token of the mail to the new one; the old one gets a way back.',
    who: 'public',
    body: z.object({ token: z.string().max(200) }),
    output: message,
    errors: ['TOKEN_INVALID'],
    limit: 'login',
    idempotency: 'none',
  },
  'POST /verification/email-change/undo': {
    open: 'age',
    summary: 'Take a change of the mail address back with the token of the mail to the old one; ends every session.',
    who: 'public',
    body: z.object({ token: z.string().max(200) }),
    output: message,
    errors: ['TOKEN_INVALID'],
    limit: 'login',
    idempotency: 'none',
  },
  'POST /verification/not-me': {
    summary:
      'Say with the token of a mail that what it tells of wasn’t oneself: ends every session, undoes what was changed since, makes the password useless until it is reset, and freezes a performer’s payouts.',
    open: 'always',
    who: 'public',
    body: z.object({ token: z.string().max(200) }),
    output: z.object({
      /** The account has the address of the mail: still, or again; `lost` when another account has it by now. */
      address: z.enum(['kept', 'restored', 'lost']),
      /** The account is a performer’s, whose payouts wait for an admin. */
      isFrozen: z.boolean(),
    }),
    errors: ['TOKEN_INVALID', 'TOKEN_USED', 'TOKEN_EXPIRED', 'UNAVAILABLE'],
    limit: 'login',
    idempotency: 'none',
  },
  'GET /users/me/exports': {
    open: 'age',
    summary: 'The own exports, newest first.',
    who: 'user',
    personal: true,
    lite: true,
    suspended: true,
    query: sortable(paging, ['createdAt', 'updatedAt']).extend({ limit: z.coerce.number().int().min(1).max(100).default(20) }),
    output: listOf(dataExport),
  },
  'POST /users/me/exports': {
    open: 'age',
    summary: 'Have a copy of all own data made; a mail tells when it is ready.',
    who: 'user',
    personal: true,
    lite: true,
    suspended: true,
    output: dataExport,
    status: 202,
    errors: ['EXPORT_RUNNING'],
    idempotency: 'none',
  },
  'GET /users/me/deletion': {
    open: 'age',
    summary: 'Whether the account is about to be erased, and what stays by law.',
    who: 'user',
    personal: true,
    lite: true,
    suspended: true,
    output: deletionView,
  },
  'POST /users/me/deletion': {
    open: 'age',
    summary: 'Have the account erased once the waiting time is over; not for admins.',
    who: 'user',
    personal: true,
    lite: true,
    suspended: true,
    body: z.object({ currentPassword: z.string().max(200) }),
    output: deletionView,
    errors: ['CURRENT_PASSWORD_WRONG', 'RECENT_LOGIN_REQUIRED', 'DELETION_STATE', 'LOG_IN_PAUSED'],
    limit: 'login',
    idempotency: 'none',
  },
  'DELETE /users/me/deletion': {
    open: 'age',
    summary: 'Take the deletion back.',
    who: 'user',
    personal: true,
    lite: true,
    suspended: true,
    output: deletionView,
    errors: ['DELETION_STATE'],
    idempotency: 'none',
  },
});
