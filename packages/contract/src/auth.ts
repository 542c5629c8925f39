import { z } from 'zod';
import { email } from './email-address.ts';
import { endpoints } from './endpoint.ts';
import { passkeyAssertion } from './passkeys.ts';
import { day, displayName, done, message } from './shapes.ts';

export const USERNAME_PATTERN = /^[a-z0-9][a-z0-9._-]{2,29}$/;

/** A username: lower case, 3 to 30 characters. Reserved and confusable ones are refused by the server. */
export const username = z
  .string()
  .trim()
  .toLowerCase()
  .refine((value) => USERNAME_PATTERN.test(value), { params: { rule: 'username' } });

/** A new password: 8 to 200 characters. */
export const password = z.string().min(8).max(200);

const credentials = z.object({
  username: z.string().trim().max(254).optional(),
  email: z.string().trim().max(254).optional(),
  password: z.string().max(200).optional(),
});

export const auth = endpoints({
  'POST /auth/login': {
    inQuiet: true,
    summary:
      'Log in with username or e-mail address; sets the cookie `token` and answers the token. TWO_FACTOR_REQUIRED asks for the same call with `code` or `passkey`, as `methods` tells. A `passkey` alone is enough.',
    // An admin gets in from wherever they are; everyone else finds the site closed behind it.
    open: 'always',
    acting: true,
    who: 'public',
    body: credentials.extend({
      remember: z.boolean().default(false),
      credentials: credentials.optional(),
      /** With two-step verification: a code of the app, or a recovery code. */
      code: z.string().trim().max(40).optional(),
      /** A passkey’s answer to `POST /auth/passkeys/challenge`: alone, or as the second step after name and password. */
      passkey: passkeyAssertion.optional(),
    }),
    output: z.object({ token: z.string() }),
    errors: [
      'INCORRECT_CREDENTIALS',
      'EMAIL_NOT_VERIFIED',
      'LOG_IN_PAUSED',
      'TWO_FACTOR_REQUIRED',
      'TWO_FACTOR_INVALID',
      'PASSKEY_INVALID',
    ],
    limit: 'login',
    idempotency: 'none',
  },
  'POST /auth/logout': {
    inQuiet: true,
    summary: 'End the session of this call.',
    open: 'always',
    who: 'user',
    acting: true,
    lite: true,
    suspended: true,
    output: done,
    idempotency: 'none',
  },
  'POST /auth/register': {
    summary: 'Register a fan. Answers success for a taken e-mail address too; its owner gets a mail.',
    open: 'age',
    who: 'public',
    body: z.object({
      username,
      email,
      password,
      name: displayName(80).optional(),
      firstName: displayName(60).optional(),
      lastName: displayName(60).optional(),
      dateOfBirth: day.optional(),
      adult: z.literal(true).optional(),
      /** Agrees to the site's terms and privacy policy; recorded as a consent. */
      terms: z.literal(true).optional(),
    }),
    output: message,
    status: 201,
    errors: ['USERNAME_TAKEN', 'USERNAME_RESERVED', 'UNDERAGE'],
    limit: 'register',
    idempotency: 'none',
  },
  'GET /auth/username': {
    summary: 'Whether a username can be registered. Usernames are public, addresses are not: there is no such call for them.',
    open: 'age',
    who: 'public',
    query: z.object({ username }),
    output: z.object({ isAvailable: z.boolean(), obstacle: z.enum(['USERNAME_TAKEN', 'USERNAME_RESERVED']).nullable() }),
    limit: 'lookup',
  },
  'POST /auth/forgot': {
    summary: 'Send a mail to set a new password. The answer never tells whether the address is known.',
    open: 'age',
    who: 'public',
    body: z.object({ email }),
    output: message,
    limit: 'mail',
    idempotency: 'none',
  },
  'POST /auth/reset': {
    summary: 'Set a new password with the token of the mail; ends every session.',
    open: 'age',
    who: 'public',
    body: z.object({ token: z.string().max(200), password }),
    output: message,
    errors: ['TOKEN_INVALID'],
    limit: 'login',
    idempotency: 'none',
  },
  'PUT /auth/me/password': {
    open: 'age',
    summary: 'Change the password: needs the current one, or a log-in less than 10 minutes old; ends the other sessions.',
    who: 'user',
    lite: true,
    body: z.object({ password, currentPassword: z.string().max(200).optional(), source: z.string().max(40).optional() }),
    output: message,
    errors: ['CURRENT_PASSWORD_WRONG', 'RECENT_LOGIN_REQUIRED', 'LOG_IN_PAUSED'],
    limit: 'login',
    idempotency: 'none',
  },
  'POST /verification/resend': {
    summary: 'Send the verification mail again. The answer never tells whether the address is known.',
    open: 'age',
    who: 'public',
    body: z.object({ email }),
    output: message,
    limit: 'mail',
    idempotency: 'none',
  },
  'POST /verification/confirm': {
    summary: 'Verify a mail address with the token of the mail.',
    open: 'age',
    who: 'public',
    body: z.object({ token: z.string().max(200) }),
    output: message,
    errors: ['TOKEN_INVALID'],
    limit: 'login',
    idempotency: 'none',
  },
});
