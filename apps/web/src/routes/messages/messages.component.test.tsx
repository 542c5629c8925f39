import type { Conversation } from '@stagedoor/contract/conversations';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { FAN } from '../../../testing/fixtures.ts';
import { PRIVATE } from '../../../testing/fixtures-messages.ts';
import { HOST, SHOW_ID } from '../../../testing/fixtures-shows.ts';
import { show } from '../../../testing/show.tsx';
import { passToasts, stopTimeouts, toasts } from '../../../testing/toasts.ts';
import Messages from './messages.tsx';

const ONE = 'GET /conversations/{id}';

const open = (prepare: (api: ApiDouble) => void) =>
  show(
    <Routes>
      <Route path="/messages/:id" element={<Messages />} />
      <Route path="*" element={<p>Elsewhere</p>} />
    </Routes>,
    { user: FAN, path: `/messages/${PRIVATE._id}` },
    (api) => {
      api.answer('GET /conversations', { data: [PRIVATE], total: 1, after: null });
      api.answer('GET /messages/total-unread-messages', { total: 0, conversations: 0 });
      api.answer('GET /messages/conversations/{id}', { data: [], total: 0 });
      api.answer('POST /messages/read-all/{id}', { totalNotSeenMessages: 0 });
      prepare(api);
    },
  );

const showOf = (type: Conversation['type']): Conversation => {
  const { peer: _peer, lastMessage: _last, canWrite: _can, writeObstacle: _why, peerSeenAt: _seen, fan: _fan, ...conversation } = PRIVATE;
  return { ...conversation, type, source: 'stream', sourceId: SHOW_ID, streamId: SHOW_ID, performerId: HOST._id };
};

test.each([
  ['stream_public', `/live/${HOST._id}`],
  ['stream_private', `/live/private/${SHOW_ID}`],
  ['stream_group', `/live/group/${SHOW_ID}`],
] as const)('leads from a conversation of type %s to the room of its show', async (type, room) => {
  const { address } = await open((api) => api.answer(ONE, showOf(type)));
  await expect.poll(address).toBe(room);
  await expect.element(page.getByText('Elsewhere')).toBeVisible();
});

test('opens a private conversation beside the list', async () => {
  const { address } = await open((api) => api.answer(ONE, PRIVATE));
  await expect.element(page.getByRole('textbox', { name: 'Message Luna' })).toBeVisible();
  expect(address()).toBe(`/messages/${PRIVATE._id}`);
});

test('tells once that a conversation can’t be opened', async () => {
  stopTimeouts();
  await open((api) => api.refuse(ONE, 'NOT_FOUND'));
  await expect.poll(toasts).toEqual(['Error occurred, please try again later']);
  await expect.element(page.getByRole('textbox', { name: 'Message Luna' })).not.toBeInTheDocument();
  await passToasts(1500);
});
