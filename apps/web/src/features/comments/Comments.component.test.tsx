import type { Comment } from '@stagedoor/contract/comments';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, idOf, INSTANT, PIXEL } from '../../../testing/fixtures.ts';
import { POST_ID } from '../../../testing/fixtures-items.ts';
import { show, type ShowOptions } from '../../../testing/show.tsx';
import { passToasts, stopTimeouts, toasts } from '../../../testing/toasts.ts';
import { Comments } from './Comments.tsx';

const LIST = 'GET /comments/search';
const ADD = 'POST /comments';
const DELETE = 'DELETE /comments/{id}';
const FAILED = 'Error occurred, please try again later';

const commentOf = (number: number, content: string): Comment => ({
  _id: idOf(500 + number),
  objectType: 'feed',
  objectId: POST_ID,
  content,
  attachment: null,
  author: { _id: FAN._id, username: FAN.username, name: FAN.name, avatar: PIXEL, isPerformer: false, isHost: false },
  counts: { likes: 0, replies: 0 },
  isLiked: false,
  isEdited: false,
  isHidden: false,
  may: { edit: true, delete: true, hide: false },
  createdAt: INSTANT,
  updatedAt: INSTANT,
});

const answerList = (api: ApiDouble, comments: Comment[]) =>
  api.answer(LIST, { data: comments, total: comments.length, after: null, isClosed: false, mayClose: false, isHost: false });

const open = (comments: Comment[], prepare?: (api: ApiDouble) => void, options: ShowOptions = {}) =>
  show(
    <Comments object={{ objectType: 'feed', objectId: POST_ID }} isLocked={false} count={comments.length} />,
    { user: FAN, ...options },
    (api) => {
      answerList(api, comments);
      prepare?.(api);
    },
  );

const field = page.getByRole('textbox', { name: 'Add a comment' });
const section = page.getByRole('region', { name: /Comments/ });
const send = async (words: string): Promise<void> => {
  await field.fill(words);
  await page.getByRole('button', { name: 'Send' }).click();
};
const remove = async (): Promise<void> => {
  await page.getByRole('button', { name: 'More about this comment' }).first().click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
};

test('shows a comment at the top as being sent, then stored, and says so', async () => {
  const { api } = await open([commentOf(1, 'First')], (double) => double.answer(ADD, commentOf(2, 'Second')));
  const release = api.hold(ADD);
  await expect.element(section).toMatchTextContent('First');
  stopTimeouts();
  await send(' Second ');
  await expect.element(section).toMatchTextContent(/Sending….*Second.*First/);
  await expect.element(section.getByRole('heading')).toMatchTextContent('Comments 2');
  expect(toasts()).toEqual([]);
  release();
  await expect.poll(toasts).toEqual([expect.stringMatching(/^Commented successfully/)]);
  await expect.element(section).not.toMatchTextContent('Sending…');
  await expect.element(section).toMatchTextContent(/Second.*First/);
  expect(api.sent(ADD).map(({ body }) => body)).toEqual([{ objectType: 'feed', objectId: POST_ID, content: 'Second' }]);
  await passToasts(5000);
});

test.each([
  ['the server’s sentence', (api: ApiDouble) => api.refuse(ADD, 'BLOCKED_PAIR'), 'This isn’t possible with this account.'],
  ['the sentence of the specification', (api: ApiDouble) => api.lose(ADD), FAILED],
])('takes a comment that isn’t stored back into the field, with %s', async (_what, prepare, words) => {
  const { api } = await open([commentOf(1, 'First')], prepare);
  await expect.element(section).toMatchTextContent('First');
  stopTimeouts();
  // The list is read again; it is right before that.
  const release = api.hold(LIST);
  await send('Second');
  await expect.poll(toasts).toEqual([words]);
  await expect.element(field).toHaveValue('Second');
  await expect.element(section.getByRole('heading')).toMatchTextContent('Comments 1');
  expect(page.getByRole('article').elements()).toHaveLength(1);
  release();
  await passToasts(5000);
});

test('removes a comment at once, and lowers the total', async () => {
  const { api } = await open([commentOf(2, 'Second'), commentOf(1, 'First')], (double) => double.answer(DELETE, { success: true }));
  await remove();
  await expect.element(section).not.toMatchTextContent('Second');
  await expect.element(section.getByRole('heading')).toMatchTextContent('Comments 1');
  await expect.poll(toasts).toContain('Removed successfully!');
  expect(api.sent(DELETE).map(({ params }) => params)).toEqual([{ id: idOf(502) }]);
});

test.each([
  ['the server’s sentence', (api: ApiDouble) => api.refuse(DELETE, 'INTERNAL'), 'An error occurred, please try again.'],
  ['the sentence of the specification, the answer being lost', (api: ApiDouble) => api.lose(DELETE), FAILED],
  ['the sentence of the specification, the answer having none', (api: ApiDouble) => api.refuseWithoutWords(DELETE), FAILED],
])('puts a comment back whose deletion failed, with %s', async (_what, prepare, words) => {
  const { api } = await open([commentOf(1, 'First')], prepare);
  await expect.element(section).toMatchTextContent('First');
  stopTimeouts();
  const release = api.hold(LIST);
  await remove();
  await expect.poll(toasts).toContain(words);
  await expect.element(section).toMatchTextContent('First');
  release();
  await passToasts(5000);
});

test.each([
  ['the server’s sentence', (api: ApiDouble) => api.refuse(LIST, 'LOCKED'), 'You don’t have access to this yet.'],
  ['the sentence of the specification', (api: ApiDouble) => api.refuseWithoutWords(LIST), FAILED],
])('says that comments can’t be read with %s, and reads them again', async (_what, prepare, words) => {
  const { api } = await open([commentOf(1, 'First')], prepare);
  await expect.element(section.getByRole('heading', { level: 3 })).toMatchTextContent(words);
  answerList(api, [commentOf(1, 'First')]);
  await section.getByRole('button', { name: 'Try again' }).click();
  await expect.element(section).toMatchTextContent('First');
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open([commentOf(1, 'First')], undefined, appearance);
  await expect.element(page.getByRole('article')).toMatchTextContent('First');
  await expectAccessible();
});
