/** What an address of this site leads to, as far as its path tells. */
export type AddressedThing = { kind: 'feed'; id: string } | { kind: 'account'; username: string };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const USERNAME = /^[a-z0-9][a-z0-9._-]{2,29}$/;

/** Reads what a notice's address leads to: a post, or somebody's page. Addresses of other sites lead to nothing here. */
export const thingAt = (address: string, publicUrl: string): AddressedThing | undefined => {
  const site = new URL(publicUrl);
  let url: URL;
  try {
    url = new URL(address, site);
  } catch {
    return undefined;
  }
  if (url.host !== site.host) return undefined;
  const [first = '', second = '', ...rest] = url.pathname
    .split('/')
    .filter(Boolean)
    .map((part) => part.toLowerCase());
  if (rest.length > 0) return undefined;
  if (first === 'feeds' && UUID.test(second)) return { kind: 'feed', id: second };
  const username = second === '' ? first : first === 'model' || first === 'live' ? second : '';
  return USERNAME.test(username) ? { kind: 'account', username } : undefined;
};
