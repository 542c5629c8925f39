import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, idOf, INSTANT, PIXEL } from '../../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../../testing/show.tsx';
import { toasts } from '../../../testing/toasts.ts';
import BlackList from './black-list.tsx';

const USERS = 'GET /performer/block/users';
const BLOCK = 'POST /performer/block/users';
const UNBLOCK = 'DELETE /performer/block/users/{id}';
const COUNTRIES = 'GET /performer/block/countries';
const SAVE = 'POST /performer/block/countries';

const MARA = { _id: idOf(3), username: 'mara', name: 'Mara Holt', avatar: PIXEL };
const BLOCKED = { ...MARA, reason: 'Rude', blockedAt: INSTANT };
const LUNA = { ...FAN, username: 'luna', name: 'Luna Reyes', role: 'performer', isPerformer: true } as const;

const open = (path: string, prepare: (api: ApiDouble) => void, options: ShowOptions = {}) =>
  show(<BlackList />, { user: LUNA, path, ...options }, (api) => {
    api.answer(USERS, { data: [], total: 0 });
    api.answer('GET /users/search', { data: [MARA], total: 1 });
    api.answer(COUNTRIES, { countries: ['PT'] });
    api.answer('GET /countries/list', {
      data: [
        { code: 'PT', name: 'Portugal', flag: '🇵🇹' },
        { code: 'ES', name: 'Spain', flag: '🇪🇸' },
      ],
      total: 2,
    });
    prepare(api);
  });

test('finds a fan, blocks them with a reason after a question, and lets them in again', async () => {
  const { api } = await open('/model/black-list', (double) => double.answer(BLOCK, BLOCKED));
  await expect.element(page.getByRole('heading', { name: 'Nobody is blocked' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find a fan by name' }).fill('mara');
  await page.getByRole('button', { name: 'Block: Mara Holt' }).click();
  const sheet = page.getByRole('dialog', { name: 'Block Mara Holt?' });
  await sheet.getByRole('textbox').fill('Rude');
  expect(api.sent(BLOCK)).toEqual([]);
  api.answer(USERS, { data: [BLOCKED], total: 1 });
  await sheet.getByRole('button', { name: 'Block' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.poll(toasts).toContain('Mara Holt is blocked.');
  expect(api.sent(BLOCK).map(({ body }) => body)).toEqual([{ userId: MARA._id, reason: 'Rude' }]);
  const unblock = page.getByRole('button', { name: 'Unblock: Mara Holt' });
  await expect.element(unblock).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Block: Mara Holt', exact: true })).not.toBeInTheDocument();

  api.answer(UNBLOCK, { success: true });
  api.answer(USERS, { data: [], total: 0 });
  await unblock.click();
  await expect.poll(toasts).toContain('Mara Holt is unblocked.');
  await expect.element(unblock).not.toBeInTheDocument();
  expect(api.sent(UNBLOCK).map(({ params }) => params)).toEqual([{ id: MARA._id }]);
});

test('keeps a fan on the list whom the server doesn’t let in', async () => {
  await open('/model/black-list', (api) => {
    api.answer(USERS, { data: [BLOCKED], total: 1 });
    api.refuse(UNBLOCK, 'NOT_FOUND');
  });
  const unblock = page.getByRole('button', { name: 'Unblock: Mara Holt' });
  await unblock.click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(unblock).toBeEnabled();
});

test('blocks a country and unblocks another, both saved at once', async () => {
  const { api } = await open('/model/black-list?tab=countries', (double) => double.answer(SAVE, { countries: ['ES'] }));
  const save = page.getByRole('button', { name: 'Save countries' });
  await expect.element(save).toBeDisabled();
  await page.getByRole('button', { name: 'Remove Portugal' }).click();
  await page.getByRole('searchbox', { name: 'Find a country' }).fill('spa');
  await page.getByRole('checkbox', { name: 'Spain' }).click({ force: true });
  await expect.element(page.getByText('1 country blocked')).toBeVisible();
  expect(api.sent(SAVE)).toEqual([]);
  await save.click();
  await expect.poll(toasts).toContain('Saved.');
  expect(api.sent(SAVE).map(({ body }) => body)).toEqual([{ countries: ['ES'] }]);
  await expect.element(page.getByRole('button', { name: 'Remove Spain' })).toBeVisible();
  await expect.element(save).toBeDisabled();
});

test.each(APPEARANCES.map((appearance, place) => ({ ...appearance, tab: place === 0 ? '' : '?tab=countries' })))(
  'is accessible at “$tab” in $locale, $direction, $theme',
  async ({ tab, ...appearance }) => {
    await open(`/model/black-list${tab}`, (api) => api.answer(USERS, { data: [BLOCKED], total: 1 }), appearance);
    await expect.element(tab ? page.getByText('Portugal').first() : page.getByText('@mara', { exact: false })).toBeVisible();
    await expectAccessible();
  },
);
