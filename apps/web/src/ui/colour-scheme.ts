import { useSyncExternalStore } from 'react';

/** `auto` is the system's, and holds until another is chosen. */
export type ColourScheme = 'light' | 'dark' | 'auto';

/** Local storage key of the choice (specification section 3). */
const KEY = 'ui.theme';
const ATTRIBUTE = 'data-theme';
const DARK = '(prefers-color-scheme: dark)';

const isScheme = (value: string | null): value is ColourScheme => value === 'light' || value === 'dark' || value === 'auto';

/** The choice while storage is unavailable: it lasts as long as the page. */
let unstored: ColourScheme | undefined;

const chosen = (): ColourScheme => {
  try {
    const stored = localStorage.getItem(KEY);
    return isScheme(stored) ? stored : (unstored ?? 'auto');
  } catch {
    return unstored ?? 'auto';
  }
};

/** What a choice looks like now. */
const shownOf = (scheme: ColourScheme): 'light' | 'dark' => (scheme === 'auto' ? (matchMedia(DARK).matches ? 'dark' : 'light') : scheme);

const listeners = new Set<() => void>();

const show = (): void => {
  document.documentElement.setAttribute(ATTRIBUTE, shownOf(chosen()));
  for (const listener of listeners) listener();
};

const onStorage = (event: StorageEvent): void => {
  if (event.key === KEY || event.key === null) show();
};

/** Follows the system's scheme and other tabs while anybody listens. */
const subscribe = (listener: () => void): (() => void) => {
  if (listeners.size === 0) {
    window.addEventListener('storage', onStorage);
    matchMedia(DARK).addEventListener('change', show);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('storage', onStorage);
    matchMedia(DARK).removeEventListener('change', show);
  };
};

/** Chooses the scheme of this browser. */
export const setColourScheme = (scheme: ColourScheme): void => {
  unstored = scheme;
  try {
    localStorage.setItem(KEY, scheme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  show();
};

/** The chosen scheme; until the page is hydrated the server's assumption, that none is chosen. */
export const useColourScheme = (): ColourScheme => useSyncExternalStore(subscribe, chosen, () => 'auto');

/** The scheme that is shown. */
export const useShownScheme = (): 'light' | 'dark' =>
  useSyncExternalStore(
    subscribe,
    () => shownOf(chosen()),
    () => 'light',
  );

/** Runs in the document's head, before anything is painted: a page of the other scheme would flash. */
export const SCHEME_SCRIPT = `try{var s=localStorage.getItem('${KEY}');document.documentElement.setAttribute('${ATTRIBUTE}',s==='dark'||s!=='light'&&matchMedia('${DARK}').matches?'dark':'light')}catch{}`;
