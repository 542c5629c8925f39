import type { Endpoint } from '@stagedoor/contract/endpoint';
import { isAgeGate } from '@stagedoor/contract/web';
import type { FastifyRequest } from 'fastify';
import { type CallerRule, VISITOR, type Viewer, mustSetUpTwoFactor, refusalFor } from '../auth/viewer.ts';
import { assertStepUp } from '../auth/step-up.ts';
import { CodedError } from '../errors.ts';
import type { Platform } from '../platform.ts';
import type { VerifiedVisitor } from '../auth/age-cookies.ts';
import type { CountryOf } from './country.ts';
import { goesOnWithShow } from '../settings/drain.ts';
import { GATE_ERRORS, gateOf } from './gate.ts';
import type { RateLimiter } from './rate-limits.ts';

export const SESSION_COOKIE = 'token';
/** Marks a browser that has logged in to an account before; it is no credential. */
export const DEVICE_COOKIE = 'device';

/** Whether a call of this method may change something. */
export const isUnsafe = (method: string): boolean => method !== 'GET' && method !== 'HEAD';

/** Whether an origin is the site's own: required for unsafe calls with a session cookie (docs/security.md). */
export const isOwnOrigin = (origin: string | undefined, host: string | undefined, publicUrl: string): boolean => {
  if (!origin) return false;
  const site = new URL(publicUrl);
  if (origin === site.origin) return true;
  try {
    const from = new URL(origin);
    // A page without encryption may be anybody's on the way.
    return from.host === host && (site.protocol === 'http:' || from.protocol === 'https:');
  } catch {
    return false;
  }
};

/**
 * The account of a request's session, for routes that only read and aren't in the contract. The rule refuses as it would a call: null for
 * whoever couldn't make it.
 */
export const callerOf = async (
  { sessions, settings }: Pick<Platform, 'sessions' | 'settings'>,
  request: FastifyRequest,
  rule: CallerRule,
): Promise<string | null> => {
  const token = request.headers.authorization ?? request.cookies[SESSION_COOKIE];
  const viewer = token ? await sessions.find(token) : null;
  return viewer && !refusalFor(rule, viewer, false, mustSetUpTwoFactor(settings, viewer)) ? viewer.accountId : null;
};

/** The part of an endpoint's definition that admission checks. */
export type AdmissionRule = Pick<
  Endpoint,
  'who' | 'permission' | 'personal' | 'acting' | 'lite' | 'suspended' | 'verified' | 'stepUp' | 'open' | 'inShow' | 'inQuiet' | 'limit'
>;

export interface Admitted {
  viewer: Viewer;
  /** The country code of the IP address, if known. */
  country: string | null;
  verifiedVisitor: VerifiedVisitor | null;
  /** Says that the call's input was refused: it counts less against its rate limit. */
  lighten: () => Promise<void>;
}

/** Admits a call or throws the reason: session → origin → gates → authorization → rate limit → step-up. */
export type Admit = (request: FastifyRequest, rule: AdmissionRule) => Promise<Admitted>;

export const createAdmission = ({
  platform,
  limiter,
  countryOf,
  knownBrowserOf,
}: {
  platform: Platform;
  limiter: RateLimiter;
  countryOf: CountryOf;
  /** Identifies the browser that a device cookie belongs to, if an account knows it. */
  knownBrowserOf: (deviceCookie: string) => Promise<string | undefined>;
}): Admit => {
  const authenticate = async (request: FastifyRequest): Promise<Viewer> => {
    const header = request.headers.authorization;
    const cookie = request.cookies[SESSION_COOKIE];
    const token = header ?? cookie;
    if (!token) return VISITOR;
    const viewer = await platform.sessions.find(token);
    if (!viewer) return VISITOR;
    if (!header && isUnsafe(request.method) && !isOwnOrigin(request.headers.origin, request.headers.host, platform.config.publicUrl)) {
      throw new CodedError('ORIGIN_REFUSED');
    }
    return viewer;
  };

  return async (request, rule) => {
    const caller = await authenticate(request);
    const isWrite = isUnsafe(request.method);
    const mustSetUp = caller.kind === 'account' && mustSetUpTwoFactor(platform.settings, caller);
    // A suspended account, and an admin without the required second factor, are treated as visitors on public endpoints.
    const isRestricted = caller.kind === 'account' && (caller.suspended || mustSetUp);
    const viewer = rule.who === 'public' && isRestricted ? VISITOR : caller;
    const country = countryOf(request.ip);
    const isInShow = rule.inShow === true && (await goesOnWithShow(platform, viewer));
    const gate = rule.open === 'always' ? null : gateOf(platform, { viewer, country, cookies: request.cookies, isInShow });
    if (gate && (isAgeGate(gate) ? 'age' : gate) !== rule.open) throw new CodedError(GATE_ERRORS[gate]);
    if (isWrite && rule.inQuiet !== true && platform.quiet.isOn()) throw new CodedError('RESTORE_UNCONFIRMED');
    const refusal = refusalFor(rule, viewer, isWrite, mustSetUp);
    if (refusal) throw new CodedError(refusal);
    const limit = rule.limit ?? (isWrite ? 'write' : 'read');
    const deviceCookie = request.cookies[DEVICE_COOKIE];
    const lighten = await limiter.count(limit, viewer, request.ip, deviceCookie ? () => knownBrowserOf(deviceCookie) : undefined);
    if (rule.stepUp && viewer.kind === 'account') await assertStepUp(platform, viewer);
    return { viewer, country, verifiedVisitor: platform.ageCookies.read(request.cookies, platform.clock.now()), lighten };
  };
};
