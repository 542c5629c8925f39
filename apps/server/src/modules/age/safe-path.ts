/** Origin for parsing relative addresses. */
const HERE = 'https://here.invalid';
const MAX_LENGTH = 1000;

/**
 * Returns a path of this site, or null for an address that leads elsewhere. It is parsed as browsers parse it: they drop tabs and line breaks
 * and treat a backslash as a slash.
 */
export const safePath = (address: string): string | null => {
  if (!address.startsWith('/') || address.length > MAX_LENGTH || !URL.canParse(address, HERE)) return null;
  const { origin, pathname, search, hash } = new URL(address, HERE);
  if (origin !== HERE || /^\/[/\\]/.test(pathname) || pathname.startsWith('/api/') || pathname.startsWith('/age/')) return null;
  return pathname + search + hash;
};
