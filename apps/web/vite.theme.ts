import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import type { Plugin } from 'vite';
import { cssVariablesResolver, theme } from './src/ui/theme.ts';

const NAME = 'virtual:theme.css';
/** Palettes the design doesn't use; their defaults stay in Mantine's own style sheet. */
const FOREIGN = /^--mantine-color-(?:red|pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-/;

const own = (variables: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !FOREIGN.test(name)));

/** The theme's variables as CSS. */
const themeCss = (): string => {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const made = defaultCssVariablesResolver(merged);
  const ours = cssVariablesResolver(merged);
  return convertCssVariables({
    variables: own({ ...made.variables, ...ours.variables }),
    light: own({ ...made.light, ...ours.light }),
    dark: own({ ...made.dark, ...ours.dark }),
  });
};

/**
 * Provides `virtual:theme.css`: what MantineProvider would compute and inline into every page, as one
 * cacheable file.
 */
export const themeVariables = (): Plugin => ({
  name: 'stagedoor:theme-variables',
  resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
  load: (id) => (id === `\0${NAME}` ? themeCss() : null),
});
