import type { FoundConversation } from '@stagedoor/contract/conversations';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, idOf, INSTANT } from '../../../testing/fixtures.ts';
import { PRIVATE } from '../../../testing/fixtures-messages.ts';
import { show, type ShowOptions } from '../../../testing/show.tsx';
import { ConversationList } from './ConversationList.tsx';

const SEARCH = 'GET /conversations/search';

const LAST: NonNullable<FoundConversation['lastMessage']> = {
  _id: idOf(900),
  kind: 'text',
  text: 'See you tomorrow',
  files: 0,
  fileKind: null,
  tip: null,
  isDeleted: false,
  isOwn: false,
  seenAt: null,
  createdAt: INSTANT,
};
const TALK = { ...PRIVATE, lastMessage: LAST };
const MATCH: NonNullable<FoundConversation['match']> = {
  _id: idOf(300),
  isOwn: true,
  createdAt: INSTANT,
  parts: [
    { text: '…क्या ', isMatch: false },
    { text: 'हिन्दी', isMatch: true },
    { text: ' गाना?', isMatch: false },
  ],
};

const open = (match: FoundConversation['match'], options: ShowOptions = {}) =>
  show(<ConversationList openId={undefined} />, { user: FAN, path: '/messages', ...options }, (api) => {
    api.answer('GET /conversations', { data: [TALK], total: 1, after: null });
    api.answer('GET /messages/total-unread-messages', { total: 0, conversations: 0 });
    api.answer(SEARCH, { data: [{ ...TALK, match }], total: 1 });
  });

const field = page.getByRole('searchbox', { name: 'Search messages' });
const row = page.getByRole('link', { name: /Luna/ });

test('shows the message that was found with its words marked, and leads to it', async () => {
  const { address } = await open(MATCH);
  await expect.element(row).toMatchTextContent('See you tomorrow');
  await field.fill('हिन्दी');
  await expect.element(row).toMatchTextContent('You: …क्या हिन्दी गाना?');
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['हिन्दी']);
  const q = new URLSearchParams({ q: 'हिन्दी' }).toString();
  await expect.poll(address).toBe(`/messages?${q}`);
  await expect.element(row).toHaveAttribute('href', `/messages/${PRIVATE._id}?${q}&message=${MATCH._id}`);
});

test('shows the last message where the name alone was found', async () => {
  await open(null);
  await field.fill('luna');
  await expect.element(row).toHaveAttribute('href', `/messages/${PRIVATE._id}?q=luna`);
  await expect.element(row).toMatchTextContent('See you tomorrow');
  expect(document.querySelector('mark')).toBeNull();
});

test('searches by the words of the address, keeps them with a filter, and lists all without them', async () => {
  const { api, address } = await open(MATCH, { path: `/messages?q=${'a'.repeat(70)}&filter=pinned` });
  await expect.element(field).toHaveValue('a'.repeat(60));
  await expect.poll(() => api.sent(SEARCH).at(-1)?.query).toMatchObject({ q: 'a'.repeat(60), filter: 'pinned' });
  await page.getByRole('link', { name: 'Unread' }).click();
  await expect.poll(() => api.sent(SEARCH).at(-1)?.query).toMatchObject({ q: 'a'.repeat(60), filter: 'unread' });
  await field.clear();
  await expect.poll(address).toBe('/messages?filter=unread');
  await expect.element(row).toMatchTextContent('See you tomorrow');
});

test('is reached and left by the keyboard', async () => {
  await open(MATCH);
  await field.fill('hindi');
  await expect.element(row).toMatchTextContent('गाना');
  row.element().focus();
  await expect.element(row).toHaveFocus();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(row).not.toHaveFocus();
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open({ ...MATCH, isOwn: false }, { ...appearance, path: '/messages?q=hindi' });
  await expect.element(row).toMatchTextContent('हिन्दी');
  await expectAccessible();
});
