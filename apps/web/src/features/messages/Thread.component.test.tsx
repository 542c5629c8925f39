import type { PrivateMessage } from '@stagedoor/contract/conversations';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, PERFORMER } from '../../../testing/fixtures.ts';
import { messageOf, ownMessageOf, PRIVATE } from '../../../testing/fixtures-messages.ts';
import { show, type ShowOptions } from '../../../testing/show.tsx';
import { passToasts, stopTimeouts, toasts } from '../../../testing/toasts.ts';
import { MessageButton } from './MessageButton.tsx';
import { Thread } from './Thread.tsx';

const LIST = 'GET /messages/conversations/{id}';
const SEND = 'POST /messages/conversations/{id}';
const OPEN = 'POST /conversations';
const UPLOAD = 'POST /messages/conversations/{id}/files';
const FAILED = 'Error occurred, please try again later';

const DOCUMENT = {
  _id: '00000000-0000-4000-8000-00000000d0c1',
  kind: 'document',
  state: 'ready',
  progress: 1,
  failure: null,
  picture: null,
} as const;

const answerMessages = (api: ApiDouble, messages: PrivateMessage[], total = messages.length) =>
  api.answer(LIST, { data: messages.toReversed(), total });

const open = (messages: PrivateMessage[], total = messages.length, options: ShowOptions = {}) =>
  show(<Thread conversation={PRIVATE} onTip={() => undefined} />, { user: FAN, path: `/messages/${PRIVATE._id}`, ...options }, (api) => {
    answerMessages(api, messages, total);
    api.answer('POST /messages/read-all/{id}', { totalNotSeenMessages: 0 });
    api.answer(SEND, ownMessageOf(90, 'Bravo'));
  });

const log = page.getByRole('log');
const field = page.getByRole('textbox', { name: 'Message Luna' });
const older = log.getByRole('button', { name: 'Show earlier messages' });

test('skips an empty message silently, and sends one with words', async () => {
  const { api, socket } = await open([messageOf(1, 'Hello')]);
  await expect.element(log).toMatchTextContent('Hello');
  stopTimeouts();
  await field.fill('  \n ');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('  \n ');
  expect(api.sent(SEND)).toEqual([]);
  expect(socket.sent.filter(({ name }) => name === 'conversations/typing')).toEqual([]);
  expect(toasts()).toEqual([]);
  await field.fill(' Bravo ');
  await userEvent.keyboard('{Enter}');
  await expect.element(log).toMatchTextContent(/Hello.*Bravo/);
  await expect.poll(() => api.sent(SEND).map(({ body }) => body)).toEqual([{ text: 'Bravo', fileId: [] }]);
  await expect.element(field).toHaveValue('');
});

test.each([
  ['en', 'Your storage is full. Delete files you no longer need.'],
  ['es', 'Tu espacio está lleno. Elimina archivos que ya no necesites.'],
] as const)('says in the fan’s language (%s) that their storage is full, and drops the file', async (locale, words) => {
  await show(<Thread conversation={PRIVATE} onTip={() => undefined} />, { user: FAN, path: `/messages/${PRIVATE._id}`, locale }, (api) => {
    answerMessages(api, [messageOf(1, 'Hello')]);
    api.answer('POST /messages/read-all/{id}', { totalNotSeenMessages: 0 });
    api.refuse(UPLOAD, 'QUOTA_EXCEEDED');
  });
  await expect.element(log).toMatchTextContent('Hello');
  stopTimeouts();
  const input = document.querySelector<HTMLElement>('input[type="file"]')!;
  await page.elementLocator(input).upload(new File(['%PDF'], 'programme.pdf', { type: 'application/pdf' }));
  await expect.poll(toasts).toEqual([words]);
  expect(document.body.textContent).not.toContain('programme.pdf');
  await passToasts(5000);
});

test.each([
  ['en', 'Whoever gets programme.pdf can also read:', 'Author'],
  ['es', 'Quien reciba programme.pdf también podrá leer:', 'Autoría'],
] as const)(
  'tells in the sender’s language (%s) what a document says besides its content, before it is sent',
  async (locale, title, author) => {
    const { api } = await open([messageOf(1, 'Hello')], 1, { locale });
    await expect.element(log).toMatchTextContent('Hello');
    api.answer(UPLOAD, { ...DOCUMENT, inside: [{ kind: 'author', text: 'Ana Sol' }] });
    const input = document.querySelector<HTMLElement>('input[type="file"]')!;
    await page.elementLocator(input).upload(new File(['%PDF'], 'programme.pdf', { type: 'application/pdf' }));
    const notice = page.getByRole('region', { name: title });
    await expect.element(notice).toMatchTextContent(new RegExp(`${author}.*Ana Sol`));
    expect(api.sent(SEND)).toEqual([]);
    await expectAccessible();
    // Another file in its place says nothing.
    await page.getByRole('button', { name: /programme\.pdf/ }).click();
    await expect.element(notice).not.toBeInTheDocument();
  },
);

test('tells that earlier messages can’t be read, keeps those shown, and reads them when asked again', async () => {
  const messages = Array.from({ length: 25 }, (_, place) => messageOf(10 + place, `Message ${10 + place}.`));
  const { api } = await open(messages, 26);
  await expect.element(log).toMatchTextContent('Message 34.');
  stopTimeouts();
  api.lose(LIST);
  await older.click();
  await expect.poll(toasts).toEqual([FAILED]);
  await expect.element(log).toMatchTextContent('Message 10.');
  answerMessages(api, [messageOf(9, 'Message 9.')], 26);
  await older.click();
  await expect.element(log).toMatchTextContent(/Message 9\..*Message 10\./);
  expect(api.sent(LIST).at(-1)!.query).toMatchObject({ limit: '25', offset: '25' });
  await passToasts(1500);
});

const openButton = (prepare: (api: ApiDouble) => void) =>
  show(<MessageButton personId={PERFORMER._id} />, { user: FAN, path: '/luna' }, prepare);
const button = page.getByRole('button', { name: 'Message' });

test('opens the conversation with a performer, once', async () => {
  const { api, address } = await openButton((double) => double.answer(OPEN, PRIVATE));
  const release = api.hold(OPEN);
  await button.click();
  await expect.element(button).toBeDisabled();
  release();
  await expect.poll(address).toBe(`/messages/${PRIVATE._id}`);
  expect(api.sent(OPEN).map(({ body }) => body)).toEqual([{ source: 'performer', sourceId: PERFORMER._id }]);
});

test.each([
  ['a lost answer', (api: ApiDouble) => api.lose(OPEN), FAILED],
  ['a failure of the server', (api: ApiDouble) => api.refuse(OPEN, 'INTERNAL'), FAILED],
  ['a refusal without words', (api: ApiDouble) => api.refuseWithoutWords(OPEN), FAILED],
  ['a refusal that says why', (api: ApiDouble) => api.refuse(OPEN, 'BLOCKED_PAIR'), 'This isn’t possible with this account.'],
])('stays on the page and says that a conversation can’t be opened, after %s', async (_what, prepare, words) => {
  const { address } = await openButton(prepare);
  stopTimeouts();
  await button.click();
  await expect.poll(toasts).toEqual([words]);
  expect(address()).toBe('/luna');
  await expect.element(button).toBeEnabled();
  await passToasts(5000);
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open([messageOf(1, 'Hello')], 1, appearance);
  await expect.element(page.getByRole('log')).toMatchTextContent('Hello');
  await expectAccessible();
});
