import type { WebContext } from '@stagedoor/contract/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { VISITOR } from '../auth/viewer.ts';
import type { Purges } from '../caching/purges.ts';
import { collectShown } from '../caching/shown.ts';
import { SESSION_COOKIE } from '../http/admission.ts';
import type { CountryOf } from '../http/country.ts';
import { gateOf } from '../http/gate.ts';
import type { Platform } from '../platform.ts';
import { goesOnWithShow } from '../settings/drain.ts';
import { chooseLocale, enabledLanguages, textsOf, textsVersionOf } from '../texts.ts';
import { type RenderedPage, keepPage } from './kept-page.ts';
import { callApi, callerOf, sessionOf } from './page-api.ts';
import { createPageCache } from './page-cache.ts';
import { type PageCaller, bodyOf, makeNonce, scriptsFor, sendPage } from './send-page.ts';
import type { WebRenderer } from './web-build.ts';

export interface PageOptions {
  platform: Pick<Platform, 'config' | 'database' | 'settings' | 'ageCookies' | 'clock' | 'sessions' | 'quiet'>;
  purges: Purges;
  countryOf: CountryOf;
  /** See WebContext. */
  clockAheadMs: () => number;
  takesCards: () => boolean;
  /** Serve apps/web from its source instead; its directory. */
  dev?: string;
  /** Origins besides our own from which pictures, videos and live streams come. */
  mediaOrigins?: () => readonly string[];
}

/** Files that Vite serves from the web's source. */
const SOURCE_FILE = /^\/(?:@|src\/|node_modules\/|assets\/|\.react-router\/)|\.\w+$/;

/** Lets Vite write a file to the raw response. */
const serveSource = async (renderer: WebRenderer, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  reply.hijack();
  if (!(await renderer.serveFile?.(request, reply))) reply.raw.writeHead(404).end();
  return reply;
};

/** The request of a page, as React Router takes it. */
const pageRequestOf = (request: FastifyRequest, url: string, publicUrl: string): Request =>
  new Request(new URL(url, publicUrl), {
    method: request.method,
    headers: { accept: request.headers.accept ?? '*/*', 'accept-language': request.headers['accept-language'] ?? '' },
  });

/** The part of a page's address that its content depends on: the path and the parameters that its route names, in one order. */
const queryOf = (address: URL, names: readonly string[]): URLSearchParams => {
  const query = new URLSearchParams(
    names.flatMap((name) => address.searchParams.getAll(name).map((value): [string, string] => [name, value])),
  );
  query.sort();
  return query;
};

/** Creates the handler of page requests. Owns the cache of visitors' pages. */
export const createPageHandler = (app: FastifyInstance, renderer: WebRenderer, options: PageOptions) => {
  const { platform, purges, countryOf } = options;
  const { config, settings, clock, sessions } = platform;
  const { publicUrl } = config;
  const isDevelopment = options.dev !== undefined;
  const site = { settings, publicUrl, mediaOrigins: options.mediaOrigins ?? (() => []), isDevelopment };
  const pages = createPageCache({ purges, now: () => clock.now().getTime() });
  /** Placeholder in cached pages that is replaced by a nonce for each response; random, so that content can't contain it. */
  const nonceSlot = makeNonce();

  const render = async (request: FastifyRequest, url: string, context: WebContext): Promise<RenderedPage> => {
    const answer = await renderer.render(pageRequestOf(request, url, publicUrl), context);
    return { status: answer.status, headers: [...answer.headers], body: await answer.text() };
  };

  /** Finds the session of a request, and clears its cookie when it is dead: a page can't do so itself. */
  const identify = async (request: FastifyRequest, reply: FastifyReply): Promise<PageCaller['session']> => {
    const { session, isDead } = await sessionOf(app, request, publicUrl);
    const secure = publicUrl.startsWith('https:');
    if (isDead) reply.clearCookie(SESSION_COOKIE, { path: '/', httpOnly: true, sameSite: 'lax', secure });
    return session;
  };

  const contextOf = (request: FastifyRequest, pathname: string, locale: WebContext['locale'], caller: PageCaller): WebContext => {
    const { headerScript: _header, afterBodyScript: _body, ...publicSettings } = settings.public();
    const apiCaller = callerOf(request, publicUrl, caller.session !== null);
    return {
      api: (method, path, body) => callApi(app, apiCaller, method, path, body),
      locale,
      texts: textsOf(locale),
      textsVersion: textsVersionOf(locale),
      languages: enabledLanguages(),
      nonce: nonceSlot,
      settings: publicSettings,
      scripts: scriptsFor(settings, request, pathname, caller),
      session: caller.session,
      gate: caller.gate,
      origin: publicUrl,
      clockAheadMs: options.clockAheadMs(),
      takesCards: options.takesCards(),
      isRestoring: options.platform.quiet.isOn(),
      logError: (error) => request.log.error({ err: error, url: request.url }, 'a page failed'),
    };
  };

  /** Renders a visitor's page once for all whose requests don't differ in what it depends on. */
  const keptPage = (request: FastifyRequest, address: URL, names: readonly string[], country: string | null, context: WebContext) => {
    const query = queryOf(address, names);
    const { locale, textsVersion, scripts, clockAheadMs } = context;
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
    return pages.get(key, async () => {
      const { result, shown } = await collectShown(() => render(request, url, context));
      return { page: keepPage(result, nonceSlot), shown };
    });
  };

  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const address = new URL(request.url, publicUrl);
    const { pathname } = address;
    if (pathname === '/api' || pathname.startsWith('/api/')) return reply.callNotFound();
    if (renderer.serveFile && SOURCE_FILE.test(pathname) && !pathname.endsWith('.data')) return serveSource(renderer, request, reply);
    const locale = chooseLocale(request.cookies['locale'], request.headers['accept-language']);
    const country = countryOf(request.ip);
    const session = await identify(request, reply);
    const viewer = (session && (await sessions.find(request.cookies[SESSION_COOKIE] ?? ''))) ?? VISITOR;
    const { cached, inShow } = await renderer.pageOf(pathname);
    const isInShow = inShow === true && (await goesOnWithShow(platform, viewer));
    const caller: PageCaller = { session, gate: gateOf(platform, { viewer, country, cookies: request.cookies, isInShow }) };
    const context = contextOf(request, pathname, locale, caller);
    if (cached && !session && !caller.gate && !isDevelopment && request.method === 'GET' && !pathname.endsWith('.data')) {
      const page = await keptPage(request, address, cached, country, context);
      const keptBody = (nonce: string, takesGzip: boolean) => ({
        bytes: takesGzip ? page.gzip(nonce) : pages.plain(page, nonce),
        isGzip: takesGzip,
      });
      return sendPage(reply, site, page, keptBody, caller);
    }
    const page = await render(request, request.url, context);
    return sendPage(reply, site, page, (nonce, takesGzip) => bodyOf(page, nonceSlot, nonce, takesGzip), caller);
  };
};
