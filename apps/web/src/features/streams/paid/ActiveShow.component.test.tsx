import type { ShowSeat } from '@stagedoor/contract/paid-shows';
import type { StreamSession } from '@stagedoor/contract/streams';
import type { ServerEvents } from '@stagedoor/contract/realtime';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ApiDouble } from '../../../../testing/api-double.ts';
import { APPEARANCES } from '../../../../testing/appearances.ts';
import { expectAccessible } from '../../../../testing/axe.ts';
import { FAN, idOf, INSTANT, NO_LIMITS } from '../../../../testing/fixtures.ts';
import { CHAT_STATE } from '../../../../testing/fixtures-chat.ts';
import { privateShowOf, receiptOfShow, requestOf, seatOf, secondsFromNow, sessionOf, SHOW_ID } from '../../../../testing/fixtures-shows.ts';
import { tabTo } from '../../../../testing/keyboard.ts';
import { show, type ShowOptions } from '../../../../testing/show.tsx';
import { PrivatePage } from './PrivatePage.tsx';

const SHOW = 'GET /streaming/private-chat/{id}';
const LEAVE = 'POST /streaming/leave/{id}';
const RECEIPT = 'GET /streaming/receipts/{id}';

const showWith = (seat: Partial<ShowSeat> = {}, session: Partial<StreamSession> = {}) =>
  privateShowOf({ request: requestOf({ state: 'active' }), session: sessionOf(session), seat: seatOf(seat) });

/** A private show in its second minute; the picture isn't on air. */
const open = async (options: ShowOptions = {}, prepare?: (api: ApiDouble) => void) => {
  const shown = await show(<PrivatePage id={SHOW_ID} />, { user: { ...FAN, balance: 11.5 }, ...options }, (api) => {
    api.answer('GET /spending-limits', NO_LIMITS);
    api.answer('GET /wallet-package', { data: [], total: 0 });
    api.answer('GET /messages/conversations/public/{id}', { data: [], total: 0 });
    api.answer('GET /streaming/chat/{id}', CHAT_STATE);
    api.refuse('POST /streaming/join/{id}', 'LIVE_NOT_ON_AIR');
    api.answer(SHOW, showWith());
    api.answer('GET /notifications/bells/{id}', { posts: false, live: false });
    prepare?.(api);
  });
  return shown;
};

const seatEvent = (change: ServerEvents['streams/seat']['change'], streamId = SHOW_ID): ServerEvents['streams/seat'] => ({
  streamId,
  accountId: FAN._id,
  change,
  warning: null,
});

const endButton = page.getByRole('button', { name: 'End show' });
const spent = page.getByTestId('spent');
const figure = (place: number) => page.getByRole('definition').nth(place);

test('shows the running time, the rate, the tokens spent, and the tokens and minutes left', async () => {
  await open({}, (api) => api.answer(SHOW, showWith({}, { startedAt: secondsFromNow(-3600) })));
  await expect.element(figure(0)).toMatchTextContent(/^1:(1[5-9]|[2-5]\d)$/);
  await expect.element(figure(1)).toMatchTextContent('3.00');
  await expect.element(spent).toMatchTextContent('6.00');
  await expect.element(figure(3)).toMatchTextContent('14.50');
  await expect.element(page.getByText('Left, 4 min')).toBeVisible();
  const before = figure(0).element().textContent;
  await expect.element(figure(0)).not.toHaveTextContent(before);
});

test('counts each minute that is charged, and warns of the last two', async () => {
  const { api, socket } = await open();
  await expect.element(spent).toMatchTextContent('6.00');
  api.answer(SHOW, showWith({ minutes: 3, spent: 9, held: 0, balance: 5.5, minutesLeft: 1 }));
  socket.receive('streams/seat', seatEvent('charged'));
  await expect.element(spent).toMatchTextContent('9.00');
  await expect.element(figure(3)).toMatchTextContent('5.50');
  await expect.element(page.getByRole('alert')).toMatchTextContent('Two minutes left at this rate');
  api.answer(SHOW, showWith({ minutes: 4, spent: 12, held: 0, balance: 2.5, minutesLeft: 0 }));
  socket.receive('streams/seat', seatEvent('charged'));
  await expect.element(page.getByRole('alert')).toMatchTextContent('One minute left at this rate');
  await expect.element(page.getByText('Left, 0 min')).toBeVisible();
});

test('keeps the way to top up readable under the pointer, in the light theme too', async () => {
  await open({ theme: 'light' }, (api) => api.answer(SHOW, showWith({ minutesLeft: 0 })));
  await page.getByRole('alert').getByRole('button', { name: 'Top up' }).hover();
  await expectAccessible();
});

test('takes the warning away once the wallet is topped up', async () => {
  const { api, socket, session } = await open({}, (double) => double.answer(SHOW, showWith({ held: 0, balance: 2.5, minutesLeft: 0 })));
  await expect.element(page.getByRole('alert')).toBeVisible();
  await page.getByRole('alert').getByRole('button', { name: 'Top up' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  api.answer(SHOW, showWith({ held: 0, balance: 52.5, minutesLeft: 17 }));
  socket.receive('wallet/changed', { balance: 52.5, transactionId: idOf(92) });
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(figure(3)).toMatchTextContent('52.50');
  expect(session.get()?.balance).toBe(52.5);
});

test.each([
  ['the first minute settles', { minuteStartedAt: null }, {}, 'Minute 1 begins in a moment, not billed yet'],
  [
    'the picture is missing',
    { minuteStartedAt: null, nextMinuteAt: null },
    { state: 'starting', startedAt: null },
    'Waiting for the picture, not billed',
  ],
  ['one side is away', { nextMinuteAt: null }, {}, 'Reconnecting, not billed'],
  ['the performer is interrupted', {}, { state: 'interrupted' }, 'Reconnecting, not billed'],
] as const)('says that nothing is billed while %s', async (_why, seat, session, words) => {
  await open({}, (api) => api.answer(SHOW, showWith(seat, session)));
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('warns of nothing while no minute runs', async () => {
  await open({}, (api) => api.answer(SHOW, showWith({ minuteStartedAt: null, nextMinuteAt: null, minutesLeft: 0 })));
  await expect.element(page.getByText('Reconnecting, not billed')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('shows no time before the show begins', async () => {
  const seat = { spent: 0, connectedSeconds: 0, minuteStartedAt: null, nextMinuteAt: null };
  await open({}, (api) => api.answer(SHOW, showWith(seat, { state: 'starting', startedAt: null })));
  await expect.element(figure(0)).toHaveTextContent('0:00');
  await expect.element(spent).toMatchTextContent('0.00');
});

test('stands still in a break, at the time that was read, and goes on after it', async () => {
  const { api, socket } = await open({}, (double) => double.answer(SHOW, showWith({ connectedSeconds: 90 })));
  await expect.element(figure(0)).toMatchTextContent(/^1:3[2-9]$/);
  api.answer(SHOW, showWith({ connectedSeconds: 91, nextMinuteAt: null }));
  socket.receive('streams/seat', seatEvent('stopped'));
  await expect.element(figure(0)).toHaveTextContent('1:31');
  // It is read every five seconds: the same time again.
  const read = api.sent(SHOW).length;
  await expect.poll(() => api.sent(SHOW).length, { timeout: 7000 }).toBeGreaterThan(read);
  await expect.element(figure(0)).toHaveTextContent('1:31');
  api.answer(SHOW, showWith({ connectedSeconds: 91 }));
  socket.receive('streams/seat', seatEvent('started'));
  await expect.element(figure(0)).toHaveTextContent('1:33');
});

test('doesn’t set the time back for a report that is seconds old, but for one that is far off', async () => {
  const { api, socket } = await open({}, (double) => double.answer(SHOW, showWith({ connectedSeconds: 100 })));
  await expect.element(figure(0)).toHaveTextContent('1:42');
  api.answer(SHOW, showWith({ connectedSeconds: 100.5 }));
  socket.receive('streams/seat', seatEvent('charged'));
  await expect.element(figure(0)).toHaveTextContent('1:43');
  api.answer(SHOW, showWith({ connectedSeconds: 60 }));
  socket.receive('streams/seat', seatEvent('charged'));
  await expect.element(figure(0)).toMatchTextContent(/^1:0[3-9]$/);
});

test('ignores a seat of another show', async () => {
  const { api, socket } = await open();
  await expect.element(spent).toMatchTextContent('6.00');
  const read = api.sent(SHOW).length;
  socket.receive('streams/seat', seatEvent('charged', idOf(78)));
  // A later request: one that the event caused would be recorded before it.
  await fetch('/api/spending-limits');
  expect(api.sent(SHOW)).toHaveLength(read);
});

test('enters the show’s room and leaves it with the page', async () => {
  const { api, socket } = await open();
  await expect.element(endButton).toBeVisible();
  expect(socket.sent).toContainEqual({ name: 'streams/join', payload: { streamId: SHOW_ID } });
  const left = () => socket.sent.filter(({ name }) => name === 'streams/leave').length;
  const before = left();
  api.answer(SHOW, showWith({ leftAt: INSTANT, leftReason: 'left' }));
  api.answer(RECEIPT, receiptOfShow());
  socket.receive('streams/seat', seatEvent('left'));
  await expect.element(page.getByRole('region', { name: 'Receipt' })).toBeVisible();
  expect(left()).toBe(before + 1);
});

test('ends the show once and shows each minute, what came back and the total', async () => {
  const { api } = await open({}, (double) => {
    double.answer(LEAVE, receiptOfShow());
    double.answer(RECEIPT, receiptOfShow());
  });
  const release = api.hold(LEAVE);
  await tabTo(endButton);
  await userEvent.keyboard('{Enter}');
  const question = page.getByRole('dialog', { name: 'End the show?' });
  await question.getByRole('button', { name: 'Keep watching' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(api.sent(LEAVE)).toEqual([]);
  await endButton.click();
  const confirm = question.getByRole('button', { name: 'End show' });
  await tabTo(confirm);
  await userEvent.keyboard('{Enter}');
  await expect.element(confirm).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  api.answer(SHOW, showWith({ leftAt: INSTANT, leftReason: 'left' }));
  release();
  const receipt = page.getByRole('region', { name: 'Receipt' });
  await expect.element(receipt.getByRole('heading', { name: '2 minutes billed' })).toBeVisible();
  await expect.element(receipt.getByRole('listitem').nth(2)).toMatchTextContent('Minute 3 refunded');
  await expect.element(receipt.getByRole('definition').nth(0)).toMatchTextContent('9.00');
  await expect.element(receipt.getByRole('definition').nth(1)).toMatchTextContent(/[-−].*3\.00/);
  await expect.element(receipt.getByRole('definition').nth(2)).toMatchTextContent(/6\.00.*\$6\.00/);
  await expect.element(receipt.getByRole('definition').nth(3)).toMatchTextContent('20.00');
  await expect.element(receipt.getByRole('definition').nth(4)).toMatchTextContent('14.00');
  await expect.element(receipt.getByRole('link', { name: 'Ask again' })).toHaveAttribute('href', '/live/private/luna');
  expect(api.sent(LEAVE).map(({ params }) => params)).toEqual([{ id: SHOW_ID }]);
});

test.each([
  ['outOfTokens', 'Your tokens ran out.'],
  ['limitReached', /limit/],
] as const)('says on the receipt that the show ended with %s', async (leftReason, words) => {
  const { api, socket } = await open({}, (double) => double.answer(RECEIPT, receiptOfShow({ leftReason })));
  await expect.element(endButton).toBeVisible();
  api.answer(SHOW, showWith({ leftAt: INSTANT, leftReason }));
  socket.receive('streams/seat', seatEvent('left'));
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(endButton).not.toBeInTheDocument();
});

test.each([
  ['dropped', 'The connection dropped. Minute 3 refunded'],
  ['ended', 'Luna Reyes ended the show. Minute 3 refunded'],
  ['moderator', 'The show was stopped by the site. Minute 3 refunded'],
  ['away', 'Your connection was lost before minute 3. Refunded'],
] as const)('says on the receipt why a minute was given back: %s', async (refundReason, words) => {
  const { fans, ...show } = receiptOfShow();
  const minutes = fans[0]!.minutes.map((minute) => (minute.isRefunded ? { ...minute, refundReason } : minute));
  await open({}, (api) => {
    api.answer(SHOW, showWith({ leftAt: INSTANT, leftReason: 'left' }));
    api.answer(RECEIPT, { ...show, fans: [{ ...fans[0]!, minutes }] });
  });
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(page.getByRole('listitem').first()).toMatchTextContent('60 s · WebRTC');
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(appearance, (api) => api.answer(SHOW, showWith({ minutesLeft: 1 })));
  await expect.element(page.getByRole('alert')).toMatchTextContent(appearance.locale === 'es' ? 'Quedan dos minutos' : 'Two minutes left');
  await expectAccessible();
});
