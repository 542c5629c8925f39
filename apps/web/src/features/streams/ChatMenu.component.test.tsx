import type { ChatState } from '@stagedoor/contract/chat';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, idOf } from '../../../testing/fixtures.ts';
import { CHAT_STATE, CONVERSATION_ID, HOST_SENDER, lineOf, MARA, OWN_SENDER } from '../../../testing/fixtures-chat.ts';
import { HOST, SHOW_ID } from '../../../testing/fixtures-shows.ts';
import { tabTo } from '../../../testing/keyboard.ts';
import { show } from '../../../testing/show.tsx';
import { Chat } from './Chat.tsx';
import { useChat } from './use-chat.ts';

const DELETE = 'DELETE /messages/{id}';
const TIME_OUT = 'POST /streaming/chat/{id}/timeouts';
const LIFT = 'DELETE /streaming/chat/{id}/timeouts';
const STATE = 'GET /streaming/chat/{id}';

const ShowChat = ({ isHost }: { isHost: boolean }) => {
  const chat = useChat({ streamId: SHOW_ID, conversationId: CONVERSATION_ID, isOpen: true, joined: true });
  return (
    <div style={{ display: 'flex', height: 420, width: 372 }}>
      <Chat chat={chat} streamId={SHOW_ID} isClosed={false} isHost={isHost} />
    </div>
  );
};

/** A line of Mara's, one of the host and one of the fan's. */
const LINES = [lineOf(1, 'Hello'), lineOf(2, 'Welcome', { sender: HOST_SENDER }), lineOf(3, 'Bravo', { sender: OWN_SENDER })];

const open = async (state: Partial<ChatState> = {}, prepare?: (api: ApiDouble) => void, isHost = false) => {
  const user = isHost ? { ...FAN, _id: HOST._id, name: HOST.name, isPerformer: true } : FAN;
  const shown = await show(<ShowChat isHost={isHost} />, { user }, (api) => {
    api.answer('GET /messages/conversations/public/{id}', { data: LINES.toReversed(), total: 3 });
    api.answer(STATE, { ...CHAT_STATE, ...state });
    prepare?.(api);
  });
  await expect.element(log).toMatchTextContent('Bravo');
  return shown;
};

const log = page.getByRole('log');
const optionsOf = (name: string) => page.getByRole('button', { name: `Options for ${name}’s message` });
const choices = () =>
  page
    .getByRole('menuitem')
    .elements()
    .map(({ textContent }) => textContent);
const TIME_OUTS = ['Time out for 1 minute', 'Time out for 5 minutes', 'Time out for 10 minutes', 'Time out for the whole show'];

test.each([
  ['viewer', 'Mara', { role: 'viewer' }, ['Report']],
  ['viewer', 'Luna', { role: 'viewer' }, ['Report']],
  ['viewer', 'Wren', { role: 'viewer' }, ['Delete']],
  ['moderator', 'Mara', { role: 'moderator' }, ['Delete', ...TIME_OUTS, 'Report']],
  ['moderator', 'Luna', { role: 'moderator' }, ['Report']],
  ['moderator, of another moderator,', 'Mara', { role: 'moderator', moderatorIds: [MARA._id] }, ['Delete', 'Report']],
  [
    'moderator, of somebody timed out,',
    'Mara',
    { role: 'moderator', timeouts: [{ account: MARA, until: null }] },
    ['Delete', 'End time-out', 'Report'],
  ],
] as const)('offers a %s on a line of %s only what they may do', async (_who, name, state, expected) => {
  await open(state as unknown as Partial<ChatState>);
  await optionsOf(name).click();
  await expect.poll(choices).toEqual(expected);
});

test('offers the host to appoint a viewer and to dismiss a moderator', async () => {
  const { api, socket } = await open({ role: 'host' }, undefined, true);
  await optionsOf('Mara').click();
  await expect.poll(choices).toEqual(['Delete', ...TIME_OUTS, 'Make moderator', 'Report']);
  await userEvent.keyboard('{Escape}');
  api.answer(STATE, { ...CHAT_STATE, role: 'host', moderatorIds: [MARA._id] });
  socket.receive('chat/changed', { streamId: SHOW_ID, slowSeconds: 0, writers: 'everyone', moderatorIds: [MARA._id] });
  await expect.element(log).toMatchTextContent(/Mara\s*Moderator/);
  await optionsOf('Mara').click();
  await expect.poll(choices).toContain('Remove as moderator');
});

test('times a writer out by keyboard and returns the focus', async () => {
  const { api } = await open({ role: 'moderator' }, (double) =>
    double.answer(TIME_OUT, { account: MARA, until: '2026-11-21T19:05:00.000Z' }),
  );
  await tabTo(optionsOf('Mara'));
  await userEvent.keyboard('{Enter}');
  const choice = page.getByRole('menuitem', { name: 'Time out for 5 minutes' });
  await expect.element(choice).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(choice).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Timed out.')).toBeVisible();
  await expect.element(optionsOf('Mara')).toHaveFocus();
  expect(api.sent(TIME_OUT).map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { id: SHOW_ID }, body: { accountId: MARA._id, minutes: 5 } },
  ]);
});

test('times a writer out for the whole show', async () => {
  const { api } = await open({ role: 'moderator' }, (double) => double.answer(TIME_OUT, { account: MARA, until: null }));
  await optionsOf('Mara').click();
  await page.getByRole('menuitem', { name: 'Time out for the whole show' }).click();
  await expect.element(page.getByText('Timed out.')).toBeVisible();
  expect(api.sent(TIME_OUT)[0]!.body).toEqual({ accountId: MARA._id, minutes: null });
});

test('ends a time-out', async () => {
  const { api } = await open({ role: 'moderator', timeouts: [{ account: MARA, until: null }] }, (double) =>
    double.answer(LIFT, { success: true }),
  );
  await optionsOf('Mara').click();
  await page.getByRole('menuitem', { name: 'End time-out' }).click();
  await expect.element(page.getByText('The time-out is over.')).toBeVisible();
  expect(api.sent(LIFT).map(({ params, query }) => ({ params, query }))).toMatchObject([
    { params: { id: SHOW_ID }, query: { accountId: MARA._id } },
  ]);
});

test('tells why a writer can’t be timed out', async () => {
  await open({ role: 'moderator' }, (api) => api.refuse(TIME_OUT, 'LIVE_NOT_ON_AIR'));
  await optionsOf('Mara').click();
  await page.getByRole('menuitem', { name: 'Time out for 1 minute' }).click();
  await expect.element(page.getByText('This show isn’t on air right now.')).toBeVisible();
});

test('deletes an own line and leaves its placeholder without a menu', async () => {
  const { api } = await open({}, (double) => double.answer(DELETE, lineOf(3, 'Message deleted', { sender: OWN_SENDER, isDeleted: true })));
  await optionsOf('Wren').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect.element(log).toMatchTextContent(/Wren\s*Message deleted/);
  await expect.element(optionsOf('Wren')).not.toBeInTheDocument();
  expect(api.sent(DELETE).map(({ params }) => params)).toEqual([{ id: idOf(1003) }]);
});

test('keeps a line that can’t be deleted', async () => {
  await open({}, (api) => api.refuse(DELETE, 'MESSAGE_BOUGHT'));
  await optionsOf('Wren').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect.element(page.getByText('This message was bought and can’t be deleted.')).toBeVisible();
  await expect.element(log).toMatchTextContent('Bravo');
});

test('is accessible with an open menu', async () => {
  await open({ role: 'moderator' });
  await optionsOf('Mara').click();
  await expect.element(page.getByRole('menu')).toBeVisible();
  await expectAccessible();
});
