import type { ReactionAction, ReactionObject } from '@stagedoor/contract/reactions';
import { safeReturn } from './guard.ts';

/** A like, a follow, or one of the ways of keeping an item. */
export interface IntendedReaction {
  objectType: ReactionObject;
  objectId: string;
  action: ReactionAction;
}

/** What a visitor was about to do when the log-in was asked for. */
export interface Intent {
  /** Where it was, with the sheet of a purchase named in it. */
  returnTo: string;
  /** Carried out after the log-in; a purchase only opens its sheet. */
  reaction: IntendedReaction | null;
}

const KEY = 'intent';
/** Long enough to register and to confirm the address in another tab; short enough that nobody else at this device acts on it. */
const KEPT_MS = 2 * 3_600_000;
const ACTIONS: readonly string[] = ['like', 'bookmark', 'follow', 'favourite', 'watchLater'] satisfies ReactionAction[];

/** Keeps what a visitor wants through log-in and registration; only its own press sets it, no address does. */
export const saveIntent = (returnTo: string, reaction: IntendedReaction | null = null, now = Date.now()): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify({ returnTo, reaction, at: now }));
  } catch {
    // Without storage the log-in leads to the landing page.
  }
};

const isReaction = (value: unknown): value is IntendedReaction => {
  const { objectType, objectId, action } = (value ?? {}) as Record<string, unknown>;
  return typeof objectType === 'string' && typeof objectId === 'string' && ACTIONS.includes(action as string);
};

/** Returns the kept intent and removes it; null if there is none that still counts. */
export const takeIntent = (now = Date.now()): Intent | null => {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as { returnTo?: unknown; reaction?: unknown; at?: unknown } | null;
    localStorage.removeItem(KEY);
    if (typeof stored?.at !== 'number' || now - stored.at >= KEPT_MS || now < stored.at) return null;
    const returnTo = typeof stored.returnTo === 'string' ? safeReturn(stored.returnTo) : null;
    return returnTo ? { returnTo, reaction: isReaction(stored.reaction) ? stored.reaction : null } : null;
  } catch {
    return null;
  }
};
