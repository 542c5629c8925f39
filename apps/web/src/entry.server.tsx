import type { i18n as I18n } from 'i18next';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { type HandleDocumentRequestFunction, type HandleErrorFunction, isRouteErrorResponse, ServerRouter } from 'react-router';
import type { WebContext } from '@stagedoor/contract/web';
import { type Boot, BootContext, NonceContext } from './app/boot.tsx';
import { apiContext } from './app/context.server.ts';
import { makeI18n } from './app/i18n.ts';
import { SessionProvider } from './app/session.tsx';
import { createSessionStore } from './app/session-store.ts';

// The server must take these from the build: a second import would create different objects.
export { apiContext } from './app/context.server.ts';
export { pageOf } from './app/guard.ts';
export { PAGES } from './app/pages.ts';
export { createRequestHandler, RouterContextProvider } from 'react-router';

const translators = new Map<string, { version: string; i18n: I18n }>();

/** One translator per language; recreated when its texts change. */
const translatorOf = ({ locale, texts, textsVersion }: WebContext): I18n => {
  const cached = translators.get(locale);
  if (cached?.version === textsVersion) return cached.i18n;
  const i18n = makeI18n(locale, texts);
  translators.set(locale, { version: textsVersion, i18n });
  return i18n;
};

/** The site's own snippets may contain scripts; each gets the page's nonce. */
const withNonce = (html: string, nonce: string): string => html.replaceAll(/<script(?=[\s>])/gi, `<script nonce="${nonce}"`);

/**
 * The page's code loads after what is visible first: styles, pictures and fonts. React Router's own preload links don't allow that order.
 */
const withCalmScripts = (html: string): string =>
  html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');

const insideScript = (text: string): string =>
  JSON.stringify(text)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');

/**
 * The loaders' data as scripts. `renderToString` can't wait for React Router's own transfer, and nothing
 * here is deferred, so the stream is read to the end before the page is rendered.
 */
const handoff = async (stream: ReadableStream<Uint8Array> | undefined, nonce: string): Promise<string> => {
  const text = stream ? await new Response(stream).text() : '';
  const push = text ? `window.__reactRouterContext.streamController.enqueue(${insideScript(text)});` : '';
  return `<script nonce="${nonce}">${push}window.__reactRouterContext.streamController.close();</script>`;
};

const handleRequest: HandleDocumentRequestFunction = async (request, status, headers, routerContext, loadContext) => {
  const context = loadContext.get(apiContext);
  headers.set('content-type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const data = await handoff(routerContext.serverHandoffStream, context.nonce);
  const boot: Boot = {
    locale: context.locale,
    languages: context.languages,
    textsVersion: context.textsVersion,
    settings: context.settings,
    hasScripts: context.scripts !== null,
    session: context.session,
    gate: context.gate,
    origin: context.origin,
    clockAheadMs: context.clockAheadMs,
    takesCards: context.takesCards,
    isRestoring: context.isRestoring ?? false,
  };
  const page = renderToString(
    <NonceContext value={context.nonce}>
      <BootContext value={boot}>
        <SessionProvider value={createSessionStore(context.session)}>
          <I18nextProvider i18n={translatorOf(context)}>
            <ServerRouter context={{ ...routerContext, serverHandoffStream: undefined }} url={request.url} nonce={context.nonce} />
          </I18nextProvider>
        </SessionProvider>
      </BootContext>
    </NonceContext>,
  );
  const { header, body } = context.scripts ?? { header: '', body: '' };
  const html = withCalmScripts(page)
    .replace('</head>', () => `${withNonce(header, context.nonce)}</head>`)
    .replace(/<\/body>(?![\s\S]*<\/body>)/, () => `${data}${withNonce(body, context.nonce)}</body>`);
  return new Response(`<!DOCTYPE html>${html}`, { status, headers });
};

/** Error responses are expected; any other exception is logged. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) context.get(apiContext).logError(error);
};

export default handleRequest;
