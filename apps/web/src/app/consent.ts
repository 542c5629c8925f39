import { CONSENT_KEY } from '@stagedoor/contract/web';
import { useSyncExternalStore } from 'react';
import { call } from './browser-call.ts';
import { dropCookie, readCookie, writeCookie } from './cookies.ts';

/** What was chosen about scripts that need consent; `none` before anything was, `unknown` on the server. */
export type ConsentChoice = 'yes' | 'no' | 'none' | 'unknown';

/** Cookies that the analytics code sets on the site's own address. */
const ANALYTICS_COOKIE = /^_ga/;

const listeners = new Set<() => void>();
let choice: ConsentChoice = 'unknown';
let isReopened = false;

const tell = (): void => {
  for (const listener of listeners) listener();
};

const stored = (): ConsentChoice => {
  try {
    const value = localStorage.getItem(CONSENT_KEY);
    return value === 'yes' || value === 'no' ? value : 'none';
  } catch {
    return 'none';
  }
};

/** Local storage holds the choice (specification section 9); the cookie tells it to the server, and follows. */
const read = (): ConsentChoice => {
  if (choice !== 'unknown') return choice;
  choice = stored();
  const told = readCookie(CONSENT_KEY);
  if (choice === 'none') {
    if (told !== null) dropCookie(CONSENT_KEY);
  } else if (told !== choice) writeCookie(CONSENT_KEY, choice);
  return choice;
};

/** Makes the choice: at once, remembered, and recorded. */
export const choose = (next: 'yes' | 'no'): void => {
  const isWithdrawn = choice === 'yes' && next === 'no';
  try {
    localStorage.setItem(CONSENT_KEY, next);
  } catch {
    // Asked again next time, then.
  }
  writeCookie(CONSENT_KEY, next);
  const recorded = call('POST /consents', { body: { purpose: 'analytics', granted: next === 'yes' } }).catch(() => undefined);
  choice = next;
  isReopened = false;
  tell();
  if (!isWithdrawn) return;
  for (const cookie of document.cookie.split('; ')) {
    const name = cookie.split('=')[0] ?? '';
    if (ANALYTICS_COOKIE.test(name)) dropCookie(name);
  }
  // What runs already can only be stopped by leaving the page.
  void recorded.then(() => location.reload());
};

/** Asks once more: the choice can be taken back at any time. */
export const reopenConsent = (): void => {
  isReopened = true;
  tell();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The choice, and whether the banner asks for it now. */
export const useConsent = (): { choice: ConsentChoice; isAsked: boolean; asksAgain: boolean } => {
  const known = useSyncExternalStore(subscribe, read, () => 'unknown' as const);
  const asksAgain = useSyncExternalStore(
    subscribe,
    () => isReopened,
    () => false,
  );
  return { choice: known, isAsked: known === 'none' || asksAgain, asksAgain };
};
