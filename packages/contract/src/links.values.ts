// Addresses in what people write, for server and web.

/** Of browsers and Node.js: the contract is compiled without the types of either. */
declare const URL: { canParse: (address: string) => boolean; new (address: string): { href: string } };

const ADDRESS = /https?:\/\/[^\s<>"'“”„«»]+/gi;
/** What ends a sentence rather than an address. */
const TRAILING = /[.,;:!?…)\]}]+$/;

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
    parts.push({ text: address, href: new URL(address).href });
    end = match.index + address.length;
  }
  push(text.slice(end));
  return parts;
};

/** The first web address in a text; null without one. */
export const firstLink = (text: string): string | null => splitLinks(text).find(({ href }) => href !== null)?.href ?? null;
