import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { done, id, idParams, instant, line, listOf, sortable, wholePaging } from './shapes.ts';

/** The options for `navigator.credentials`, as JSON of WebAuthn level 3; the browser’s library reads them. */
export const passkeyOptions = z.looseObject({ challenge: z.string() });

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_-]*$/);
const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(40).nullish(),
  clientExtensionResults: z.looseObject({}).default({}),
};
/** A RegistrationResponseJSON of WebAuthn level 3. */
const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});
/** An AuthenticationResponseJSON of WebAuthn level 3: a passkey’s answer to a challenge. */
export const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: base64url(200).nullish(),
  }),
});
export type PasskeyAssertion = z.output<typeof passkeyAssertion>;

export const passkey = z.object({
  _id: id,
  name: z.string(),
  /** Copied to the owner’s other devices by the device’s maker, such as a password manager. */
  isSynced: z.boolean(),
  lastUsedAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type Passkey = z.output<typeof passkey>;

const name = line(60);
const own = { who: 'user', personal: true, lite: true } as const;

/** Passkeys (WebAuthn): a log-in without a password, a second factor, and a confirmation. */
export const passkeys = endpoints({
  'GET /auth/passkeys': {
    open: 'age',
    ...own,
    summary: 'The own passkeys, newest first.',
    query: sortable(wholePaging, ['createdAt', 'updatedAt']),
    output: listOf(passkey),
  },
  'POST /auth/passkeys/options': {
    open: 'age',
    ...own,
    stepUp: true,
    summary: 'Begin to add a passkey: the options for the browser. They work for five minutes, in this session alone.',
    output: passkeyOptions,
    errors: ['PASSKEYS_FULL'],
    limit: 'login',
    idempotency: 'none',
  },
  'POST /auth/passkeys': {
    open: 'age',
    ...own,
    stepUp: true,
    summary: 'Add a passkey with the browser’s answer. With the first second factor, answers recovery codes, once.',
    body: z.object({ name, response: registration }),
    output: z.object({ passkey, recoveryCodes: z.array(z.string()).nullable() }),
    status: 201,
    errors: ['PASSKEY_INVALID', 'PASSKEY_KNOWN', 'PASSKEYS_FULL'],
    limit: 'login',
    idempotency: 'none',
  },
  'PUT /auth/passkeys/{id}': {
    open: 'age',
    ...own,
    summary: 'Name one of the own passkeys.',
    params: idParams,
    body: z.object({ name }),
    output: passkey,
    idempotency: 'none',
  },
  'DELETE /auth/passkeys/{id}': {
    open: 'age',
    ...own,
    stepUp: true,
    summary: 'Remove one of the own passkeys; the device keeps it, but it opens nothing any more.',
    params: idParams,
    output: done,
    limit: 'login',
    idempotency: 'none',
  },
  'POST /auth/passkeys/challenge': {
    inQuiet: true,
    summary: 'The options for a log-in by passkey, or for the second step of one. They work once, for five minutes.',
    open: 'always',
    acting: true,
    who: 'public',
    output: passkeyOptions,
    limit: 'login',
    idempotency: 'none',
  },
  'POST /auth/confirm/challenge': {
    open: 'age',
    inQuiet: true,
    ...own,
    suspended: true,
    summary: 'The options for confirming by a passkey. They work once, for five minutes, in this session alone.',
    output: passkeyOptions,
    limit: 'login',
    idempotency: 'none',
  },
});
