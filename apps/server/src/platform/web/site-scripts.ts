const ADDRESS = /https:\/\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::\d{1,5})?(?=[/"'`?#\s)\\]|$)/gi;
const MOST = 20;

/** The origins that the site's own scripts name: what they may load pictures from and talk to. */
export const originsIn = (html: string): string[] =>
  [...new Set([...html.matchAll(ADDRESS)].map(([address]) => address.toLowerCase()))].slice(0, MOST);
