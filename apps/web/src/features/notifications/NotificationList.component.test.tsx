import type { Notification } from '@stagedoor/contract/notifications';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, idOf, INSTANT } from '../../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../../testing/show.tsx';
import { NotificationList } from './NotificationList.tsx';

const LIST = 'GET /notifications';

const rowOf = (number: number): Notification => ({
  _id: idOf(700 + number),
  kind: 'comment',
  text: `Comment ${number}.`,
  actor: null,
  object: null,
  path: '/feeds/1',
  count: 1,
  isRead: true,
  createdAt: INSTANT,
  updatedAt: INSTANT,
});
const rowsOf = (from: number, count: number) => Array.from({ length: count }, (_, place) => rowOf(from + place));

const open = (options: ShowOptions = {}) =>
  show(<NotificationList filter="all" />, { user: FAN, ...options }, (api) => api.answer(LIST, { data: rowsOf(1, 12), total: 26 }));
const shown = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((row) => /Comment (?<number>\d+)/.exec(row.textContent)?.groups?.['number']);

test('begins with the first page of twelve, and each load takes the next one', async () => {
  const { api } = await open();
  await expect.poll(shown).toHaveLength(12);
  api.answer(LIST, { data: rowsOf(13, 12), total: 26 });
  await page.getByRole('button', { name: 'Show 12 more' }).click();
  await expect.poll(shown).toHaveLength(24);
  api.answer(LIST, { data: rowsOf(25, 2), total: 26 });
  await page.getByRole('button', { name: 'Show 2 more' }).click();
  await expect.poll(shown).toEqual(Array.from({ length: 26 }, (_, place) => String(place + 1)));
  await expect.element(page.getByRole('button', { name: /more/ })).not.toBeInTheDocument();
  expect(api.sent(LIST).map(({ query }) => [query['limit'], query['offset']])).toEqual([
    ['12', '0'],
    ['12', '12'],
    ['12', '24'],
  ]);
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(appearance);
  await expect.poll(shown).toHaveLength(12);
  await expectAccessible();
});
