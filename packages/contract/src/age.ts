import { z } from 'zod';
import { AGE_LEVELS, AGE_PROVIDER_PROBLEMS, AGE_PROVIDER_SUBJECTS } from './age.values.ts';
import { endpoints } from './endpoint.ts';
import { instant, line } from './shapes.ts';

/** How the caller's age is known. */
export const ageStatus = z.object({
  /** The level of the caller's country. */
  level: z.enum(AGE_LEVELS),
  /** The caller's age was verified, and need not be again at present. */
  isVerified: z.boolean(),
  /** When it must be verified again; null without a check, and for performers whose identity documents were approved. */
  until: instant.nullable(),
  /** `identityDocuments`, or the method that the provider named; null where nothing was verified. */
  method: z.string().nullable(),
  /** The name of the provider that verified it, and null where nothing was verified. */
  verifiedBy: z.string().nullable(),
  /** The provider of new checks; null where there is none. */
  provider: z.object({ name: z.string(), host: z.string() }).nullable(),
  /** Days until a check is repeated. */
  validDays: z.number().int(),
});
export type AgeStatus = z.output<typeof ageStatus>;

const providerCheck = z.object({
  subject: z.enum(AGE_PROVIDER_SUBJECTS),
  /** `untested`: an earlier check failed, so that this one would tell nothing. */
  state: z.enum(['ok', 'failed', 'untested']),
  problem: z.enum(AGE_PROVIDER_PROBLEMS).nullable(),
  /** The system's code, the status of an answer, or what was read; empty without any. */
  found: z.string(),
});
export type AgeProviderCheck = z.output<typeof providerCheck>;

/** The provider of age checks, as the owner sees it. Its secret is never part of it. */
export const ageProvider = z.object({
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  hasSecret: z.boolean(),
  scope: z.string(),
  claim: z.string(),
  enteredAt: instant,
});

const providerState = z.object({
  /** Null until a provider was entered. */
  provider: ageProvider.nullable(),
  /** The address to register at the provider. */
  returnAddress: z.string(),
  /** A country's level is `verify`, so that the provider can't be removed. */
  isNeeded: z.boolean(),
  /** Checks of the last 30 days. */
  checks: z.object({ passed: z.number().int(), failed: z.number().int(), open: z.number().int() }),
});
export type AgeProviderState = z.output<typeof providerState>;

const token = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[\x21-\x7e]+$/);
const entry = z.object({
  /** Shown to people before they are sent there. */
  name: line(60),
  issuer: z
    .string()
    .trim()
    .max(300)
    .refine((value) => /^https?:\/\/[^\s\\?#@]+$/i.test(value), { params: { rule: 'webAddress' } }),
  clientId: token(200),
  /** Empty for the stored one, which is used with the stored issuer and client alone; or for a client without a secret. */
  clientSecret: z
    .string()
    .max(500)
    .regex(/^[\x20-\x7e]*$/),
  /** Scopes besides `openid`, separated by spaces. */
  scope: z
    .string()
    .trim()
    .max(200)
    .regex(/^[\x21\x23-\x5b\x5d-\x7e]*(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/),
  /** The claim that must be `true`. */
  claim: token(80),
});
export type AgeProviderEntry = z.output<typeof entry>;

const admin = { who: 'admin', permission: 'settings' } as const;

/** Age assurance. */
export const age = endpoints({
  'GET /age/check': {
    summary: 'What the site asks for in the caller’s country, and how the caller’s age is known.',
    who: 'public',
    open: 'age',
    output: ageStatus,
  },
  'POST /age/checks': {
    summary: 'Begin a check at the site’s provider: answers where to send the browser. It comes back to `/age/return`.',
    who: 'public',
    open: 'age',
    body: z.object({
      /** A path of this site, to which the browser returns in the end. */
      returnTo: z.string().max(1000).default('/'),
    }),
    output: z.object({ url: z.string() }),
    status: 201,
    limit: 'lookup',
    idempotency: 'none',
    errors: ['AGE_PROVIDER_MISSING', 'AGE_PROVIDER_AWAY'],
  },
  'GET /admin/age-provider': {
    ...admin,
    summary: 'The provider of age checks, without its secret, and how many checks there were.',
    output: providerState,
  },
  'POST /admin/age-provider/test': {
    ...admin,
    summary: 'Try a provider: its discovery document, endpoints, algorithms and keys. Nothing is stored.',
    stepUp: true,
    body: entry,
    output: z.object({ passes: z.boolean(), checks: z.array(providerCheck) }),
    idempotency: 'none',
  },
  'PUT /admin/age-provider': {
    ...admin,
    summary: 'Try a provider and, if it passes, use it for checks that begin from now on.',
    stepUp: true,
    body: entry,
    output: z.object({ checks: z.array(providerCheck) }),
    errors: ['AGE_PROVIDER_FAILED'],
  },
  'DELETE /admin/age-provider': {
    ...admin,
    summary: 'Remove the provider. Refused while a country’s level is `verify`.',
    stepUp: true,
    output: z.object({ success: z.literal(true) }),
    errors: ['AGE_PROVIDER_NEEDED', 'AGE_PROVIDER_MISSING'],
    // A repetition has nothing to remove.
    idempotency: 'none',
  },
});
