const URL_PATTERN = /https:\/\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::\d{1,5})?(?=[/"'`?#\s)\\]|$)/gi;
const MAX_ORIGINS = 20;

/** The origins in the admin's custom scripts, which they may load images from and connect to. */
export const originsIn = (html: string): string[] =>
  [...new Set([...html.matchAll(URL_PATTERN)].map(([address]) => address.toLowerCase()))].slice(0, MAX_ORIGINS);
