import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { isTokenPage, mayRunScripts } from '@stagedoor/contract/site-scripts.values';
import type { CurrentUser } from '@stagedoor/contract/users';
import { CONSENT_KEY, type Gate, type WebContext } from '@stagedoor/contract/web';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../settings/settings.ts';
import { NONCE_LENGTH, type RenderedPage } from './kept-page.ts';
import { pageHeaders } from './security-headers.ts';
import { originsIn } from './site-scripts.ts';

const COMPRESS_FROM_BYTES = 2048;
const compress = promisify(gzip);

/** 18 bytes: as long as NONCE_LENGTH says. */
export const makeNonce = (): string => randomBytes((NONCE_LENGTH * 3) / 4).toString('base64url');

/** A page's body with a nonce in it, and how it is encoded. */
export interface PageBody {
  bytes: Buffer;
  isGzip: boolean;
}

/** Makes the body of a page that was rendered for this request alone. */
export const bodyOf = async ({ body }: RenderedPage, nonceSlot: string, nonce: string, takesGzip: boolean): Promise<PageBody> => {
  const bytes = Buffer.from(body.replaceAll(nonceSlot, nonce));
  const isGzip = takesGzip && bytes.length >= COMPRESS_FROM_BYTES;
  return { bytes: isGzip ? await compress(bytes, { level: 4 }) : bytes, isGzip };
};

/** The site, as far as the headers of its pages depend on it. */
export interface SiteOfPages {
  settings: Pick<Settings, 'get' | 'public'>;
  publicUrl: string;
  /** Origins besides our own from which pictures, videos and live streams come. */
  mediaOrigins: () => readonly string[];
  /** The web is served from its source, whose scripts a content security policy would block. */
  isDevelopment: boolean;
}

/** The caller of a page: the session, and what is closed for it. */
export interface PageCaller {
  session: CurrentUser | null;
  gate: Gate | null;
}

/** Returns the admin's custom scripts, if they may run on this page now. */
export const scriptsFor = (
  settings: SiteOfPages['settings'],
  request: FastifyRequest,
  pathname: string,
  { session, gate }: PageCaller,
): WebContext['scripts'] => {
  const hasConsent = !settings.get('cookiePolicyEnabled') || request.cookies[CONSENT_KEY] === 'yes';
  if (gate || !hasConsent || !mayRunScripts(pathname, session)) return null;
  return { header: settings.get('headerScript'), body: settings.get('afterBodyScript') };
};

const setHeaders = (
  reply: FastifyReply,
  { settings, publicUrl, mediaOrigins, isDevelopment }: SiteOfPages,
  page: Pick<RenderedPage, 'status' | 'headers'>,
  { session, gate }: PageCaller,
  nonce: string,
): void => {
  const { gaCode = '', headerScript = '', afterBodyScript = '' } = settings.public();
  const { pathname } = new URL(reply.request.url, publicUrl);
  const runsScripts = mayRunScripts(pathname, session);
  reply.code(page.status);
  for (const [name, value] of page.headers) if (name !== 'content-length') reply.header(name, value);
  if (!isDevelopment) {
    // Consent may be given while the page is open: the policy must already allow the scripts.
    const scriptOrigins = runsScripts ? originsIn(headerScript + afterBodyScript) : [];
    const secure = publicUrl.startsWith('https:');
    reply.headers(pageHeaders({ nonce, mediaOrigins: mediaOrigins(), scriptOrigins, analytics: runsScripts && gaCode !== '', secure }));
  }
  // A page that is left by a full load would send its address.
  if (isTokenPage(pathname)) reply.header('referrer-policy', 'no-referrer');
  reply
    .header('cache-control', session || gate ? 'private, no-store' : 'private, no-cache')
    .header('vary', 'cookie, accept-encoding, accept-language');
};

/** Sends a page with a nonce of its own. */
export const sendPage = async (
  reply: FastifyReply,
  site: SiteOfPages,
  page: Pick<RenderedPage, 'status' | 'headers'>,
  makeBody: (nonce: string, takesGzip: boolean) => PageBody | Promise<PageBody>,
  caller: PageCaller,
): Promise<FastifyReply> => {
  const nonce = makeNonce();
  setHeaders(reply, site, page, caller, nonce);
  const { bytes, isGzip } = await makeBody(nonce, /\bgzip\b/.test(reply.request.headers['accept-encoding'] ?? ''));
  if (isGzip) reply.header('content-encoding', 'gzip');
  return reply.send(bytes);
};
