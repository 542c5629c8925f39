import type { GroupShow } from '@stagedoor/contract/paid-shows';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ApiDouble } from '../../../../testing/api-double.ts';
import { APPEARANCES } from '../../../../testing/appearances.ts';
import { expectAccessible } from '../../../../testing/axe.ts';
import { FAN, idOf, INSTANT, NO_LIMITS } from '../../../../testing/fixtures.ts';
import { CHAT_STATE } from '../../../../testing/fixtures-chat.ts';
import { HOST, receiptOfShow, seatOf, sessionOf, SHOW_ID } from '../../../../testing/fixtures-shows.ts';
import { tabTo } from '../../../../testing/keyboard.ts';
import { show, type ShowOptions } from '../../../../testing/show.tsx';
import { GroupPage } from './GroupPage.tsx';

const SHOW = 'GET /streaming/group-chat/{id}';
const JOIN = 'POST /streaming/join/{id}';
const RECEIPT = 'GET /streaming/receipts/{id}';

const SESSION = sessionOf({ type: 'group', title: 'Paint-along' });

const SEATED = { _id: FAN._id, username: FAN.username, name: FAN.name, avatar: FAN.avatar };

/** Four tokens a minute, two minutes at least; three of twelve seats are taken. */
const groupOf = (changes: Partial<GroupShow> = {}): GroupShow => ({
  session: SESSION,
  price: 4,
  seats: 12,
  taken: 3,
  minimumMinutes: 2,
  minutesLeft: 5,
  audience: 'everyone',
  obstacle: null,
  mine: null,
  conversation: null,
  fans: [],
  ...changes,
});

const open = (group: Partial<GroupShow> = {}, options: ShowOptions = {}, prepare?: (api: ApiDouble) => void) =>
  show(<GroupPage id={HOST.username} />, { user: FAN, path: `/live/group/${HOST.username}`, ...options }, (api) => {
    api.answer('GET /spending-limits', NO_LIMITS);
    api.answer('GET /wallet-package', { data: [], total: 0 });
    api.answer('GET /messages/conversations/public/{id}', { data: [], total: 0 });
    api.answer('GET /streaming/chat/{id}', CHAT_STATE);
    api.answer(SHOW, groupOf(group));
    api.refuse(JOIN, 'LIVE_NOT_ON_AIR');
    prepare?.(api);
  });

const joinButton = page.getByRole('button', { name: /^Join the show/ });
const lineOf = (label: string) =>
  page.getByRole('definition').nth(['Rate', 'Held at first', 'Your balance lasts', 'Seats', 'Recording'].indexOf(label));

test('names the rate, what is held, how long the balance lasts, the seats and whether it is recorded', async () => {
  await open();
  await expect.element(page.getByRole('heading', { name: 'Join “Paint-along”' })).toBeVisible();
  await expect.element(lineOf('Rate')).toMatchTextContent(/4\.00.*\$4\.00.*a minute/);
  await expect.element(lineOf('Held at first')).toMatchTextContent(/8\.00.*\$8\.00.*2 min/);
  await expect.element(lineOf('Your balance lasts')).toHaveTextContent('5 min');
  await expect.element(page.getByText('3 of 12 taken')).toBeVisible();
  await expect.element(page.getByText('Not recorded')).toBeVisible();
  await expect.element(joinButton).toMatchTextContent('8.00');
});

test('shows the server’s number of minutes, and reads it again when the wallet changes', async () => {
  const { api, socket } = await open({ minutesLeft: 27 }, { user: { ...FAN, balance: 8 } });
  await expect.element(lineOf('Your balance lasts')).toHaveTextContent('27 min');
  api.answer(SHOW, groupOf({ minutesLeft: 30 }));
  socket.receive('wallet/changed', { balance: 20, transactionId: idOf(92) });
  await expect.element(lineOf('Your balance lasts')).toHaveTextContent('30 min');
});

test('counts the fan’s own time in the room, not the show’s', async () => {
  const session = { ...SESSION, startedAt: new Date(Date.now() - 40 * 60_000).toISOString() };
  const mine = seatOf({ connectedSeconds: 12, nextMinuteAt: INSTANT });
  await open({ session, mine, fans: [SEATED] });
  await expect.element(page.getByRole('definition').first()).toMatchTextContent(/^0:1\d$/);
  await expect.element(page.getByText('Your time')).toBeVisible();
});

test('takes a seat once, however often the button is pressed, and reads the show again', async () => {
  const { api } = await open();
  const release = api.hold(JOIN);
  await tabTo(joinButton);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => api.sent(JOIN).map(({ params }) => params)).toEqual([{ id: SHOW_ID }]);
  await userEvent.keyboard('{Enter}');
  api.answer(SHOW, groupOf({ mine: seatOf({ price: 4, spent: 0, minutes: 0 }), taken: 4, fans: [SEATED] }));
  release();
  await expect.element(page.getByRole('button', { name: 'Leave', exact: true })).toBeVisible();
  await expect.element(page.getByText('4 of 12 taken')).toBeVisible();
});

test('opens the top-up instead of joining when the balance is a hundredth short', async () => {
  const { api } = await open({}, { user: { ...FAN, balance: 7.99 } });
  const topUp = page.getByRole('button', { name: /^Top up/ });
  await topUp.click();
  await expect.element(page.getByRole('dialog', { name: 'Top up' })).toBeVisible();
  expect(api.sent(JOIN)).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(topUp).toHaveFocus();
});

test.each([
  ['LIVE_SEATS_TAKEN', /./],
  ['INSUFFICIENT_TOKENS', 'You don’t have enough tokens.'],
  ['LOCKED', /./],
] as const)('tells the refusal %s and lets the fan try again', async (code, words) => {
  const { api } = await open({}, {}, (double) => double.refuse(JOIN, code));
  await joinButton.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(words);
  await joinButton.click();
  await expect.poll(() => api.sent(JOIN).length).toBe(2);
});

test.each([
  ['full', 'Every seat is taken.'],
  ['followers', 'This show is for followers.'],
  ['subscribers', 'This show is for subscribers.'],
] as const)('offers the profile instead of a seat: %s', async (obstacle, words) => {
  await open({ obstacle });
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(joinButton).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: /profile/ })).toHaveAttribute('href', `/${HOST.username}`);
});

test('opens by itself when a seat becomes free', async () => {
  const { api, socket } = await open({ obstacle: 'full', taken: 12 });
  await expect.element(page.getByText('Every seat is taken.')).toBeVisible();
  api.answer(SHOW, groupOf({ taken: 11 }));
  socket.receive('streams/changed', { streamId: SHOW_ID, performerId: HOST._id, state: 'live' });
  await expect.element(joinButton).toBeVisible();
});

test('shows the receipt to a fan who left, and the way back in', async () => {
  const mine = seatOf({ leftAt: INSTANT, leftReason: 'left' });
  await open({ mine }, {}, (api) => {
    api.answer(RECEIPT, receiptOfShow());
    api.answer('GET /notifications/bells/{id}', { posts: false, live: false });
  });
  await expect.element(page.getByRole('region', { name: 'Receipt' })).toBeVisible();
  await page.getByRole('button', { name: 'Join again' }).click();
  await expect.element(joinButton).toBeVisible();
});

test('says that there is no group show', async () => {
  await open({}, {}, (api) => api.refuse(SHOW, 'NOT_FOUND'));
  await expect.element(page.getByRole('heading', { name: 'There is no group show here right now' })).toBeVisible();
});

test('sends the performer of the show to the studio', async () => {
  await open({}, { user: { ...FAN, _id: HOST._id, isPerformer: true } });
  await expect.element(page.getByRole('link', { name: /studio/i })).toHaveAttribute('href', '/model/live');
});

test('shows the receipt to the performer once the show is over', async () => {
  const user = { ...FAN, _id: HOST._id, isPerformer: true };
  await open({ session: { ...SESSION, state: 'ended' } }, { user }, (api) =>
    api.answer(RECEIPT, receiptOfShow({ net: 4.8, balance: null })),
  );
  await expect.element(page.getByRole('heading', { name: 'Receipt of the show' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Download minutes' })).toBeVisible();
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open({}, appearance);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible();
});

test('a show that ended before joining says that nothing was charged, and leads to what its performer has on stage now', async () => {
  const session = { ...SESSION, state: 'ended' as const };
  await open({ session: { ...session, performer: { ...HOST, live: { ...HOST.live, streamId: idOf(77) } } }, obstacle: 'ended' });
  await expect.element(page.getByRole('heading', { name: 'The show has ended' })).toBeVisible();
  await expect.element(page.getByText('The show ended. Nothing was charged.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Watch', exact: true })).toHaveAttribute('href', '/live/luna');
});
