import { keysOf } from '@stagedoor/contract/keys.values';
import type { CurrentUser } from '@stagedoor/contract/users';
import { type Gate, isAgeGate } from '@stagedoor/contract/web';
import { matchRoutes } from 'react-router';
import { type Page, type PageName, PAGES } from './pages.ts';

const TABLE = keysOf(PAGES).map((id) => ({ id, path: PAGES[id].path }));
/** Pages without parameters, by path: nothing ranks higher, so the route table need not be matched. */
const EXACT = new Map(TABLE.filter(({ path }) => !/[:*]/.test(path)).map(({ id, path }) => [path, id]));

interface Found {
  name: PageName;
  page: Page;
  params: Record<string, string | undefined>;
}

/** Matching ranks the whole table each time, and the same address is looked up often; so results are cached. */
const found = new Map<string, Found>();
/** As many addresses as a server's visitors ask for in minutes; each holds some hundred bytes, since longer ones are looked up anew. */
const MAX_FOUND = 4000;
const MAX_PATH_LENGTH = 120;

/** The page of an address, and its path parameters. */
export const pageOf = (pathname: string): Found => {
  const exact = EXACT.get(pathname);
  if (exact) return { name: exact, page: PAGES[exact], params: {} };
  const known = found.get(pathname);
  if (known) return known;
  const match = matchRoutes(TABLE, pathname)?.at(-1);
  const name = (match?.route.id ?? 'catchAll') as PageName;
  const result = { name, page: PAGES[name], params: match?.params ?? {} };
  if (pathname.length > MAX_PATH_LENGTH) return result;
  if (found.size >= MAX_FOUND) found.delete(found.keys().next().value!);
  found.set(pathname, result);
  return result;
};

/** Whether a page of the site exists at this path, other than a profile. */
export const exists = (path: string): boolean => pageOf(path).name !== 'catchAll' && !Object.hasOwn(pageOf(path).params, 'username');

/** Whether an address belongs to the administration. */
export const isOfAdmin = (pathname: string): boolean => pageOf(pathname).page.permission !== undefined;

/** Whether a page is shown although the gate is closed: the log-in in maintenance, information about the site before the age gate. */
export const isShownBehindGate = (gate: Gate, pathname: string): boolean => {
  const { page } = pageOf(pathname);
  return gate === 'maintenance' ? page.inMaintenance === true : isAgeGate(gate) && page.beforeAge === true;
};

/** The landing page after log-in: home for a fan, the own profile for a performer (specification section 2). */
export const landingPath = (user: Pick<CurrentUser, 'isPerformer' | 'isLiteAccount' | 'username'>): string =>
  user.isPerformer ? `/${user.username}` : '/';

/** The profile a lite performer is restricted to. */
export const liteHome = (user: Pick<CurrentUser, 'username'>): string => `/model/${user.username}`;

/** The parameter with the page of the administration that an admin asked for while acting as an account. */
export const TO_ADMIN = 'toAdmin';

/** Origin for parsing relative addresses. */
const PLACEHOLDER_ORIGIN = 'https://here.invalid';

/**
 * Accepts a return address only within this site. It is parsed as browsers parse it: they drop tabs and line breaks and treat a
 * backslash as a slash.
 */
export const safeReturn = (address: string | null | undefined): string | null => {
  if (!address?.startsWith('/') || !URL.canParse(address, PLACEHOLDER_ORIGIN)) return null;
  const { origin, pathname, search, hash } = new URL(address, PLACEHOLDER_ORIGIN);
  if (origin !== PLACEHOLDER_ORIGIN || /^\/[/\\]/.test(pathname) || pathname.startsWith('/auth/') || pathname.startsWith('/login'))
    return null;
  return pathname + search + hash;
};

/** The log-in page, with the return address. */
export const loginFor = (address: string): string => {
  const back = safeReturn(address);
  return back && back !== '/' ? `/auth/login?returnTo=${encodeURIComponent(back)}` : '/auth/login';
};

/** The registration, with the return address. */
export const registerFor = (address: string): string => loginFor(address).replace('/auth/login', '/auth/register');

/** The redirect for a viewer who may not open a page, or null (specification sections 2 and 4). */
export const guard = (address: { pathname: string; search: string }, user: CurrentUser | null): string | null => {
  const { page, name, params } = pageOf(address.pathname);
  const here = address.pathname + address.search;
  if (!user) {
    const isProtected = page.auth || page.performerOnly || page.permission;
    return isProtected && !page.noRedirect ? loginFor(here) : null;
  }
  // The administration is the admin's own: the banner offers to stop first.
  if (user.actingAdmin && page.permission) return `${landingPath(user)}?${TO_ADMIN}=${encodeURIComponent(here)}`;
  if (user.suspension) return page.suspended ? null : '/suspended';
  if (name === 'suspended') return landingPath(user);
  if (page.visitorOnly) return safeReturn(new URLSearchParams(address.search).get('returnTo')) ?? landingPath(user);
  if (user.mustSetUpTwoFactor && page.layout !== 'public' && name !== 'account') return '/account';
  if (user.isPerformer && user.isLiteAccount && !page.lite) {
    const ownProfile = (name as string) === 'profile' && params['username'] === user.username;
    return ownProfile ? null : liteHome(user);
  }
  if (page.performerOnly && !user.isPerformer) return '/auth/login';
  if (page.permission && !user.permissions.includes(page.permission)) return user.role === 'admin' ? '/admin' : '/auth/login';
  return null;
};
