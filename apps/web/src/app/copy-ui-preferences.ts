import { useEffect } from 'react';
import { useSettings } from './boot.tsx';

/** Prefix of the `ui` values in local storage (specification section 3). */
const KEY = 'ui.';

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
