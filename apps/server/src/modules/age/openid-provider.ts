import type { AgeProviderCheck } from '@stagedoor/contract/age';
import { AGE_PROVIDER_SUBJECTS } from '@stagedoor/contract/age.values';
import * as openid from 'openid-client';
import { z } from 'zod';
import { failureCodesOf } from '../../platform/outbound/failure-codes.ts';
import { NotFetched } from '../../platform/outbound/fetch-public.ts';
import type { SendPublicRequest } from '../../platform/outbound/public-request.ts';
import { type AgeCheck, AgeCheckFailed, type AgeProvider, type AgeResult, type StoredProvider } from './provider.ts';

/** Algorithms of signatures that are accepted: asymmetric ones, which the client's secret can't forge. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519', 'RS384', 'PS384', 'ES384', 'RS512', 'PS512', 'ES512'];
/** How far the provider's clock may differ from ours, in seconds. */
const TOLERANCE_SECONDS = 30;
const MAX_METHOD = 80;
const MAX_REFERENCE = 200;

export interface OpenIdOptions {
  send: SendPublicRequest;
  /** Providers without encryption are accepted: on a site that is none itself. */
  isInsecureAllowed: boolean;
}

type Subject = (typeof AGE_PROVIDER_SUBJECTS)[number];

/** A check of the test that failed. */
class TestFailure extends Error {
  readonly subject: Subject;
  readonly problem: NonNullable<AgeProviderCheck['problem']>;
  readonly found: string;

  constructor(subject: Subject, problem: NonNullable<AgeProviderCheck['problem']>, found: string) {
    super(problem);
    this.subject = subject;
    this.problem = problem;
    this.found = found;
  }
}

/** Chooses how the client proves itself at the token endpoint, by what the provider supports. */
const authenticationOf = ({ clientSecret }: StoredProvider, supported: readonly string[] | undefined): openid.ClientAuth => {
  if (clientSecret === '') return openid.None();
  // The default of OpenID Connect Discovery, section 3.
  return (supported ?? ['client_secret_basic']).includes('client_secret_basic')
    ? openid.ClientSecretBasic(clientSecret)
    : openid.ClientSecretPost(clientSecret);
};

const wellKnownOf = (issuer: string): string => `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
const address = z.string().max(1000).optional();
const words = z.array(z.string()).optional();
const metadataSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
  userinfo_endpoint: address,
  token_endpoint_auth_methods_supported: words,
  response_types_supported: words,
  code_challenge_methods_supported: words,
  id_token_signing_alg_values_supported: words,
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});
type Metadata = z.output<typeof metadataSchema>;

const isAddress = (value: string | undefined, isInsecureAllowed: boolean): value is string =>
  value !== undefined && URL.canParse(value) && (new URL(value).protocol === 'https:' || (isInsecureAllowed && value.startsWith('http:')));

/** Reads the discovery document. @throws TestFailure */
const discover = async ({ send }: OpenIdOptions, { issuer }: StoredProvider): Promise<Metadata> => {
  const response = await send(wellKnownOf(issuer), { headers: { accept: 'application/json' } }).catch((error: unknown) => {
    const [code] = failureCodesOf(error);
    throw new TestFailure('discovery', 'unreachable', code ?? (error instanceof NotFetched ? error.message : 'unreachable'));
  });
  if (response.status !== 200)
    throw new TestFailure('discovery', response.status >= 500 ? 'unreachable' : 'notOpenId', `HTTP ${response.status}`);
  const parsed = metadataSchema.safeParse(await response.json().catch(() => null));
  if (!parsed.success) throw new TestFailure('discovery', 'notOpenId', '');
  // A document of another issuer would let it sign results in this one's name.
  if (parsed.data.issuer !== issuer) throw new TestFailure('discovery', 'otherIssuer', parsed.data.issuer.slice(0, 100));
  return parsed.data;
};

/** @throws TestFailure */
const assertEndpoints = ({ isInsecureAllowed }: OpenIdOptions, metadata: Metadata): void => {
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
    if (!isAddress(metadata[name], isInsecureAllowed)) throw new TestFailure('endpoints', 'notOpenId', name);
  const { response_types_supported: types, code_challenge_methods_supported: challenges } = metadata;
  if (types && !types.includes('code')) throw new TestFailure('endpoints', 'noCodeFlow', types.join(', ').slice(0, 100));
  if (challenges && !challenges.includes('S256')) throw new TestFailure('endpoints', 'noPkce', challenges.join(', ').slice(0, 100));
};

/** The accepted algorithms that a provider signs with. RS256 is the default of OpenID Connect. */
const algorithmsOf = ({ id_token_signing_alg_values_supported: algorithms = ['RS256'] }: Metadata): string[] =>
  algorithms.filter((algorithm) => ALGORITHMS.includes(algorithm));

/** @throws TestFailure */
const assertAlgorithms = (metadata: Metadata): void => {
  const found = metadata.id_token_signing_alg_values_supported ?? [];
  if (algorithmsOf(metadata).length === 0) throw new TestFailure('algorithms', 'noAlgorithm', found.join(', ').slice(0, 100));
};

/** @throws TestFailure */
const assertKeys = async ({ send }: OpenIdOptions, { jwks_uri: address }: Metadata): Promise<void> => {
  const response = await send(address!, { headers: { accept: 'application/json' } }).catch((error: unknown) => {
    throw new TestFailure('keys', 'unreachable', failureCodesOf(error)[0] ?? 'unreachable');
  });
  const keys = z.object({ keys: z.array(z.object({ kty: z.string(), use: z.string().optional() })) });
  const parsed = keys.safeParse(response.status === 200 ? await response.json().catch(() => null) : null);
  const usable = parsed.success && parsed.data.keys.some(({ kty, use = 'sig' }) => use === 'sig' && kty !== 'oct');
  if (!usable) throw new TestFailure('keys', 'noKeys', `HTTP ${response.status}`);
};

/** The parts of the discovery document that a check needs, without algorithms that aren't accepted. */
const serverOf = (metadata: Metadata): openid.ServerMetadata => ({
  issuer: metadata.issuer,
  authorization_endpoint: metadata.authorization_endpoint!,
  token_endpoint: metadata.token_endpoint!,
  jwks_uri: metadata.jwks_uri!,
  ...(metadata.userinfo_endpoint ? { userinfo_endpoint: metadata.userinfo_endpoint } : {}),
  id_token_signing_alg_values_supported: algorithmsOf(metadata),
  authorization_response_iss_parameter_supported: metadata.authorization_response_iss_parameter_supported === true,
});

/** The client of a provider, whose requests never leave the public internet. */
const configure = (options: OpenIdOptions, provider: StoredProvider, metadata: Metadata): openid.Configuration => {
  const authentication = authenticationOf(provider, metadata.token_endpoint_auth_methods_supported);
  const client = { [openid.clockTolerance]: TOLERANCE_SECONDS };
  const config = new openid.Configuration(serverOf(metadata), provider.clientId, client, authentication);
  config[openid.customFetch] = (url, { method, headers, body }) =>
    options.send(url, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body: body === undefined || body === null ? undefined : String(body),
    });
  // The signature is checked although the token comes over TLS: a proxy in between proves nothing.
  openid.enableNonRepudiationChecks(config);
  if (options.isInsecureAllowed) openid.allowInsecureRequests(config);
  return config;
};

const isShort = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= max && /^[\x21-\x7e]+$/.test(value);

/** Reads the claim: from the signed token, or from the provider's own answer about its subject. */
const claimsOf = async (
  config: openid.Configuration,
  claim: string,
  tokens: Awaited<ReturnType<typeof openid.authorizationCodeGrant>>,
): Promise<Record<string, unknown>> => {
  const claims = tokens.claims()!;
  if (claim in claims || !config.serverMetadata().userinfo_endpoint) return claims;
  return { ...(await openid.fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims };
};

/** Errors of the provider's authorization page that say that the person or their age was refused. */
const REFUSED_BY_PERSON = new Set([
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
  'unmet_authentication_requirements',
]);

/** Says why a check has no result, by what the library threw. */
const obstacleOf = (error: unknown): AgeCheckFailed => {
  if (error instanceof AgeCheckFailed) return error;
  if (error instanceof TestFailure) return new AgeCheckFailed(error.problem === 'unreachable' ? 'away' : 'refused', error.problem);
  const [code = 'unknown'] = failureCodesOf(error);
  if (error instanceof openid.AuthorizationResponseError) {
    if (REFUSED_BY_PERSON.has(error.error)) return new AgeCheckFailed('failed', error.error);
    return new AgeCheckFailed(
      error.error === 'temporarily_unavailable' || error.error === 'server_error' ? 'away' : 'refused',
      error.error,
    );
  }
  if (error instanceof openid.ResponseBodyError) return new AgeCheckFailed(error.status >= 500 ? 'away' : 'refused', error.error);
  const isCoded = error instanceof openid.ClientError || code.startsWith('OAUTH_');
  const status = error instanceof Error && error.cause instanceof Response ? error.cause.status : 0;
  if (status >= 500) return new AgeCheckFailed('away', `HTTP ${status}`);
  for (let one = error; one instanceof Error; one = one.cause)
    if (one instanceof NotFetched) return new AgeCheckFailed('away', one.message);
  return new AgeCheckFailed(isCoded ? 'refused' : 'away', code);
};

/** A provider that speaks OpenID Connect: authorization code with PKCE, `state` and `nonce`. */
export const createOpenIdProvider = (options: OpenIdOptions, provider: StoredProvider): AgeProvider => {
  const open = async (): Promise<openid.Configuration> => {
    const metadata = await discover(options, provider);
    assertEndpoints(options, metadata);
    assertAlgorithms(metadata);
    return configure(options, provider, metadata);
  };

  const readResult = async (query: string, check: AgeCheck, now: Date): Promise<AgeResult> => {
    const config = await open();
    const address = new URL(check.returnAddress);
    address.search = query;
    const tokens = await openid.authorizationCodeGrant(config, address, {
      pkceCodeVerifier: check.verifier,
      expectedState: check.state,
      expectedNonce: check.nonce,
      idTokenExpected: true,
      // An earlier log-in of somebody else in this browser must not count.
      maxAge: Math.max(1, Math.ceil((now.getTime() - check.begunAt.getTime()) / 1000)),
    });
    const claims = await claimsOf(config, provider.claim, tokens);
    const references = [claims['txn'], claims['jti'], claims['sub']];
    return {
      isOfAge: claims[provider.claim] === true,
      method: isShort(claims['acr'], MAX_METHOD) ? claims['acr'] : 'openid',
      reference: references.find((value) => isShort(value, MAX_REFERENCE)) ?? '',
    };
  };

  return {
    async begin(check) {
      try {
        const config = await open();
        return openid.buildAuthorizationUrl(config, {
          redirect_uri: check.returnAddress,
          scope: ['openid', ...provider.scope.split(' ').filter((scope) => scope !== '' && scope !== 'openid')].join(' '),
          state: check.state,
          nonce: check.nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(check.verifier),
          code_challenge_method: 'S256',
          max_age: '0',
        }).href;
      } catch (error) {
        throw obstacleOf(error);
      }
    },
    async finish(query, check, now) {
      try {
        return await readResult(query, check, now);
      } catch (error) {
        throw obstacleOf(error);
      }
    },
    async test() {
      const steps: Record<Subject, () => Promise<void> | void> = (() => {
        let metadata: Metadata;
        return {
          discovery: async () => {
            metadata = await discover(options, provider);
          },
          endpoints: () => assertEndpoints(options, metadata),
          algorithms: () => assertAlgorithms(metadata),
          keys: () => assertKeys(options, metadata),
        };
      })();
      const checks: AgeProviderCheck[] = [];
      for (const subject of AGE_PROVIDER_SUBJECTS) {
        if (checks.some(({ state }) => state === 'failed')) {
          checks.push({ subject, state: 'untested', problem: null, found: '' });
          continue;
        }
        try {
          await steps[subject]();
          checks.push({ subject, state: 'ok', problem: null, found: '' });
        } catch (error) {
          const { problem, found } =
            error instanceof TestFailure ? error : { problem: 'unreachable' as const, found: failureCodesOf(error)[0] ?? '' };
          checks.push({ subject, state: 'failed', problem, found });
        }
      }
      return checks;
    },
  };
};
