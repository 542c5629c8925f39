import { useEffect } from 'react';
import { useShownScheme } from '../ui/colour-scheme.ts';
import { useSettings } from './boot.tsx';

/** Prefix of the `ui` values in local storage (specification section 3). */
const KEY = 'ui.';

/** The colour of the browser's address bar for each theme, as the background in tokens.css. */
export const BROWSER_BAR_COLOURS = { light: '#f6f0e8', dark: '#0f0a0f' } as const;

/** Sets the browser's bar colour for the chosen theme. */
export const useThemeColor = (): void => {
  const scheme = useShownScheme();
  useEffect(() => {
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BROWSER_BAR_COLOURS[scheme]);
  }, [scheme]);
};

/** Copies the site's `ui` values to local storage, as specified. */
export const useCopyUiPreferences = (): void => {
  const settings = useSettings();
  useEffect(() => {
    const values: Record<string, unknown> = {
      // Neither can be changed here: the rail is always open, the bars always stay.
      collapsed: 'false',
      fixedHeader: 'true',
      siteName: settings.siteName,
      logo: settings.logoUrl,
      favicon: settings.favicon,
      footerContent: settings.footerContent,
      menus: JSON.stringify(settings.menus ?? []),
    };
    try {
      for (const [name, value] of Object.entries(values)) {
        if (typeof value === 'string') localStorage.setItem(KEY + name, value);
      }
    } catch {
      // Storage may be full or unavailable; nothing depends on these copies.
    }
  }, [settings]);
};
