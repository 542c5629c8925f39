// Addresses in what people write, for server and web.

/** Of browsers and Node.js: the contract is compiled without the types of either. */
declare const URL: {
  canParse: (address: string) => boolean;
  new (address: string): { href: string; protocol: string; username: string; password: string; host: string; hostname: string };
};

const ADDRESS = /https?:\/\/[^\s<>"'“”„«»]+/gi;
/** What ends a sentence rather than an address. */
const TRAILING = /[.,;:!?…)\]}]+$/;

const HOST = /^(https?:\/\/)([^/?#\\]*)/i;
/** Letters of other alphabets may look like Latin ones: such a host is shown as addresses write it. */
const shownLink = (address: string): string => {
  const [, scheme = '', typed = ''] = HOST.exec(address) ?? [];
  return /^[\x20-\x7e]*$/.test(typed) ? address : scheme + new URL(address).host + address.slice(scheme.length + typed.length);
};

export interface TextPart {
  text: string;
  /** The address, when the part is one. */
  href: string | null;
}

/** Splits text into words and the web addresses among them. */
export const splitLinks = (text: string): TextPart[] => {
  const parts: TextPart[] = [];
  let end = 0;
  const push = (words: string) => {
    if (words) parts.push({ text: words, href: null });
  };
  for (const match of text.matchAll(ADDRESS)) {
    const address = match[0].replace(TRAILING, '');
    if (!URL.canParse(address)) continue;
    push(text.slice(end, match.index));
    parts.push({ text: shownLink(address), href: new URL(address).href });
    end = match.index + address.length;
  }
  push(text.slice(end));
  return parts;
};

/** The first web address in a text; null without one. */
export const firstLink = (text: string): string | null => splitLinks(text).find(({ href }) => href !== null)?.href ?? null;

const SCHEME = /^[a-z][a-z\d+.-]*:(?!\d)/i;

/** The address of a page on the web as somebody types it, with or without `https://`; null for anything else, and with a name or password in it. */
export const webPageOf = (typed: string): string | null => {
  const address = SCHEME.test(typed) ? typed : `https://${typed}`;
  if (/\s/.test(typed) || !URL.canParse(address)) return null;
  const { href, protocol, username, password, hostname } = new URL(address);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && !username && !password && /^[^.].*\.[a-z][a-z\d-]+$/i.test(hostname) ? href : null;
};

/** How an address is shown: without the scheme, `www.` and a slash at its end. */
export const shownAddress = (href: string): string => href.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');

/** So many addresses of other sites a profile shows. */
export const MAX_PROFILE_LINKS = 6;
