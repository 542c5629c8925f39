import type { Method } from './endpoint.ts';
import type { PublicSettings } from './settings.ts';
import type { Language, Locale } from './texts/text.ts';
import type { CurrentUser } from './users.ts';

/** What a call answered, as the pages rendered on the server see it. */
export interface ApiReply {
  status: number;
  /** The parsed JSON, or undefined when there was none. */
  body: unknown;
}

/** Local storage key and cookie name of the consent: `yes` (specification section 9), or `no`, an addition. */
export const CONSENT_KEY = 'cookiePolicy';
/** Set for a year by the age gate; `yes` means of age. */
export const AGE_COOKIE = 'ageConfirmed';
/** Signed, and read by the server alone: a visitor's age was verified. */
export const AGE_VERIFIED_COOKIE = 'ageVerified';

/** Why no page is shown at all, by priority: maintenance, the country, an age that was not confirmed, an age that was not verified. */
export type Gate = 'maintenance' | 'country' | 'age' | 'verify';

/** Returns true for a gate that asks for the age: information about the site is shown before it. */
export const isAgeGate = (gate: Gate | null): boolean => gate === 'age' || gate === 'verify';

/** What the server hands to the web for one request. */
export interface WebContext {
  /** Calls the API inside the process with the caller's cookie and address. The path begins after `/api`. */
  api: (method: Method, path: string, body?: unknown) => Promise<ApiReply>;
  locale: Locale;
  texts: Readonly<Record<string, string>>;
  /** Languages the site is offered in. */
  languages: readonly Language[];
  /** Changes when any text of the language does; part of the address the browser fetches them by. */
  textsVersion: string;
  /** For every script of the page. */
  nonce: string;
  /** The public settings, without the site's own scripts. */
  settings: PublicSettings;
  /** The site's own HTML for this page's head and end; null where it must not run: before consent, for admins, on a closed site. */
  scripts: { header: string; body: string } | null;
  session: CurrentUser | null;
  gate: Gate | null;
  /** Scheme and host under which people reach the site. */
  origin: string;
  /** How far the site's clock was moved ahead of the real time, in milliseconds: by operators of a sandbox. */
  clockAheadMs: number;
  /** A gateway takes cards: wallets can be topped up, and purchases paid by card. */
  takesCards: boolean;
  /** The site waits for its owner's confirmation after a restore from a backup. */
  isRestoring?: boolean;
  /** Notes an error of rendering or loading. */
  logError: (error: unknown) => void;
}
