import type { Locale } from '@stagedoor/contract/texts/text';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseLocale, translate } from '../texts.ts';
import { type WrittenMail, findMail, listMails } from './dev-mail.ts';
import { normalizeAddress } from '../http/address.ts';
import { escapeHtml, linkify } from './html.ts';

/** The tokens of the web that this page needs (apps/web/src/ui/tokens.css), light and dark. */
const STYLE = `
:root{color-scheme:light dark;--house:#f6f0e8;--stage:#fffcf8;--line:#e2d6c9;--text:#22151f;--text-2:#594a54;--text-3:#6e5f68;--spot-text:#865000;--spot-soft:#ffefc9;--beam:rgba(255,197,61,.3);--ring:#7a4a00}
@media (prefers-color-scheme:dark){:root{--house:#0f0a0f;--stage:#171016;--line:#33272f;--text:#f7f0ee;--text-2:#c3b5bd;--text-3:#9c8c97;--spot-text:#ffcc66;--spot-soft:#33261a;--beam:rgba(255,204,102,.16);--ring:#ffe2a6}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:radial-gradient(640px 380px at 52% -90px,var(--beam),transparent) no-repeat,var(--house);color:var(--text);font:1.0625rem/1.55 system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:760px;margin:0 auto;padding:32px 16px 72px}
header{display:flex;flex-wrap:wrap;gap:8px 24px;align-items:baseline;justify-content:space-between;margin-bottom:24px}
h1{margin:0;font-size:2.125rem;font-weight:750;font-stretch:80%;letter-spacing:-.01em;line-height:1.05;text-wrap:balance;overflow-wrap:anywhere}
a{color:var(--spot-text);text-underline-offset:3px}
a:focus-visible{outline:2px solid var(--ring);outline-offset:2px;border-radius:6px}
p{margin:0 0 1em}
.lead{color:var(--text-2)}
ul{list-style:none;margin:0;padding:0;background:var(--stage);border:1px solid var(--line);border-radius:16px;overflow:hidden}
li+li{border-top:1px solid var(--line)}
li a{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:2px 16px;padding:14px 16px;color:var(--text);text-decoration:none}
li a:hover{background:var(--spot-soft)}
li b{overflow-wrap:anywhere}
.quiet{color:var(--text-3);font-size:.9375rem;overflow-wrap:anywhere}
time{white-space:nowrap}
article{background:var(--stage);border:1px solid var(--line);border-radius:16px;padding:24px;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:4px 16px;margin:0 0 24px;padding-bottom:16px;border-bottom:1px solid var(--line)}
dt{color:var(--text-3)}dd{margin:0}
.text{white-space:pre-wrap}
@media (max-width:520px){li a{grid-template-columns:minmax(0,1fr)}article{padding:18px 16px}}`;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

const page = (locale: Locale, title: string, body: string): string =>
  `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`;

const instant = (locale: Locale, at: Date): string =>
  `<time datetime="${at.toISOString()}">${escapeHtml(new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at))}</time>`;

const listPage = (locale: Locale, mails: readonly WrittenMail[]): string => {
  const rows = mails.map(
    ({ name, to, subject, sentAt }) =>
      `<li><a href="/dev/mail/${encodeURIComponent(name)}"><b>${escapeHtml(subject)}</b><span class="quiet">${instant(locale, sentAt)}</span><span class="quiet">${escapeHtml(to)}</span></a></li>`,
  );
  const title = translate(locale, 'devMail.title');
  const list = rows.length > 0 ? `<ul>${rows.join('')}</ul>` : `<p>${escapeHtml(translate(locale, 'devMail.empty'))}</p>`;
  return page(
    locale,
    title,
    `<header><h1>${escapeHtml(title)}</h1><a href="/">${escapeHtml(translate(locale, 'devMail.site'))}</a></header><p class="lead">${escapeHtml(translate(locale, 'devMail.lead'))}</p>${list}`,
  );
};

const mailPage = (locale: Locale, { to, subject, sentAt, text }: WrittenMail): string => {
  const facts = [
    ['devMail.to', escapeHtml(to)],
    ['devMail.sent', instant(locale, sentAt)],
  ] as const;
  const list = facts.map(([key, value]) => `<dt>${escapeHtml(translate(locale, key))}</dt><dd>${value}</dd>`).join('');
  return page(
    locale,
    subject,
    `<header><h1>${escapeHtml(subject)}</h1><a href="/dev/mail">${escapeHtml(translate(locale, 'devMail.all'))}</a></header><article><dl>${list}</dl><div class="text">${linkify(text)}</div></article>`,
  );
};

const LOOPBACK = /^(127\.|::1$)/;
const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Shows the mails written to DATA_DIR/mail, so that a demo works without a mail server. They contain links that give access to
 * accounts: the pages exist only in a demo, and only for connections from this machine to localhost. (The Host header alone is the caller's to
 * choose; the connection alone may be another site's page in this machine's browser.)
 *
 * @param options.isOpen whether this is a demo
 */
export const registerDevMail = (server: FastifyInstance, options: { directory: string; isOpen: () => Promise<boolean> }): void => {
  const { directory, isOpen } = options;
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    render: (locale: Locale) => Promise<string | undefined>,
  ): Promise<unknown> => {
    const isFromHere = LOOPBACK.test(normalizeAddress(request.socket.remoteAddress ?? ''));
    if (!isFromHere || !LOCAL_NAMES.has(request.hostname) || !(await isOpen())) return reply.callNotFound();
    const html = await render(chooseLocale(request.cookies['locale'], request.headers['accept-language']));
    return html === undefined ? reply.callNotFound() : reply.headers(HEADERS).send(html);
  };
  server.get('/dev/mail', (request, reply) => answer(request, reply, async (locale) => listPage(locale, await listMails(directory))));
  server.get<{ Params: { name: string } }>('/dev/mail/:name', (request, reply) =>
    answer(request, reply, async (locale) => {
      const mail = await findMail(directory, request.params.name);
      return mail && mailPage(locale, mail);
    }),
  );
};
