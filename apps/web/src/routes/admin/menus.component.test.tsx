import type { AdminLanguage } from '@stagedoor/contract/admin-site';
import type { MenuEntry } from '@stagedoor/contract/settings';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN } from '../../../testing/fixtures.ts';
import { type ShowOptions, show } from '../../../testing/show.tsx';
import Menus from './menus.tsx';

const SAVE = 'PUT /admin/menus';
const entry = (menu: MenuEntry['menu'], path: string, en: string): MenuEntry => ({
  menu,
  label: { en },
  path,
  audience: 'everyone',
  newTab: false,
});
const DISCOVER = entry('header', '/discover', 'Discover');
const ABOUT = entry('header', '/page/about', 'About');
const TERMS: MenuEntry = { ...entry('footer', '/page/terms', 'Terms'), audience: 'fans' };
const language = (locale: string, name: string): AdminLanguage => ({
  locale,
  name,
  isRightToLeft: false,
  isEnabled: true,
  isBuiltIn: true,
  translated: 1,
  total: 1,
  changed: 0,
});

const open = (options: ShowOptions = {}, prepare?: (api: ApiDouble) => void) =>
  show(
    <Menus />,
    { user: { ...FAN, role: 'admin' }, settings: { menus: [DISCOVER, ABOUT, TERMS] }, path: '/admin/menus', ...options },
    (api) => {
      api.answer('GET /admin/languages', [language('en', 'English'), language('es', 'Español')]);
      api.answer(SAVE, { changed: ['menus'] });
      prepare?.(api);
    },
  );

const button = (name: string) => page.getByRole('button', { name, exact: true });
const lines = page.getByRole('listitem');

test('moves a link within its menu, says its new place, and saves the menus in order', async () => {
  const { api } = await open();
  await expect.element(button('Move up: Discover')).toBeDisabled();
  await expect.element(button('Move down: About')).toBeDisabled();
  await expect.element(button('Move down: Terms')).toBeDisabled();
  await expect.element(lines.nth(2)).toMatchTextContent('Fans');
  await button('Move down: Discover').click();
  await expect.element(page.getByText('Discover is now number 2')).toBeInTheDocument();
  await expect.element(lines.first()).toMatchTextContent('About');
  await button('Save').click();
  await expect.element(page.getByText('Menus saved')).toBeVisible();
  expect(api.sent(SAVE).map(({ body }) => body)).toEqual([{ menus: [ABOUT, DISCOVER, TERMS] }]);
  await expect.element(page.getByRole('region', { name: '1 change not saved' })).not.toBeInTheDocument();
});

test('adds a link with its fields open, in two languages, and takes another one away', async () => {
  const { api } = await open();
  await button('Add a link').first().click();
  await page.getByLabelText('Label').fill('Gifts');
  await page.getByLabelText('Leads to').fill('/gifts');
  await button('Español').click();
  await page.getByLabelText('Label').fill('Regalos');
  await page.getByLabelText('For').selectOptions('Visitors');
  await button('Remove: Discover').click();
  await button('Save').click();
  await expect.element(page.getByText('Menus saved')).toBeVisible();
  const added = { menu: 'header', label: { en: 'Gifts', es: 'Regalos' }, path: '/gifts', audience: 'visitors', newTab: false };
  expect(api.sent(SAVE).map(({ body }) => body)).toEqual([{ menus: [ABOUT, added, TERMS] }]);
  await expect.element(page.getByLabelText('Label')).not.toBeInTheDocument();
});

test('marks the link that is refused, opens its fields, and discards', async () => {
  await open({}, (api) => api.refuseField(SAVE, 'menus.2.path', { en: 'Enter a path.', es: 'Introduce una ruta.' }));
  await button('Edit: Terms').click();
  await page.getByLabelText('Leads to').fill('/page/term');
  await button('Edit: Terms').click();
  await expect.element(page.getByLabelText('Leads to')).not.toBeInTheDocument();
  await button('Save').click();
  await expect.element(page.getByLabelText('Leads to')).toHaveAccessibleDescription(/Enter a path\./);
  await expect.element(lines.nth(2)).toMatchTextContent('Check this field.');
  await button('Discard').click();
  await expect.element(page.getByLabelText('Leads to')).not.toBeInTheDocument();
  await expect.element(lines.nth(2)).toMatchTextContent('/page/terms');
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open({ ...appearance, settings: { menus: [DISCOVER] } });
  await page.getByRole('listitem').getByRole('button').nth(2).click();
  await expect.element(page.getByRole('textbox').first()).toBeVisible();
  await expectAccessible();
});
