import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const spot: MantineColorsTuple = [
  '#fff8e8',
  '#ffefc9',
  '#ffe2a0',
  '#ffcc66',
  '#ffc53d',
  '#eeb021',
  '#b47c10',
  '#865000',
  '#5c3700',
  '#33261a',
];
const dark: MantineColorsTuple = [
  '#f7f0ee',
  '#c3b5bd',
  '#9c8c97',
  '#83717e',
  '#33272f',
  '#2b202a',
  '#20171f',
  '#171016',
  '#0f0a0f',
  '#090609',
];
const gray: MantineColorsTuple = [
  '#fffcf8',
  '#f6f0e8',
  '#f1e9df',
  '#e8ddd0',
  '#e2d6c9',
  '#b9aaa6',
  '#8b7c80',
  '#6e5f68',
  '#594a54',
  '#22151f',
];
const live: MantineColorsTuple = [
  '#fdeaea',
  '#fbd0d1',
  '#f6a3a6',
  '#f0777b',
  '#e64b52',
  '#d9252f',
  '#cf1f2a',
  '#a91620',
  '#7f0f18',
  '#560910',
];

/** The design as a Mantine theme; relevant colours point to tokens.css through the resolver below. */
export const theme = createTheme({
  colors: { spot, dark, gray, live },
  primaryColor: 'spot',
  primaryShade: { dark: 3, light: 4 },
  autoContrast: true,
  black: '#22151f',
  white: '#fffcf8',
  fontFamily: 'var(--body)',
  headings: { fontFamily: 'var(--display)', fontWeight: '750', textWrap: 'balance' },
  defaultRadius: 'md',
  radius: { xs: '0.375rem', sm: '0.625rem', md: '0.75rem', lg: '1rem', xl: '1.5rem' },
  spacing: { xs: '0.25rem', sm: '0.5rem', md: '0.75rem', lg: '1rem', xl: '1.5rem' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.45', xl: '1.1' },
  shadows: { xs: 'none', sm: 'var(--sh-1)', md: 'var(--sh-2)', lg: 'var(--sh-2)', xl: 'var(--sh-3)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', size: 44, radius: 999, color: 'gray' } },
    Loader: { defaultProps: { type: 'oval', size: 20 } },
    Menu: { defaultProps: { radius: 'lg', shadow: 'xl', withinPortal: true, position: 'bottom-end', transitionProps: { duration: 120 } } },
    Modal: { defaultProps: { radius: 'xl', shadow: 'xl', centered: true } },
    Notification: { defaultProps: { radius: 'lg' } },
    Popover: { defaultProps: { radius: 'lg', shadow: 'xl' } },
    Table: { defaultProps: { striped: false, verticalSpacing: 0, horizontalSpacing: 10 } },
    Tooltip: { defaultProps: { color: 'var(--text)', radius: 'sm', openDelay: 300, events: { hover: true, focus: true, touch: false } } },
  },
});

/** Mantine variables mapped to our tokens, which cover both themes. */
const TOKENS = {
  '--mantine-color-body': 'var(--house)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-3)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-anchor': 'var(--spot-text)',
  '--mantine-color-default': 'var(--stage)',
  '--mantine-color-default-hover': 'var(--lift)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-success': 'var(--ok)',
  '--mantine-color-disabled': 'var(--riser)',
  '--mantine-color-disabled-color': 'var(--text-3)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-contrast': 'var(--on-spot)',
  '--mantine-primary-color-filled': 'var(--spot)',
  '--mantine-primary-color-filled-hover': 'var(--spot-hover)',
  '--mantine-primary-color-light': 'var(--spot-soft)',
  '--mantine-primary-color-light-color': 'var(--spot-text)',
};

/** Set for each theme, because Mantine's own per-theme values would win otherwise. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: TOKENS, dark: TOKENS });
