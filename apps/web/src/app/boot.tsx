import type { PublicSettings } from '@stagedoor/contract/settings';
import type { Language, Locale } from '@stagedoor/contract/texts/text';
import type { CurrentUser } from '@stagedoor/contract/users';
import type { Gate } from '@stagedoor/contract/web';
import { createContext, use } from 'react';

/** What the page knows before any call: written into the document by the server, read once by the browser. */
export interface Boot {
  locale: Locale;
  /** Languages the site is offered in. */
  languages: readonly Language[];
  textsVersion: string;
  settings: PublicSettings;
  session: CurrentUser | null;
  gate: Gate | null;
  /** Scheme and host. */
  origin: string;
}

/** Id of the script element that carries it. */
export const BOOT_ID = 'boot';

const BootContext = createContext<Boot | null>(null);

export const BootProvider = BootContext.Provider;

export const useBoot = (): Boot => {
  const boot = use(BootContext);
  if (!boot) throw new Error('There is no boot data: BootProvider is missing.');
  return boot;
};

/** The site's public settings, as they were when the page was loaded. */
export const useSettings = (): PublicSettings => useBoot().settings;

/** The site's name, for headings and titles. */
export const useSiteName = (): string => useSettings().siteName ?? 'Stagedoor';

/** Safe inside a script element: no `<` can close it. */
export const bootText = (boot: Boot): string => JSON.stringify(boot).replaceAll('<', '\\u003c');

/** Reads what `bootText` wrote. Only in the browser. */
export const readBoot = (): Boot => JSON.parse(document.getElementById(BOOT_ID)?.textContent ?? 'null') as Boot;

/** The nonce of this page's scripts: given by the server, hidden by the browser in attributes but not in the property. */
export const NonceContext = createContext<string | undefined>(undefined);
export const useNonce = (): string | undefined => use(NonceContext);
