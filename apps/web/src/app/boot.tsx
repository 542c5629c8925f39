import type { PublicSettings } from '@stagedoor/contract/settings';
import type { Language, Locale } from '@stagedoor/contract/texts/text';
import type { CurrentUser } from '@stagedoor/contract/users';
import type { Gate } from '@stagedoor/contract/web';
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';

/** Data available to the page before any call: written into the document by the server, read once by the browser. */
export interface Boot {
  locale: Locale;
  /** Languages the site is offered in. */
  languages: readonly Language[];
  textsVersion: string;
  /** The site's own scripts are left out. */
  settings: PublicSettings;
  /** The document was rendered with the site's own scripts. */
  hasScripts: boolean;
  session: CurrentUser | null;
  gate: Gate | null;
  /** Scheme and host. */
  origin: string;
  /** Offset of the site's clock from real time. */
  clockAheadMs: number;
  /** A gateway takes cards. Without one only wallets pay, and can't be topped up. */
  takesCards: boolean;
  /** The site was restored from a backup and isn't open yet. */
  isRestoring?: boolean;
}

/** Id of the script element that carries the boot data. */
export const BOOT_ID = 'boot';

export const BootContext = createContext<Boot | null>(null);
type BootChange = Partial<Pick<Boot, 'settings' | 'clockAheadMs'>>;
const BootChanger = createContext<(change: BootChange) => void>(() => undefined);

/** Boot data of an open page; parts of it may change while it is open. */
export const LiveBoot = ({ boot, children }: { boot: Boot; children: ReactNode }) => {
  const [changed, setChanged] = useState<BootChange>({});
  const value = useMemo(() => ({ ...boot, ...changed }), [boot, changed]);
  const change = useCallback((more: BootChange) => setChanged((before) => ({ ...before, ...more })), []);
  return (
    <BootContext value={value}>
      <BootChanger value={change}>{children}</BootChanger>
    </BootContext>
  );
};

/** Changes the boot data of the open page. */
export const useChangeBoot = (): ((change: BootChange) => void) => use(BootChanger);

export const useBoot = (): Boot => {
  const boot = use(BootContext);
  if (!boot) throw new Error('There is no boot data.');
  return boot;
};

/** The site's public settings; updated while the page is open. */
export const useSettings = (): PublicSettings => useBoot().settings;

/** The site's name, for headings and titles. */
export const useSiteName = (): string => useSettings().siteName ?? 'Stagedoor';

/** JSON that is safe inside a script element: no `<` can close it. */
export const bootText = (boot: Boot): string => JSON.stringify(boot).replaceAll('<', '\\u003c');

let written: Boot | undefined;

/** Reads the output of `bootText`. Browser only. */
export const readBoot = (): Boot => {
  written ??= JSON.parse(document.getElementById(BOOT_ID)?.textContent ?? 'null') as Boot;
  return written;
};

/** The nonce of this page's scripts: set by the server; browsers hide the attribute but not the property. */
export const NonceContext = createContext<string | undefined>(undefined);
export const useNonce = (): string | undefined => use(NonceContext);
