import type { PublicSettings } from '@stagedoor/contract/settings';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PIXEL } from '../../testing/fixtures.ts';
import { show } from '../../testing/show.tsx';
import { SCHEME_SCRIPT } from '../ui/colour-scheme.ts';
import { useCopyUiPreferences } from './copy-ui-preferences.ts';
import { Footer } from './shell/Footer.tsx';

const Copier = () => {
  useCopyUiPreferences();
  return null;
};

const MENUS: PublicSettings['menus'] = [
  { menu: 'footer', label: { en: 'Season', es: 'Temporada' }, path: '/page/terms', audience: 'visitors', newTab: true },
];

const stored = (name: string) => localStorage.getItem(`ui.${name}`);

test('copies the values of `ui` to local storage', async () => {
  await show(<Copier />, {
    settings: { siteName: 'The Gallery', logoUrl: PIXEL, favicon: '/files/icon.png', footerContent: '<p>Ours</p>', menus: MENUS },
  });
  expect(stored('collapsed')).toBe('false');
  expect(stored('fixedHeader')).toBe('true');
  expect(stored('siteName')).toBe('The Gallery');
  expect(stored('logo')).toBe(PIXEL);
  expect(stored('favicon')).toBe('/files/icon.png');
  expect(stored('footerContent')).toBe('<p>Ours</p>');
  expect(JSON.parse(stored('menus')!)).toEqual(MENUS);
});

/** Does what the next document does before it is painted. */
const loadAgain = (): string | undefined => {
  document.documentElement.dataset['theme'] = 'light';
  const script = document.createElement('script');
  script.text = SCHEME_SCRIPT;
  document.head.append(script);
  script.remove();
  return document.documentElement.dataset['theme'];
};

test('keeps a chosen theme in local storage, and the next page has it from the start', async () => {
  await show(<Footer />);
  expect(stored('theme')).toBeNull();
  await page.getByRole('button', { name: 'Theme: Dark' }).click();
  expect(stored('theme')).toBe('dark');
  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect(loadAgain()).toBe('dark');
  await page.getByRole('button', { name: 'Theme: Light' }).click();
  expect(stored('theme')).toBe('light');
  expect(loadAgain()).toBe('light');
});
