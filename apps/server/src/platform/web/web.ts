import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type {} from '@fastify/cookie';
import fastifyStatic from '@fastify/static';
import type { Method } from '@stagedoor/contract/endpoint';
import { isTokenPage, mayRunScripts } from '@stagedoor/contract/site-scripts.values';
import type { CurrentUser } from '@stagedoor/contract/users';
import { AGE_COOKIE, type ApiReply, CONSENT_KEY, type Gate, type WebContext } from '@stagedoor/contract/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { VISITOR } from '../auth/viewer.ts';
import type { Purges } from '../caching/purges.ts';
import { collectShown } from '../caching/shown.ts';
import type { CountryOf } from '../http/country.ts';
import { gateOf } from '../http/gate.ts';
import { goesOnWithShow } from '../settings/drain.ts';
import { type Admit, SESSION_COOKIE } from '../http/admission.ts';
import type { Platform } from '../platform.ts';
import { chooseLocale, enabledLanguages, textsOf, textsVersionOf } from '../texts.ts';
import { type CrawlerSources, registerCrawlers } from './crawlers.ts';
import { type KeptPage, NONCE_LENGTH, type RenderedPage, keepPage } from './kept-page.ts';
import { createPageCache } from './page-cache.ts';
import { pageHeaders } from './security-headers.ts';
import { registerSiteIcons } from './site-icons.ts';
import { originsIn } from './site-scripts.ts';
import { type WebRenderer, loadBuild, startVite } from './web-build.ts';

const COMPRESS_FROM_BYTES = 2048;
const compress = promisify(gzip);

export interface WebOptions {
  platform: Pick<Platform, 'config' | 'database' | 'settings' | 'clock' | 'sessions' | 'storage'>;
  admit: Admit;
  crawlers: CrawlerSources;
  purges: Purges;
  countryOf: CountryOf;
  /** apps/web/build, after `npm run build -w apps/web`. */
  buildDirectory: string;
  /** See WebContext. */
  clockAheadMs: () => number;
  takesCards: boolean;
  /** Serve apps/web from its source instead; its directory. */
  dev?: string;
  /** Origins besides our own from which pictures, videos and live streams come. */
  mediaOrigins?: readonly string[];
}

/** 18 bytes: as long as NONCE_LENGTH says. */
const makeNonce = (): string => randomBytes((NONCE_LENGTH * 3) / 4).toString('base64url');

/** A page's body with a nonce in it, and how it is encoded. */
interface PageBody {
  bytes: Buffer;
  isGzip: boolean;
}

/**
 * Serves the web: immutable built files, and pages rendered by React Router. Visitors' pages are rendered
 * without a session and cached by what they show; pages of signed-in users are never cached.
 */
export const registerWeb = async (app: FastifyInstance, options: WebOptions): Promise<void> => {
  const { platform, purges, countryOf, buildDirectory, dev } = options;
  const { config, settings, clock, sessions } = platform;
  const secure = config.publicUrl.startsWith('https:');
  const renderer: WebRenderer = dev ? await startVite(app, dev) : await loadBuild(buildDirectory);
  const pages = createPageCache({ purges, now: () => clock.now().getTime() });
  /** Placeholder in cached pages that is replaced by a nonce for each response; random, so that content can't contain it. */
  const nonceSlot = makeNonce();
  app.addHook('onClose', () => renderer.close());

  const inject = async (method: Method, path: string, headers: Record<string, string>, ip: string, body?: unknown): Promise<ApiReply> => {
    const answer = await app.inject({
      method,
      url: `/api${path}`,
      headers,
      remoteAddress: ip,
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const isJson = String(answer.headers['content-type'] ?? '').includes('json');
    return { status: answer.statusCode, body: isJson ? answer.json() : undefined };
  };

  /** The caller's headers that API calls during rendering carry. */
  const callerHeaders = (request: FastifyRequest, withSession: boolean): Record<string, string> => {
    const age = request.cookies[AGE_COOKIE] === 'yes' ? `${AGE_COOKIE}=yes` : '';
    const cookie = withSession ? request.headers.cookie : age;
    return { 'user-agent': request.headers['user-agent'] ?? '', ...(cookie ? { cookie, origin: config.publicUrl } : {}) };
  };

  /** The session of the request's cookie; `isDead` is set only if the API doesn't know it: a closed or busy site says nothing about it. */
  const sessionOf = async (request: FastifyRequest): Promise<{ session: CurrentUser | null; isDead: boolean }> => {
    if (!request.cookies[SESSION_COOKIE]) return { session: null, isDead: false };
    const { status, body } = await inject('GET', '/users/me', callerHeaders(request, true), request.ip);
    return { session: status === 200 ? (body as { data: CurrentUser }).data : null, isDead: status === 401 };
  };

  const render = async (request: FastifyRequest, url: string, context: WebContext): Promise<RenderedPage> => {
    const pageRequest = new Request(new URL(url, config.publicUrl), {
      method: request.method,
      headers: { accept: request.headers.accept ?? '*/*', 'accept-language': request.headers['accept-language'] ?? '' },
    });
    const answer = await renderer.render(pageRequest, context);
    return { status: answer.status, headers: [...answer.headers], body: await answer.text() };
  };

  /** A page made for this request alone. */
  const bodyOf = async ({ body }: RenderedPage, nonce: string, takesGzip: boolean): Promise<PageBody> => {
    const bytes = Buffer.from(body.replaceAll(nonceSlot, nonce));
    const isGzip = takesGzip && bytes.length >= COMPRESS_FROM_BYTES;
    return { bytes: isGzip ? await compress(bytes, { level: 4 }) : bytes, isGzip };
  };

  /** A kept page. */
  const keptBodyOf = (page: KeptPage, nonce: string, takesGzip: boolean): PageBody => ({
    bytes: takesGzip ? page.gzip(nonce) : pages.plain(page, nonce),
    isGzip: takesGzip,
  });

  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    page: Pick<RenderedPage, 'status' | 'headers'>,
    makeBody: (nonce: string, takesGzip: boolean) => PageBody | Promise<PageBody>,
    session: CurrentUser | null,
    gate: Gate | null,
  ): Promise<FastifyReply> => {
    const nonce = makeNonce();
    const { gaCode = '', headerScript = '', afterBodyScript = '' } = settings.public();
    const { pathname } = new URL(request.url, config.publicUrl);
    const runsScripts = mayRunScripts(pathname, session);
    reply.code(page.status);
    for (const [name, value] of page.headers) if (name !== 'content-length') reply.header(name, value);
    if (!dev) {
      const media = options.mediaOrigins ?? [];
      // Consent may be given while the page is open: the policy must already allow the scripts.
      const scriptOrigins = runsScripts ? originsIn(headerScript + afterBodyScript) : [];
      reply.headers(pageHeaders({ nonce, mediaOrigins: media, scriptOrigins, analytics: runsScripts && gaCode !== '', secure }));
    }
    if (isTokenPage(pathname)) {
      // A page that is left by a full load would send its address.
      reply.header('referrer-policy', 'no-referrer');
    }
    reply
      .header('cache-control', session || gate ? 'private, no-store' : 'private, no-cache')
      .header('vary', 'cookie, accept-encoding, accept-language');
    const { bytes, isGzip } = await makeBody(nonce, /\bgzip\b/.test(request.headers['accept-encoding'] ?? ''));
    if (isGzip) reply.header('content-encoding', 'gzip');
    return reply.send(bytes);
  };

  /** The admin's custom scripts, if they may run on this page now. */
  const scriptsFor = (request: FastifyRequest, pathname: string, session: CurrentUser | null, gate: Gate | null): WebContext['scripts'] => {
    const hasConsent = !settings.get('cookiePolicyEnabled') || request.cookies[CONSENT_KEY] === 'yes';
    if (gate || !hasConsent || !mayRunScripts(pathname, session)) return null;
    return { header: settings.get('headerScript'), body: settings.get('afterBodyScript') };
  };

  const servePage = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const address = new URL(request.url, config.publicUrl);
    if (address.pathname === '/api' || address.pathname.startsWith('/api/')) return reply.callNotFound();
    if (renderer.serveFile) {
      // Vite writes to the raw response.
      if (/^\/(?:@|src\/|node_modules\/|assets\/|\.react-router\/)|\.\w+$/.test(address.pathname) && !address.pathname.endsWith('.data')) {
        reply.hijack();
        if (!(await renderer.serveFile(request, reply))) reply.raw.writeHead(404).end();
        return reply;
      }
    }
    const locale = chooseLocale(request.cookies['locale'], request.headers['accept-language']);
    const country = countryOf(request.ip);
    const { session, isDead } = await sessionOf(request);
    // The page can't clear the cookie of an expired session itself.
    if (isDead) reply.clearCookie(SESSION_COOKIE, { path: '/', httpOnly: true, sameSite: 'lax', secure });
    const viewer = (session && (await sessions.find(request.cookies[SESSION_COOKIE] ?? ''))) ?? VISITOR;
    const { cached, inShow } = await renderer.pageOf(address.pathname);
    const isInShow = inShow === true && (await goesOnWithShow(platform, viewer));
    const gate = gateOf(settings, { viewer, country, cookies: request.cookies, isInShow });
    const textsVersion = textsVersionOf(locale);
    const scripts = scriptsFor(request, address.pathname, session, gate);
    const clockAheadMs = options.clockAheadMs();
    const { headerScript: _header, afterBodyScript: _body, ...publicSettings } = settings.public();
    const context: WebContext = {
      api: (method, path, body) => inject(method, path, callerHeaders(request, session !== null), request.ip, body),
      locale,
      texts: textsOf(locale),
      textsVersion,
      languages: enabledLanguages(),
      nonce: nonceSlot,
      settings: publicSettings,
      scripts,
      session,
      gate,
      origin: config.publicUrl,
      clockAheadMs,
      takesCards: options.takesCards,
      logError: (error) => request.log.error({ err: error, url: request.url }, 'a page failed'),
    };
    const isCacheable = cached && !session && !gate && !dev && request.method === 'GET' && !address.pathname.endsWith('.data');
    if (!isCacheable) {
      const page = await render(request, request.url, context);
      return send(request, reply, page, (nonce, takesGzip) => bodyOf(page, nonce, takesGzip), session, gate);
    }
    const query = new URLSearchParams(
      cached.flatMap((name) => address.searchParams.getAll(name).map((value): [string, string] => [name, value])),
    );
    query.sort();
    const key = JSON.stringify([
      request.host,
      address.pathname,
      query.toString(),
      locale,
      textsVersion,
      country,
      scripts !== null,
      clockAheadMs,
    ]);
    const url = query.size > 0 ? `${address.pathname}?${query.toString()}` : address.pathname;
    const page = await pages.get(key, async () => {
      const { result, shown } = await collectShown(() => render(request, url, context));
      return { page: keepPage(result, nonceSlot), shown };
    });
    return send(request, reply, page, (nonce, takesGzip) => keptBodyOf(page, nonce, takesGzip), session, gate);
  };

  if (!dev) {
    await app.register(fastifyStatic, {
      root: join(buildDirectory, 'client', 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      immutable: true,
      maxAge: '365d',
      preCompressed: true,
    });
    await app.register(fastifyStatic, {
      root: join(buildDirectory, 'client'),
      prefix: '/',
      decorateReply: false,
      wildcard: false,
      globIgnore: ['assets/**', '.vite/**'],
      maxAge: '1h',
    });
  }
  registerCrawlers(app, { platform, admit: options.admit, pages: renderer.pages, crawlers: options.crawlers });
  registerSiteIcons(app, platform, dev ? join(dev, 'public', 'favicon.svg') : join(buildDirectory, 'client', 'favicon.svg'));
  app.get('/*', servePage);
};
