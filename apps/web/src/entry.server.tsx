import type { i18n as I18n } from 'i18next';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { type HandleDocumentRequestFunction, type HandleErrorFunction, isRouteErrorResponse, ServerRouter } from 'react-router';
import type { WebContext } from '@stagedoor/contract/web';
import { type Boot, BootContext, NonceContext } from './app/boot.tsx';
import { apiContext } from './app/context.server.ts';
import { makeI18n } from './app/i18n.ts';
import { createSessionStore, SessionProvider } from './app/session.tsx';

// The server takes these from the build: a second import of them would be another object.
export { apiContext } from './app/context.server.ts';
export { pageOf } from './app/guard.ts';
export { createRequestHandler, RouterContextProvider } from 'react-router';

const translators = new Map<string, { version: string; i18n: I18n }>();

/** One translator a language; made anew when its texts have changed. */
const translatorOf = ({ locale, texts, textsVersion }: WebContext): I18n => {
  const kept = translators.get(locale);
  if (kept?.version === textsVersion) return kept.i18n;
  const i18n = makeI18n(locale, texts);
  translators.set(locale, { version: textsVersion, i18n });
  return i18n;
};

/** The site's own snippets may carry scripts; each gets the page's nonce. */
const withNonce = (html: string, nonce: string): string => html.replaceAll(/<script(?=[\s>])/gi, `<script nonce="${nonce}"`);

/**
 * The page's code is fetched after what is seen first: style, pictures and faces. React Router's own links to it have no say in that.
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
 * here is deferred, so the stream is read to its end before the page is rendered.
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

/** Refusals are answers, not errors; what else is thrown is noted. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) context.get(apiContext).logError(error);
};

export default handleRequest;
