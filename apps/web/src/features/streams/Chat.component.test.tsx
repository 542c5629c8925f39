import type { ChatState } from '@stagedoor/contract/chat';
import type { Message } from '@stagedoor/contract/conversations';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, idOf } from '../../../testing/fixtures.ts';
import { CHAT_STATE, CONVERSATION_ID, HOST_SENDER, lineOf, OWN_SENDER } from '../../../testing/fixtures-chat.ts';
import { SHOW_ID, secondsFromNow } from '../../../testing/fixtures-shows.ts';
import { tabTo } from '../../../testing/keyboard.ts';
import { show, type ShowOptions } from '../../../testing/show.tsx';
import { pass, passToasts, stopTimeouts, toasts } from '../../../testing/toasts.ts';
import { useRealtimeRoom } from '../../app/realtime.tsx';
import { useSession } from '../../app/session.tsx';
import { Chat } from './Chat.tsx';
import { useChat } from './use-chat.ts';

const LIST = 'GET /messages/conversations/public/{id}';
const SEND = 'POST /messages/stream/public/conversations/{id}';
const STATE = 'GET /streaming/chat/{id}';

const ShowChat = ({ isClosed = false }: { isClosed?: boolean }) => {
  // A visitor has no socket.
  const joined = useRealtimeRoom(useSession() ? SHOW_ID : null);
  const chat = useChat({ streamId: SHOW_ID, conversationId: CONVERSATION_ID, isOpen: !isClosed, joined });
  return (
    <div style={{ display: 'flex', height: 420, width: 372 }}>
      <Chat chat={chat} streamId={SHOW_ID} isClosed={isClosed} isHost={false} />
    </div>
  );
};

interface ChatOptions extends ShowOptions {
  /** Messages of the chat, oldest first. */
  lines?: Message[];
  total?: number;
  state?: Partial<ChatState>;
  isClosed?: boolean;
}

const answerLines = (api: ApiDouble, lines: Message[], total = lines.length) => api.answer(LIST, { data: lines.toReversed(), total });

const open = ({ lines = [], total, state = {}, isClosed = false, ...options }: ChatOptions = {}, prepare?: (api: ApiDouble) => void) =>
  show(<ShowChat isClosed={isClosed} />, { user: FAN, path: '/live/luna', ...options }, (api) => {
    answerLines(api, lines, total);
    api.answer(STATE, { ...CHAT_STATE, ...state });
    prepare?.(api);
  });

const log = page.getByRole('log', { name: 'Chat messages' });
const field = page.getByRole('textbox', { name: 'Say something kind' });
const sendButton = page.getByRole('button', { name: 'Send', exact: true });

test('sends a line once, trimmed, and stays in the field', async () => {
  const { api } = await open({}, (double) => double.answer(SEND, lineOf(1, 'Bravo!', { sender: OWN_SENDER })));
  await expect.element(log).toMatchTextContent('No messages yet. Be the first.');
  const release = api.hold(SEND);
  await tabTo(field);
  await userEvent.keyboard('  Bravo! {Enter}');
  await expect.element(log).toMatchTextContent(/Wren Bravo!/);
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveFocus();
  release();
  await expect.element(log).toMatchTextContent(/^Wren\s+Bravo!$/);
  expect(api.sent(SEND).map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { id: CONVERSATION_ID }, body: { text: 'Bravo!', fileId: [] } },
  ]);
  expect(api.sent(SEND)[0]!.idempotencyKey).toMatch(/^[\da-f-]{36}$/);
});

test('sends nothing for blanks', async () => {
  const { api } = await open();
  await field.fill('   ');
  await userEvent.keyboard('{Enter}');
  await sendButton.click();
  await expect.element(field).toHaveValue('   ');
  expect(api.sent(SEND)).toEqual([]);
});

test('shows an own line once when the room announces it before the answer', async () => {
  const { api, socket } = await open({}, (double) => double.answer(SEND, lineOf(1, 'Bravo!', { sender: OWN_SENDER })));
  const release = api.hold(SEND);
  await field.fill('Bravo!');
  await userEvent.keyboard('{Enter}');
  await expect.element(log).toMatchTextContent('Bravo!');
  socket.receive('messages/created', { streamId: SHOW_ID, message: lineOf(1, 'Bravo!', { sender: OWN_SENDER }) });
  socket.receive('messages/created', { streamId: SHOW_ID, message: lineOf(2, 'Encore!') });
  await expect.element(log).toMatchTextContent(/^Wren\s+Bravo!\s*Mara\s+Encore!$/);
  release();
  socket.receive('messages/created', { streamId: SHOW_ID, message: lineOf(3, 'Again!') });
  await expect.element(log).toMatchTextContent(/^Wren\s+Bravo!\s*Mara\s+Encore!\s*Mara\s+Again!$/);
});

test.each([
  ['CHAT_WORD_REFUSED', 'This message has a word that isn’t allowed here.'],
  ['BLOCKED_PAIR', 'This isn’t possible with this account.'],
] as const)('tells the refusal %s, and sends the line again under the same key', async (code, words) => {
  const { api } = await open({}, (double) => double.refuse(SEND, code));
  await field.fill('Ouch');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(log).toMatchTextContent(/Ouch.*Not sent/);
  api.answer(SEND, lineOf(1, 'Ouch', { sender: OWN_SENDER }));
  await log.getByRole('button', { name: 'Try again' }).click();
  await expect.element(log).toMatchTextContent(/^Wren\s+Ouch$/);
  const keys = api.sent(SEND).map(({ idempotencyKey }) => idempotencyKey);
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('keeps a line whose answer was lost until it is discarded', async () => {
  const { api } = await open({}, (double) => double.lose(SEND));
  await field.fill('Lost');
  await userEvent.keyboard('{Enter}');
  await expect.element(log).toMatchTextContent(/Lost.*Not sent/);
  await log.getByRole('button', { name: 'Discard' }).click();
  await expect.element(log).not.toMatchTextContent('Lost');
  expect(api.sent(SEND)).toHaveLength(1);
});

test('waits in slow mode until the time is over', async () => {
  const { api } = await open({ state: { slowSeconds: 5 } }, (double) => double.answer(SEND, lineOf(1, 'One', { sender: OWN_SENDER })));
  await expect.element(field).toHaveAttribute('placeholder', 'Slow mode: one message every 5 s');
  api.answer(STATE, { ...CHAT_STATE, slowSeconds: 5, waitUntil: secondsFromNow(5) });
  await field.fill('One');
  await userEvent.keyboard('{Enter}');
  await expect.element(sendButton).toBeDisabled();
  await field.fill('Two');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('Two');
  api.answer(STATE, { ...CHAT_STATE, slowSeconds: 5 });
  await expect.element(sendButton).toBeEnabled();
  expect(api.sent(SEND)).toHaveLength(1);
});

test('closes the field to a writer who is timed out, and opens it again', async () => {
  const { api, socket } = await open();
  await expect.element(field).toBeVisible();
  api.answer(STATE, { ...CHAT_STATE, timeout: { until: null } });
  socket.receive('chat/timeout', { streamId: SHOW_ID, accountId: FAN._id, isTimedOut: true, until: null });
  await expect.element(page.getByText('You’re timed out for this show.')).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
  api.answer(STATE, CHAT_STATE);
  socket.receive('chat/timeout', { streamId: SHOW_ID, accountId: FAN._id, isTimedOut: false, until: null });
  await expect.element(field).toBeVisible();
});

test('says until when a writer is timed out', async () => {
  await open({ state: { timeout: { until: '2099-01-01T20:15:00.000Z' } } });
  await expect.element(page.getByText(/^You’re timed out until .*8:15|^You’re timed out until .*20:15/)).toBeVisible();
});

test('lets a viewer follow where only followers write', async () => {
  const { api } = await open({ state: { writers: 'followers', obstacle: 'follow' } }, (double) =>
    double.answer('POST /reactions', { action: 'follow', active: true, total: 1 }),
  );
  await expect.element(page.getByRole('status').first()).toMatchTextContent('Only followers can write here.');
  api.answer(STATE, { ...CHAT_STATE, writers: 'followers' });
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect.element(page.getByText('You follow now.')).toBeVisible();
  await expect.element(field).toBeVisible();
  expect(api.sent('POST /reactions').map(({ body }) => body)).toEqual([
    { objectType: 'performer', objectId: CHAT_STATE.performerId, action: 'follow' },
  ]);
});

test('offers a visitor the log-in and comes back to the show', async () => {
  const { api } = await open({ user: null, lines: [lineOf(1, 'Hello')] });
  await expect.element(log).toMatchTextContent('Hello');
  const link = page.getByRole('link', { name: 'Log in to chat' });
  await expect.element(link).toHaveAttribute('href', expect.stringContaining(encodeURIComponent('/live/luna')));
  await expect.element(field).not.toBeInTheDocument();
  expect(api.sent(STATE)).toEqual([]);
});

test('asks for a confirmed address before writing', async () => {
  await open({ user: { ...FAN, emailVerified: false } });
  const link = page.getByRole('link', { name: 'Confirm your email address to chat' });
  await expect.element(link).toHaveAttribute('href', '/auth/verify-email');
  await expect.element(field).not.toBeInTheDocument();
});

test('says that the chat is closed', async () => {
  await open({ isClosed: true, lines: [lineOf(1, 'Good night')] });
  await expect.element(page.getByText('The chat is closed')).toBeVisible();
  await expect.element(log).toMatchTextContent('Good night');
  await expect.element(field).not.toBeInTheDocument();
});

test('shows lines of the room as they come, with tips, gifts and who hosts', async () => {
  const { socket } = await open();
  await expect.element(field).toBeVisible();
  const gift = { _id: idOf(60), image: null, symbol: '🌹', animation: 'float', quantity: 3, kind: 'gift', name: 'Rose' } as const;
  for (const message of [
    lineOf(1, 'Welcome', { sender: HOST_SENDER }),
    lineOf(2, '', { kind: 'tip', tip: 25 }),
    lineOf(3, 'For the encore', { kind: 'tip', tip: 7.5 }),
    lineOf(4, '', { kind: 'gift', tip: 15, gift }),
    lineOf(5, 'elsewhere'),
  ])
    socket.receive('messages/created', { streamId: message.text === 'elsewhere' ? idOf(79) : SHOW_ID, message });
  await expect.element(log).toMatchTextContent(/Luna host Welcome/);
  await expect.element(log).toMatchTextContent(/Mara\s*sent a tip.*25/);
  await expect.element(log).toMatchTextContent(/For the encore.*7\.50/);
  await expect.element(log).toMatchTextContent(/Rose.*15/);
  await expect.element(log).not.toMatchTextContent('elsewhere');
});

test('replaces a deleted line by its placeholder, for good', async () => {
  const { socket } = await open({ lines: [lineOf(1, 'Rude words'), lineOf(2, 'Kind words')] });
  await expect.element(log).toMatchTextContent('Rude words');
  socket.receive('messages/deleted', { streamId: SHOW_ID, conversationId: CONVERSATION_ID, messageId: idOf(1001) });
  await expect.element(log).toMatchTextContent('Message deleted');
  await expect.element(log).not.toMatchTextContent('Rude words');
  socket.receive('messages/created', { streamId: SHOW_ID, message: lineOf(1, 'Rude words') });
  socket.receive('messages/created', { streamId: SHOW_ID, message: lineOf(3, 'Last') });
  await expect.element(log).toMatchTextContent('Last');
  await expect.element(log).not.toMatchTextContent('Rude words');
});

test('shows a visitor at the next poll that a line was deleted', async () => {
  stopTimeouts();
  const { api } = await open({ user: null, lines: [lineOf(1, 'Rude words'), lineOf(2, 'Kind words')] });
  await expect.element(log).toMatchTextContent('Rude words');
  const before = api.sent(LIST).length;
  api.answer(LIST, { data: [lineOf(3, 'Last')], total: 1, deletedIds: [idOf(1001)] });
  pass(3000);
  await expect.element(log).toMatchTextContent(/^Mara\s+Message deleted\s*Mara\s+Kind words\s*Mara\s+Last$/);
  expect(
    api
      .sent(LIST)
      .slice(before)
      .map(({ query }) => query),
  ).toEqual([expect.objectContaining({ since: idOf(1002) })]);
});

test('reads older lines above those shown', async () => {
  const lines = Array.from({ length: 25 }, (_, place) => lineOf(10 + place, `Line ${10 + place}.`));
  const { api } = await open({ lines, total: 27 });
  await expect.element(log).toMatchTextContent('Line 34.');
  answerLines(api, [lineOf(8, 'Line 8.'), lineOf(9, 'Line 9.')], 27);
  await log.getByRole('button', { name: 'Show earlier' }).click();
  await expect.element(log).toMatchTextContent(/Line 8\..*Line 9\..*Line 10\./);
  await expect.element(log.getByRole('button', { name: 'Show earlier' })).not.toBeInTheDocument();
  expect(api.sent(LIST).at(-1)!.query).toMatchObject({ limit: '25', offset: '25' });
});

test('reads older lines once, however often it is asked meanwhile', async () => {
  const lines = Array.from({ length: 25 }, (_, place) => lineOf(10 + place, `Line ${10 + place}.`));
  const { api } = await open({ lines, total: 27 });
  await expect.element(log).toMatchTextContent('Line 34.');
  const before = api.sent(LIST).length;
  answerLines(api, [lineOf(8, 'Line 8.'), lineOf(9, 'Line 9.')], 27);
  const release = api.hold(LIST);
  await log.getByRole('button', { name: 'Show earlier' }).click();
  await log.getByRole('button', { name: 'Show earlier' }).click();
  release();
  await expect.element(log).toMatchTextContent(/Line 8\..*Line 9\..*Line 10\./);
  expect(api.sent(LIST).length - before).toBe(1);
});

test('tells that older lines can’t be read, keeps those shown, and reads them when asked again', async () => {
  const lines = Array.from({ length: 25 }, (_, place) => lineOf(10 + place, `Line ${10 + place}.`));
  const { api } = await open({ lines, total: 26 });
  await expect.element(log).toMatchTextContent('Line 34.');
  stopTimeouts();
  api.lose(LIST);
  await log.getByRole('button', { name: 'Show earlier' }).click();
  await expect.poll(toasts).toEqual(['Error occurred, please try again later']);
  await expect.element(log).toMatchTextContent('Line 10.');
  answerLines(api, [lineOf(9, 'Line 9.')], 26);
  await log.getByRole('button', { name: 'Show earlier' }).click();
  await expect.element(log).toMatchTextContent(/Line 9\..*Line 10\./);
  await passToasts(1500);
});

test.each([
  ['a lost answer', (api: ApiDouble) => api.lose(LIST)],
  ['a refusal', (api: ApiDouble) => api.refuse(LIST, 'INTERNAL')],
])('tells once that the chat can’t be read after %s, and goes on trying', async (_what, prepare) => {
  stopTimeouts();
  const { api } = await open({}, prepare);
  await expect.poll(toasts).toEqual(['Error occurred, please try again later']);
  await expect.element(log).not.toMatchTextContent('No messages yet');
  await passToasts(1500);
  const before = api.sent(LIST).length;
  await expect
    .poll(() => {
      pass(5000);
      return api.sent(LIST).length - before;
    })
    .toBe(2);
  expect(toasts()).toEqual([]);
  answerLines(api, [lineOf(1, 'Hello')]);
  await expect
    .poll(() => {
      pass(5000);
      return log.element().textContent;
    })
    .toContain('Hello');
});

test('leaves the reader where they scrolled to, and counts what is new', async () => {
  const lines = Array.from({ length: 25 }, (_, place) => lineOf(10 + place, `Line ${10 + place}.`));
  const { socket } = await open({ lines });
  await expect.element(log).toMatchTextContent('Line 34.');
  const element = log.element();
  await expect.poll(() => element.scrollTop).toBeGreaterThan(100);
  element.scrollTop = 0;
  await expect.poll(() => element.scrollTop).toBe(0);
  element.dispatchEvent(new Event('scroll', { bubbles: true }));
  socket.receive('messages/created', { streamId: SHOW_ID, message: lineOf(40, 'New one') });
  socket.receive('messages/created', { streamId: SHOW_ID, message: lineOf(41, 'New two') });
  const pill = page.getByRole('button', { name: '2 new messages' });
  await expect.element(pill).toBeVisible();
  expect(element.scrollTop).toBe(0);
  await pill.click();
  await expect.element(pill).not.toBeInTheDocument();
  expect(element.scrollHeight - element.scrollTop - element.clientHeight).toBeLessThan(2);
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  const lines = [
    lineOf(1, 'Welcome', { sender: HOST_SENDER }),
    lineOf(2, 'For the encore', { kind: 'tip', tip: 25 }),
    lineOf(3, 'Bravo', { sender: OWN_SENDER }),
    lineOf(4, appearance.locale === 'es' ? 'Mensaje eliminado' : 'Message deleted', { isDeleted: true }),
  ];
  await open({ ...appearance, lines });
  await expect.element(page.getByRole('log')).toMatchTextContent('Bravo');
  await expectAccessible();
});

test.each([
  ['a writer who is timed out', { timeout: { until: null } }, 'You’re timed out for this show.'],
  ['slow mode', { slowSeconds: 5, waitUntil: '2099-01-01T20:15:00.000Z' }, 'Bravo'],
  ['a viewer who must follow first', { writers: 'followers', obstacle: 'follow' }, 'Only followers can write here.'],
] as const)('is accessible for %s', async (_whom, state, words) => {
  await open({ lines: [lineOf(1, 'Bravo')], state });
  await expect.element(page.getByText(words, { exact: false }).first()).toBeVisible();
  await expectAccessible();
});

test.each(APPEARANCES)('is accessible with a line that was not sent in $locale, $direction, $theme', async (appearance) => {
  await open(appearance, (api) => api.refuse(SEND, 'BLOCKED_PAIR'));
  await page.getByRole('textbox').fill('Ouch');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('log').getByRole('button')).toHaveLength(2);
  await expectAccessible();
});
