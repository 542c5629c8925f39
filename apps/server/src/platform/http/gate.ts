import { AGE_COOKIE, type Gate } from '@stagedoor/contract/web';
import { type Viewer, isAdmin } from '../auth/viewer.ts';
import type { Clock } from '../clock.ts';
import { ageLevelOf } from '../settings/age-levels.ts';
import type { Settings } from '../settings/settings.ts';
import type { AgeCookies } from '../auth/age-cookies.ts';

/** The parts of the site that the decision depends on. */
export interface GateSite {
  settings: Pick<Settings, 'get'>;
  ageCookies: Pick<AgeCookies, 'read'>;
  clock: Clock;
}

export interface GateCaller {
  viewer: Viewer;
  /** The country code of the IP address, if known. */
  country: string | null;
  cookies: Readonly<Record<string, string | undefined>>;
  /** In a show that may go on in maintenance. */
  isInShow?: boolean;
}

/** The age gate of a caller, or null. Admins pass it, also while they view the site as somebody else. */
const ageGateOf = ({ settings, ageCookies, clock }: GateSite, { viewer, country, cookies }: GateCaller): Gate | null => {
  const level = ageLevelOf(settings, country);
  if (level === 'none') return null;
  if (viewer.kind === 'account') {
    // Accounts declared their age at registration. A visitor's cookie says nothing of an account: others may use the browser.
    if (level === 'declare' || viewer.actingAdminId !== null) return null;
    return viewer.ageVerifiedUntil !== null && viewer.ageVerifiedUntil > clock.now() ? null : 'verify';
  }
  if (ageCookies.read(cookies, clock.now())) return null;
  if (level === 'verify') return 'verify';
  return cookies[AGE_COOKIE] === 'yes' ? null : 'age';
};

/**
 * Why the site is closed to a caller: maintenance first, then the country (specification section 2), then the age (decision 108). Admins pass
 * all; accounts in a running show pass maintenance while shows may end (settings/drain.ts). The only decision of its kind: for calls, pages,
 * sockets, pictures of links, crawlers and files.
 */
export const gateOf = (site: GateSite, caller: GateCaller): Gate | null => {
  const { viewer, country, isInShow = false } = caller;
  if (isAdmin(viewer)) return null;
  if (site.settings.get('maintenanceMode') && !isInShow) return 'maintenance';
  if (country && site.settings.get('blockedCountries').includes(country)) return 'country';
  return ageGateOf(site, caller);
};

/** The code that a closed gate answers. */
export const GATE_ERRORS = {
  maintenance: 'MAINTENANCE',
  country: 'COUNTRY_BLOCKED',
  age: 'AGE_NOT_CONFIRMED',
  verify: 'AGE_NOT_VERIFIED',
} as const satisfies Record<Gate, string>;
