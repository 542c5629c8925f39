import type { HashList } from '@stagedoor/contract/copies';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../../testing/appearances.ts';
import { expectAccessible } from '../../../../testing/axe.ts';
import { FAN, INSTANT, idOf } from '../../../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../../../testing/show.tsx';
import HashLists from '../../../routes/admin/hash-lists.tsx';

const READ = 'GET /admin/hash-lists';
const ADD = 'POST /admin/hash-lists';
const TEST = 'POST /admin/hash-lists/test';
const REMOVE = 'DELETE /admin/hash-lists/{id}';
const LIST: HashList = {
  _id: idOf(600),
  name: 'Hotline',
  address: 'https://lists.example/hashes',
  hasToken: true,
  isEnabled: true,
  entries: 2,
  fetchedAt: INSTANT,
  problem: 'refused',
  failedAt: INSTANT,
};

const open = (lists: HashList[] = [LIST], options: ShowOptions = {}) =>
  show(
    <HashLists />,
    { user: { ...FAN, role: 'admin', permissions: ['settings'] }, path: '/admin/settings/hash-lists', ...options },
    (api) => {
      api.answer(READ, { data: lists });
      api.answer(TEST, { problem: null, entries: 2 });
      api.answer(ADD, LIST);
      api.answer(REMOVE, { success: true });
    },
  );
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

test('a list says how many entries it has, and what to do where its fetch failed', async () => {
  await open();
  await expect.element(page.getByText(/2 entries/)).toBeVisible();
  await expect.element(page.getByText('The server refuses the request. Check the address and the token.')).toBeVisible();
});

test('a list is tested before it is saved, and what fails is said', async () => {
  const { api } = await open([]);
  await expect.element(page.getByText('No list is in use')).toBeVisible();
  await press('Add a list');
  await page.getByLabelText('Name').fill('Hotline');
  await page.getByLabelText('Address').fill('https://lists.example/hashes');
  await page.getByLabelText('Token').fill('secret');
  await press('Test this list');
  await expect.element(page.getByText('The list answers. Its first page has 2 entries.')).toBeVisible();
  expect(api.sent(TEST).map(({ body }) => body)).toEqual([{ address: 'https://lists.example/hashes', token: 'secret', listId: null }]);
  api.refuse(ADD, 'HASH_LIST_FAILED', { problem: 'format' });
  await press('Save');
  await expect.element(page.getByText(/The answer isn’t a list of hashes\./)).toBeVisible();
  await expect.element(page.getByRole('alert').first()).toHaveTextContent('The list didn’t pass the test, so nothing was saved.');
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open([LIST], appearance);
  await expectAccessible();
});
