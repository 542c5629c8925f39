import { useEffect } from 'react';
import { useShownScheme } from '../ui/colour-scheme.ts';

/** The colour of the browser's address bar for each theme, as the background in tokens.css. */
export const BROWSER_BAR_COLOURS = { light: '#f6f0e8', dark: '#0f0a0f' } as const;

/** Sets the browser's bar colour for the chosen theme. */
export const useThemeColor = (): void => {
  const scheme = useShownScheme();
  useEffect(() => {
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BROWSER_BAR_COLOURS[scheme]);
  }, [scheme]);
};
