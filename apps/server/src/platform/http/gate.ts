import { AGE_COOKIE, type Gate } from '@stagedoor/contract/web';
import { type Viewer, isAdmin } from '../auth/viewer.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * Why the site is closed to a caller: maintenance first, then the country (specification section 2), then an age that wasn't confirmed
 * where the site asks visitors (accounts said so when they registered). Admins pass all. The one decision for calls, pages and sockets.
 */
export const gateOf = (
  settings: Pick<Settings, 'get'>,
  caller: { viewer: Viewer; country: string | null; cookies: Readonly<Record<string, string | undefined>> },
): Gate | null => {
  const { viewer, country, cookies } = caller;
  if (isAdmin(viewer)) return null;
  if (settings.get('maintenanceMode')) return 'maintenance';
  if (country && settings.get('blockedCountries').includes(country)) return 'country';
  if (viewer.kind === 'account' || !settings.get('ageGateEnabled') || cookies[AGE_COOKIE] === 'yes') return null;
  const countries = settings.get('ageGateCountries');
  // Where somebody is that nobody knows is taken for a place that asks.
  return countries.length === 0 || !country || countries.includes(country) ? 'age' : null;
};
