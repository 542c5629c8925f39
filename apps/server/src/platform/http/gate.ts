import { AGE_COOKIE, type Gate } from '@stagedoor/contract/web';
import { type Viewer, isAdmin } from '../auth/viewer.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * Why the site is closed to a caller: maintenance first, then the country (specification section 2), then a missing age confirmation where
 * the site requires it of visitors (accounts confirmed it at registration). Admins pass all; accounts in a running show pass maintenance while
 * shows may end (settings/drain.ts). Used for calls, pages and sockets.
 */
export const gateOf = (
  settings: Pick<Settings, 'get'>,
  caller: { viewer: Viewer; country: string | null; cookies: Readonly<Record<string, string | undefined>>; isInShow?: boolean },
): Gate | null => {
  const { viewer, country, cookies, isInShow = false } = caller;
  if (isAdmin(viewer)) return null;
  if (settings.get('maintenanceMode') && !isInShow) return 'maintenance';
  if (country && settings.get('blockedCountries').includes(country)) return 'country';
  if (viewer.kind === 'account' || !settings.get('ageGateEnabled') || cookies[AGE_COOKIE] === 'yes') return null;
  const countries = settings.get('ageGateCountries');
  // An unknown country counts as one that requires the confirmation.
  return countries.length === 0 || !country || countries.includes(country) ? 'age' : null;
};
