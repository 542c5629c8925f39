import type { CurrentUser } from '@stagedoor/contract/users';
import type { Gate } from '@stagedoor/contract/web';
import { matchRoutes } from 'react-router';
import { type Page, type PageName, PAGES } from './pages.ts';

const TABLE = Object.entries(PAGES).map(([id, page]) => ({ id, path: page.path }));
/** The pages without parts in their path, by it: nothing ranks higher, so the table need not be asked. */
const EXACT = new Map(TABLE.filter(({ path }) => !/[:*]/.test(path)).map(({ id, path }) => [path, id as PageName]));

interface Found {
  name: PageName;
  page: Page;
  params: Record<string, string | undefined>;
}

/** Matching ranks the whole table anew each time, and one address is asked about by many. */
const found = new Map<string, Found>();
const MAX_FOUND = 100;

/** The page an address leads to, and the parts of its path. */
export const pageOf = (pathname: string): Found => {
  const exact = EXACT.get(pathname);
  if (exact) return { name: exact, page: PAGES[exact], params: {} };
  const known = found.get(pathname);
  if (known) return known;
  const match = matchRoutes(TABLE, pathname)?.at(-1);
  const name = (match?.route.id ?? 'anythingElse') as PageName;
  const result = { name, page: PAGES[name], params: match?.params ?? {} };
  if (found.size >= MAX_FOUND) found.clear();
  found.set(pathname, result);
  return result;
};

/** Whether an address belongs to the administration. */
export const isOfAdmin = (pathname: string): boolean => pageOf(pathname).page.permission !== undefined;

/** Whether a page is shown although the site is closed to the caller: the log-in in maintenance, what tells of the site before an age. */
export const isOpenBehind = (gate: Gate, pathname: string): boolean => {
  const { page } = pageOf(pathname);
  return gate === 'maintenance' ? page.inMaintenance === true : gate === 'age' && page.beforeAge === true;
};

/** Where an account lands after log-in: a fan at home, a performer on the own profile (specification section 2). */
export const landingOf = (user: Pick<CurrentUser, 'isPerformer' | 'isLiteAccount' | 'username'>): string =>
  user.isPerformer ? `/${user.username}` : '/';

/** The profile a lite performer is held to. */
export const liteHome = (user: Pick<CurrentUser, 'username'>): string => `/model/${user.username}`;

/** Stands for this site while an address is read. */
const HERE = 'https://here.invalid';

/**
 * A return address is taken only when it leads into this site: read as browsers read it, who drop tabs and line breaks and take a
 * backslash for a slash.
 */
export const safeReturn = (address: string | null | undefined): string | null => {
  if (!address?.startsWith('/') || !URL.canParse(address, HERE)) return null;
  const { origin, pathname, search, hash } = new URL(address, HERE);
  if (origin !== HERE || /^\/[/\\]/.test(pathname) || pathname.startsWith('/auth/') || pathname.startsWith('/login')) return null;
  return pathname + search + hash;
};

/** The log-in, with the way back. */
export const loginFor = (address: string): string => {
  const back = safeReturn(address);
  return back && back !== '/' ? `/auth/login?returnTo=${encodeURIComponent(back)}` : '/auth/login';
};

/** Where a caller must go instead of a page, or null when it may be shown (specification sections 2 and 4). */
export const guard = (address: { pathname: string; search: string }, user: CurrentUser | null): string | null => {
  const { page, name, params } = pageOf(address.pathname);
  const here = address.pathname + address.search;
  if (!user) {
    const isProtected = page.auth || page.performerOnly || page.permission;
    return isProtected && !page.noRedirect ? loginFor(here) : null;
  }
  if (user.suspension) return page.suspended ? null : '/suspended';
  if (name === 'suspended') return landingOf(user);
  if (page.visitorOnly) return safeReturn(new URLSearchParams(address.search).get('returnTo')) ?? landingOf(user);
  if (user.mustSetUpTwoFactor && page.layout !== 'public' && name !== 'account') return '/account';
  if (user.isPerformer && user.isLiteAccount && !page.lite) {
    const ownProfile = (name as string) === 'profile' && params['username'] === user.username;
    return ownProfile ? null : liteHome(user);
  }
  if (page.performerOnly && !user.isPerformer) return '/auth/login';
  if (page.permission && !user.permissions.includes(page.permission)) return user.role === 'admin' ? '/admin' : '/auth/login';
  return null;
};
