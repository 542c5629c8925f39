import type { OwnFeed } from '@stagedoor/contract/feeds';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { FAN, idOf, INSTANT } from '../../../testing/fixtures.ts';
import { show } from '../../../testing/show.tsx';
import { passToasts, stopTimeouts, toasts } from '../../../testing/toasts.ts';
import Feeds from './feeds.tsx';

const LIST = 'GET /performer/feeds';
const DELETE = 'DELETE /performer/feeds/{id}';

const postOf = (number: number, text: string): OwnFeed => ({
  _id: idOf(number),
  type: 'text',
  title: '',
  text,
  poll: null,
  audience: 'everyone',
  price: null,
  priceVersion: 1,
  state: 'active',
  files: [],
  thumbnail: null,
  teaser: null,
  teaserCut: false,
  teaserVideo: null,
  categoryIds: [],
  tags: [],
  peopleShown: null,
  participantIds: [],
  producedOn: null,
  counts: { likes: 0, comments: 0, unlocks: 0 },
  earned: 0,
  isPinned: false,
  rejection: null,
  scheduledAt: null,
  expiresAt: null,
  publishedAt: INSTANT,
  createdAt: INSTANT,
  updatedAt: INSTANT,
});

const NEW_STRINGS = postOf(301, 'New strings today');
const ENCORE = postOf(302, 'The encore');

const open = (prepare: (api: ApiDouble) => void) =>
  show(<Feeds />, { user: { ...FAN, role: 'performer', isPerformer: true }, path: '/model/feeds' }, (api) => {
    api.answer(LIST, { data: [NEW_STRINGS, ENCORE], total: 2 });
    prepare(api);
  });

const row = page.getByText('New strings today');
const sheet = page.getByRole('dialog', { name: 'Delete this post?' });
const remove = async (): Promise<void> => {
  await page.getByRole('button', { name: 'Delete: New strings today' }).click();
  await sheet.getByRole('button', { name: 'Delete' }).click();
};

test('keeps a post in the list until its deletion has succeeded, then says so', async () => {
  const { api } = await open((double) => double.answer(DELETE, { success: true }));
  const release = api.hold(DELETE);
  stopTimeouts();
  await remove();
  await expect.element(sheet.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await expect.element(row).toBeInTheDocument();
  expect(toasts()).toEqual([]);
  api.answer(LIST, { data: [ENCORE], total: 1 });
  release();
  await expect.poll(toasts).toEqual(['Removed successfully!']);
  await expect.element(row).not.toBeInTheDocument();
  await expect.element(page.getByText('The encore')).toBeVisible();
  expect(api.sent(DELETE).map(({ params }) => params)).toEqual([{ id: NEW_STRINGS._id }]);
  await passToasts(1500);
});

test.each([
  ['the server’s sentence', (api: ApiDouble) => api.refuse(DELETE, 'INTERNAL'), 'An error occurred, please try again.'],
  ['the sentence of the specification', (api: ApiDouble) => api.lose(DELETE), 'Error occurred, please try again later'],
])('keeps a post whose deletion failed, with %s', async (_what, prepare, words) => {
  const { api } = await open(prepare);
  await expect.element(row).toBeVisible();
  const reads = api.sent(LIST).length;
  await remove();
  await expect.element(sheet.getByRole('alert')).toMatchTextContent(words);
  await sheet.getByRole('button', { name: 'Keep' }).click();
  await expect.element(row).toBeVisible();
  expect(api.sent(LIST)).toHaveLength(reads);
});
