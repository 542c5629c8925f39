import { CONSENT_KEY } from '@stagedoor/contract/web';
import { useSyncExternalStore } from 'react';
import { call } from './browser-call.ts';
import { deleteCookie, readCookie, writeCookie } from './cookies.ts';

/** The choice about scripts that need consent; `none` before a choice, `unknown` on the server. */
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

/** Local storage holds the choice (specification section 9); the cookie mirrors it for the server. */
const read = (): ConsentChoice => {
  if (choice !== 'unknown') return choice;
  choice = stored();
  const consentCookie = readCookie(CONSENT_KEY);
  if (choice === 'none') {
    if (consentCookie !== null) deleteCookie(CONSENT_KEY);
  } else if (consentCookie !== choice) writeCookie(CONSENT_KEY, choice);
  return choice;
};

/** Applies, stores and records the choice. */
export const choose = (next: 'yes' | 'no'): void => {
  const isWithdrawn = choice === 'yes' && next === 'no';
  try {
    localStorage.setItem(CONSENT_KEY, next);
  } catch {
    // Without storage the question is asked again next time.
  }
  writeCookie(CONSENT_KEY, next);
  const recorded = call('POST /consents', { body: { purpose: 'analytics', granted: next === 'yes' } }).catch(() => undefined);
  choice = next;
  isReopened = false;
  tell();
  if (!isWithdrawn) return;
  for (const cookie of document.cookie.split('; ')) {
    const name = cookie.split('=')[0] ?? '';
    if (ANALYTICS_COOKIE.test(name)) deleteCookie(name);
  }
  // Running scripts can only be stopped by reloading the page.
  void recorded.then(() => location.reload());
};

/** Reopens the question: consent can be withdrawn at any time. */
export const reopenConsent = (): void => {
  isReopened = true;
  tell();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The choice, and whether the banner is open. */
export const useConsent = (): { choice: ConsentChoice; isAsked: boolean; asksAgain: boolean } => {
  const known = useSyncExternalStore(subscribe, read, () => 'unknown' as const);
  const asksAgain = useSyncExternalStore(
    subscribe,
    () => isReopened,
    () => false,
  );
  return { choice: known, isAsked: known === 'none' || asksAgain, asksAgain };
};
