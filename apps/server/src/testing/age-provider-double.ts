import { type KeyObject, createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { portOf } from '../platform/bound-port.ts';
import { chunksOf } from '../platform/chunks.ts';

/** A way in which the provider's answer is wrong. */
export type Lie =
  | 'otherIssuer'
  | 'otherAudience'
  | 'badSignature'
  | 'unknownKey'
  | 'unsigned'
  | 'symmetric'
  | 'expired'
  | 'otherNonce'
  | 'oldLogIn'
  | 'noLogInTime'
  | 'otherIssuerInAddress'
  | 'otherState'
  | 'noClaim'
  | 'claimAsText'
  | 'otherSubject'
  | 'hugeToken'
  | 'tokenError'
  | 'tokenDown';

/** A fault of the discovery document. */
export type DiscoveryFault = 'otherIssuer' | 'noCode' | 'noPkce' | 'noAlgorithm' | 'noKeys' | 'html' | 'huge';

interface Request {
  clientId: string;
  redirectUri: string;
  state: string;
  nonce: string;
  challenge: string;
  scope: string;
  maxAge: string | null;
}

interface Granted extends Request {
  sub: string;
  isOfAge: boolean;
}

export interface AgeProviderDouble {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The provider that an owner enters. */
  entry(): { name: string; issuer: string; clientId: string; clientSecret: string; scope: string; claim: string };
  /** Lies in every answer from now on; with null it doesn't any more. */
  lie(lie: Lie | null): void;
  fault(fault: DiscoveryFault | null): void;
  /** Answers nothing to anybody, without closing connections, until it is told to come back. */
  hang(isHanging: boolean): void;
  /** Answers 503 to everything. */
  leave(isAway: boolean): void;
  /** Signs with a new key, which its key set has from now on alone. */
  rotateKeys(): void;
  /** The claim comes from the userinfo endpoint instead of the token. */
  claimInUserInfo(isThere: boolean): void;
  /** Opens its page and presses a button, as a person does. @returns the address that the browser is sent to */
  answer(url: string, isOfAge: boolean): Promise<string>;
  /** The paths that were requested, in their order. */
  requests: string[];
  close(): Promise<void>;
}

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const newKey = () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomBytes(6).toString('hex');
  return { privateKey, kid, jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' } };
};

const signed = (claims: object, kid: string, key: KeyObject): string => {
  const text = `${base64({ alg: 'RS256', typ: 'JWT', kid })}.${base64(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
};

const bodyOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const chunks: Buffer[] = [];
  for await (const chunk of chunksOf(request)) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
};

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * A provider of age checks that speaks OpenID Connect over HTTP (Core 1.0, Discovery 1.0, PKCE of RFC 7636, `iss` of RFC 9207): discovery, keys, a
 * page with two buttons, token and userinfo. It can lie in each way that a check must notice. Written from the specifications, with nothing of
 * the product's adapter.
 */
export const startAgeProvider = async (): Promise<AgeProviderDouble> => {
  const [clientId, clientSecret] = ['the-loft', randomBytes(16).toString('hex')];
  let key = newKey();
  const [forgers, stranger] = [newKey(), newKey()];
  let lie: Lie | null = null;
  let fault: DiscoveryFault | null = null;
  let [isHanging, isAway, inUserInfo] = [false, false, false];
  const granted = new Map<string, Granted>();
  /** The subject and the answer of each access token. */
  const byToken = new Map<string, { sub: string; isOfAge: boolean }>();
  const requests: string[] = [];
  let issuer = '';

  const json = (response: ServerResponse, body: unknown, status = 200): void => {
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(body));
  };

  const discovery = (response: ServerResponse): void => {
    if (fault === 'html') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
    json(response, {
      issuer: fault === 'otherIssuer' ? 'https://elsewhere.example' : issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: fault === 'noCode' ? ['id_token'] : ['code'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: fault === 'noAlgorithm' ? ['HS256', 'none'] : ['RS256'],
      code_challenge_methods_supported: fault === 'noPkce' ? ['plain'] : ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
      authorization_response_iss_parameter_supported: true,
      ...(fault === 'huge' ? { padding: 'x'.repeat(2_000_000) } : {}),
    });
  };

  const claimsFor = ({ nonce, clientId: audience, isOfAge, sub }: Granted) => {
    const now = Math.floor(Date.now() / 1000);
    return {
      iss: lie === 'otherIssuer' ? 'https://elsewhere.example' : issuer,
      aud: lie === 'otherAudience' ? 'somebody-else' : audience,
      sub,
      iat: lie === 'expired' ? now - 7200 : now,
      exp: lie === 'expired' ? now - 3600 : now + 300,
      nonce: lie === 'otherNonce' ? 'another' : nonce,
      ...(lie === 'noLogInTime' ? {} : { auth_time: lie === 'oldLogIn' ? now - 3600 : now }),
      acr: 'facial-estimation',
      txn: `txn-${randomBytes(6).toString('hex')}`,
      ...(lie === 'noClaim' || inUserInfo ? {} : { age_over_18: lie === 'claimAsText' ? String(isOfAge) : isOfAge }),
    };
  };

  const tokenFor = (one: Granted): string => {
    const claims = claimsFor(one);
    if (lie === 'unsigned') return `${base64({ alg: 'none' })}.${base64(claims)}.`;
    if (lie === 'symmetric') {
      const text = `${base64({ alg: 'HS256' })}.${base64(claims)}`;
      return `${text}.${createHmac('sha256', clientSecret).update(text).digest('base64url')}`;
    }
    if (lie === 'badSignature') return signed(claims, key.kid, forgers.privateKey);
    if (lie === 'unknownKey') return signed(claims, stranger.kid, stranger.privateKey);
    return signed(claims, key.kid, key.privateKey);
  };

  const token = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    if (lie === 'tokenDown') return json(response, { error: 'server_error' }, 503);
    if (lie === 'tokenError') return json(response, { error: 'invalid_grant' }, 400);
    const basic = Buffer.from(String(request.headers.authorization).replace(/^Basic /, ''), 'base64').toString();
    // Each part is form-encoded (RFC 6749, section 2.3.1).
    if (basic.split(':').map(decodeURIComponent).join(':') !== `${clientId}:${clientSecret}`)
      return json(response, { error: 'invalid_client' }, 401);
    const code = body.get('code') ?? '';
    const one = granted.get(code);
    granted.delete(code);
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    if (!one || one.challenge !== challenge || one.redirectUri !== body.get('redirect_uri'))
      return json(response, { error: 'invalid_grant' }, 400);
    const access = randomBytes(16).toString('hex');
    byToken.set(access, one);
    json(response, {
      access_token: access,
      token_type: 'Bearer',
      expires_in: 300,
      id_token: tokenFor(one),
      ...(lie === 'hugeToken' ? { padding: 'x'.repeat(2_000_000) } : {}),
    });
  };

  const requestOf = (query: URLSearchParams): Request => ({
    clientId: query.get('client_id') ?? '',
    redirectUri: query.get('redirect_uri') ?? '',
    state: query.get('state') ?? '',
    nonce: query.get('nonce') ?? '',
    challenge: query.get('code_challenge') ?? '',
    scope: query.get('scope') ?? '',
    maxAge: query.get('max_age'),
  });

  const isComplete = ({ clientId: client, redirectUri, state, nonce, challenge, scope, maxAge }: Request): boolean =>
    client === clientId &&
    redirectUri !== '' &&
    state !== '' &&
    nonce !== '' &&
    challenge !== '' &&
    scope.includes('openid') &&
    maxAge === '0';

  const page = (response: ServerResponse, query: URLSearchParams): void => {
    if (!isComplete(requestOf(query))) return void response.writeHead(400).end('Incomplete request');
    const button = (value: string, label: string) => `<button name="ofAge" value="${value}">${label}</button>`;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
      `<!doctype html><html lang="en"><title>Age provider</title><link rel="icon" href="data:,"><main><h1>Age provider</h1>
       <form method="post" action="/decide?${escaped(query.toString())}">${button('yes', 'I am of age')}${button('no', 'I am younger')}${button('cancel', 'Cancel')}</form></main>`,
    );
  };

  const decide = async (request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void> => {
    const choice = (await bodyOf(request)).get('ofAge');
    const one = requestOf(query);
    const location = new URL(one.redirectUri);
    location.searchParams.set('state', lie === 'otherState' ? 'another' : one.state);
    location.searchParams.set('iss', lie === 'otherIssuerInAddress' ? 'https://elsewhere.example' : issuer);
    if (choice === 'cancel') location.searchParams.set('error', 'access_denied');
    else {
      const code = randomBytes(16).toString('hex');
      granted.set(code, { ...one, sub: randomBytes(8).toString('hex'), isOfAge: choice === 'yes' });
      location.searchParams.set('code', code);
    }
    response.writeHead(303, { location: location.href }).end();
  };

  const userInfo = (request: IncomingMessage, response: ServerResponse): void => {
    const found = byToken.get(String(request.headers.authorization).replace(/^Bearer /, ''));
    if (!found) return json(response, { error: 'invalid_token' }, 401);
    const claim = lie === 'noClaim' ? {} : { age_over_18: found.isOfAge };
    json(response, { sub: lie === 'otherSubject' ? 'somebody else' : found.sub, ...claim });
  };

  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer);
    requests.push(`${request.method} ${pathname}`);
    if (isHanging) return;
    if (isAway) return void response.writeHead(503).end();
    if (pathname === '/.well-known/openid-configuration') discovery(response);
    else if (pathname === '/keys') json(response, { keys: fault === 'noKeys' ? [] : [key.jwk] });
    else if (pathname === '/authorize') page(response, searchParams);
    else if (pathname === '/decide') void decide(request, response, searchParams);
    else if (pathname === '/token') void token(request, response);
    else if (pathname === '/userinfo') userInfo(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${portOf(server)}`;

  return {
    issuer,
    clientId,
    clientSecret,
    entry: () => ({ name: 'Proof of Age Ltd', issuer, clientId, clientSecret, scope: 'age', claim: 'age_over_18' }),
    lie: (next) => void (lie = next),
    fault: (next) => void (fault = next),
    hang: (next) => void (isHanging = next),
    leave: (next) => void (isAway = next),
    rotateKeys: () => void (key = newKey()),
    claimInUserInfo: (next) => void (inUserInfo = next),
    async answer(url, isOfAge) {
      const { search } = new URL(url);
      const shown = await fetch(url);
      if (shown.status !== 200) throw new Error(`The provider's page answered ${shown.status}.`);
      const pressed = await fetch(`${issuer}/decide${search}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ ofAge: isOfAge ? 'yes' : 'no' }),
      });
      return pressed.headers.get('location')!;
    },
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
