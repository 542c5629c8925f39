import type { PrivateMessage } from '@stagedoor/contract/conversations';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { FAN } from '../../../testing/fixtures.ts';
import { messageOf, ownMessageOf, PRIVATE } from '../../../testing/fixtures-messages.ts';
import { show } from '../../../testing/show.tsx';
import { passToasts, stopTimeouts, toasts } from '../../../testing/toasts.ts';
import { Thread } from './Thread.tsx';

const LIST = 'GET /messages/conversations/{id}';
const AROUND = 'GET /messages/conversations/{id}/around/{messageId}';
const READ = 'POST /messages/read-all/{id}';

const range = (from: number, to: number): PrivateMessage[] =>
  Array.from({ length: to - from }, (_, at) => messageOf(from + at, `Message ${from + at}.`));
const NEWEST = range(180, 205);
const TARGET = messageOf(112, 'Message 112.');

const answerAround = (
  api: ApiDouble,
  data: PrivateMessage[],
  rest: { hasOlder?: boolean | null; hasNewer?: boolean | null; isFound?: boolean },
) => api.answer(AROUND, { data, isFound: true, hasOlder: true, hasNewer: true, ...rest });

const open = (messageId: string, prepare: (api: ApiDouble) => void = () => undefined) =>
  show(
    <Thread conversation={PRIVATE} onTip={() => undefined} />,
    { user: FAN, path: `/messages/${PRIVATE._id}?q=encore&message=${messageId}` },
    (api) => {
      api.answer(LIST, { data: NEWEST.toReversed(), total: 200 });
      answerAround(api, range(100, 125), {});
      api.answer(READ, { totalNotSeenMessages: 0 });
      api.answer('POST /messages/conversations/{id}', ownMessageOf(300, 'Bravo'));
      prepare(api);
    },
  );

const log = page.getByRole('log');
const older = log.getByRole('button', { name: 'Show earlier messages' });
const newer = log.getByRole('button', { name: 'Show later messages' });
const toEnd = page.getByRole('button', { name: 'To the newest message' });
const line = (id: string) => document.querySelector(`[data-message="${id}"]`)!;
const isInView = (id: string): boolean => {
  const [one, frame] = [line(id).getBoundingClientRect(), log.element().getBoundingClientRect()];
  return one.top >= frame.top && one.bottom <= frame.bottom;
};

test('opens at an earlier message, marks it, and says nothing of those that aren’t shown', async () => {
  const { api } = await open(TARGET._id);
  await expect.element(log).toMatchTextContent(/Message 100\..*Message 112\..*Message 124\./);
  await expect.poll(() => isInView(TARGET._id)).toBe(true);
  expect(line(TARGET._id).className).toMatch(/marked/u);
  expect(line(messageOf(111, '')._id).className).not.toMatch(/marked/u);
  await expect.element(toEnd).toBeVisible();
  expect([api.sent(LIST), api.sent(READ)]).toEqual([[], []]);
});

test('loads older and newer messages, and is read once the newest is there', async () => {
  const { api } = await open(TARGET._id);
  await expect.element(log).toMatchTextContent('Message 112.');
  answerAround(api, range(90, 100), { hasOlder: false, hasNewer: null });
  await older.click();
  await expect.element(log).toMatchTextContent(/Message 90\..*Message 100\./);
  await expect.element(older).not.toBeInTheDocument();
  expect(api.sent(AROUND).at(-1)).toMatchObject({ params: { messageId: messageOf(100, '')._id }, query: { side: 'older' } });
  answerAround(api, range(124, 140), { hasOlder: null, hasNewer: false });
  await newer.click();
  await expect.element(log).toMatchTextContent(/Message 124\..*Message 139\./);
  await expect.element(newer).not.toBeInTheDocument();
  expect(api.sent(AROUND).at(-1)).toMatchObject({ params: { messageId: messageOf(124, '')._id }, query: { side: 'newer' } });
  await expect.poll(() => api.sent(READ).length).toBe(1);
});

test('returns to the newest messages, which a reload then shows', async () => {
  const { api, address } = await open(TARGET._id);
  await expect.element(log).toMatchTextContent('Message 112.');
  await toEnd.click();
  await expect.element(log).toMatchTextContent(/Message 180\..*Message 204\./);
  await expect.element(log).not.toMatchTextContent('Message 112.');
  await expect.poll(address).toBe(`/messages/${PRIVATE._id}?q=encore`);
  await expect.element(toEnd).not.toBeInTheDocument();
  await expect.poll(() => api.sent(READ).length).toBeGreaterThan(0);
});

test('adds nothing that comes meanwhile: there would be a gap', async () => {
  const { api, socket } = await open(TARGET._id);
  await expect.element(log).toMatchTextContent('Message 112.');
  socket.receive('conversations/message', { conversationId: PRIVATE._id, message: messageOf(400, 'Come later'), totalNotSeenMessages: 1 });
  await expect.element(log).not.toMatchTextContent('Come later');
  expect(api.sent(READ)).toEqual([]);
});

test('shows what is sent from there at the end', async () => {
  await open(TARGET._id);
  await expect.element(log).toMatchTextContent('Message 112.');
  await page.getByRole('textbox', { name: 'Message Luna' }).fill('Bravo');
  await userEvent.keyboard('{Enter}');
  await expect.element(log).toMatchTextContent(/Message 204\..*Bravo/);
  await expect.element(log).not.toMatchTextContent('Message 112.');
});

test('opens at the end where the message isn’t there any more', async () => {
  const { api } = await open(TARGET._id, (double) => answerAround(double, NEWEST, { isFound: false, hasNewer: false }));
  await expect.element(log).toMatchTextContent('Message 204.');
  await expect.poll(() => isInView(NEWEST.at(-1)!._id)).toBe(true);
  await expect.poll(() => api.sent(READ).length).toBeGreaterThan(0);
  expect(toasts()).toEqual([]);
});

test('opens at the end for what is no message’s id', async () => {
  const { api } = await open('last');
  await expect.element(log).toMatchTextContent('Message 204.');
  expect(api.sent(AROUND)).toEqual([]);
});

test('tells that later messages can’t be read, and reads them when asked again', async () => {
  const { api } = await open(TARGET._id);
  await expect.element(log).toMatchTextContent('Message 112.');
  stopTimeouts();
  api.lose(AROUND);
  await newer.click();
  await expect.poll(toasts).toEqual(['Error occurred, please try again later']);
  await expect.element(log).toMatchTextContent('Message 112.');
  answerAround(api, range(124, 130), { hasOlder: null, hasNewer: true });
  await newer.click();
  await expect.element(log).toMatchTextContent('Message 129.');
  await passToasts(1500);
});
