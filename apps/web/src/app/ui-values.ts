import { localStorageColorSchemeManager } from '@mantine/core';
import { useEffect } from 'react';
import { useSettings } from './boot.tsx';

/** Prefix of the `ui` values in local storage (specification section 3). */
const KEY = 'ui.';
export const THEME_KEY = `${KEY}theme`;

/** `light` (the default), `dark`, or `auto` for the system's; kept under `ui.theme`. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: THEME_KEY });

/** Copies the site's `ui` values to local storage, as the specification has it. */
export const useCopiedUiValues = (): void => {
  const settings = useSettings();
  useEffect(() => {
    const values: Record<string, unknown> = {
      siteName: settings.siteName,
      logo: settings.logoUrl,
      favicon: settings.favicon,
      footerContent: settings.footerContent,
    };
    try {
      for (const [name, value] of Object.entries(values)) {
        if (typeof value === 'string') localStorage.setItem(KEY + name, value);
      }
    } catch {
      // Storage may be full or forbidden; nothing rests on these copies.
    }
  }, [settings]);
};
