import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ApiDouble } from '../../../../testing/api-double.ts';
import { APPEARANCES } from '../../../../testing/appearances.ts';
import { expectAccessible } from '../../../../testing/axe.ts';
import { FAN, idOf, NO_LIMITS } from '../../../../testing/fixtures.ts';
import {
  HOST,
  privateShowOf,
  receiptOfShow,
  requestOf,
  seatOf,
  secondsFromNow,
  sessionOf,
  SHOW_ID,
} from '../../../../testing/fixtures-shows.ts';
import { tabTo } from '../../../../testing/keyboard.ts';
import { show, type ShowOptions } from '../../../../testing/show.tsx';
import { PrivatePage } from './PrivatePage.tsx';

const SHOW = 'GET /streaming/private-chat/{id}';
const CANCEL = 'POST /streaming/private-chat/{id}/cancel';

/** Nine of the fan's twenty tokens are held. */
const open = (options: ShowOptions = {}, prepare?: (api: ApiDouble) => void) =>
  show(<PrivatePage id={SHOW_ID} />, { user: { ...FAN, balance: 11 }, path: `/live/private/${SHOW_ID}`, ...options }, (api) => {
    api.answer('GET /spending-limits', NO_LIMITS);
    api.answer(SHOW, privateShowOf());
    prepare?.(api);
  });

const timer = page.getByRole('timer');
const cancelButton = page.getByRole('button', { name: 'Cancel request' });
const told = (state: 'declined' | 'cancelled' | 'expired', requestId: string) =>
  ({ requestId, performerId: HOST._id, fanId: FAN._id, state }) as const;

test('shows the seconds that are left to answer and counts them down', async () => {
  await open({}, (api) => api.answer(SHOW, privateShowOf({ request: requestOf({ expiresAt: secondsFromNow(65.4) }) })));
  await expect.element(page.getByRole('heading', { name: 'You asked Luna Reyes' })).toBeVisible();
  await expect.element(timer).toMatchTextContent('for Luna Reyes to answer');
  await expect.element(timer).toMatchTextContent(/1:0[0-5]/);
  const before = timer.element().textContent;
  await expect.element(timer).not.toHaveTextContent(before);
});

test('never shows more time than a request has, nor less than none', async () => {
  const { api, socket } = await open({}, (double) =>
    double.answer(SHOW, privateShowOf({ request: requestOf({ expiresAt: secondsFromNow(600) }) })),
  );
  await expect.element(timer).toMatchTextContent('2:00');
  api.answer(SHOW, privateShowOf({ request: requestOf({ expiresAt: secondsFromNow(-5) }) }));
  socket.receive('streams/changed', { streamId: SHOW_ID, performerId: HOST._id, state: 'starting' });
  await expect.element(timer).toMatchTextContent('0:00');
});

test('shows the server’s number of minutes while waiting, whatever the wallet and the hold', async () => {
  await open({ user: { ...FAN, balance: 500 } });
  await expect.element(page.getByRole('definition').nth(2)).toHaveTextContent('6 min');
});

test.each([
  ['declined', 'Luna Reyes can’t take it right now'],
  ['expired', 'Luna Reyes didn’t answer in time'],
  ['cancelled', 'You cancelled the request'],
] as const)('shows by itself that the request was %s, and the way to ask again', async (state, words) => {
  const { api, socket, address } = await open();
  await expect.element(cancelButton).toBeVisible();
  api.answer(SHOW, privateShowOf({ request: requestOf({ state, held: 0 }) }));
  socket.receive('streams/request', told(state, SHOW_ID));
  await expect.element(page.getByRole('heading', { name: words })).toBeVisible();
  await expect.element(page.getByText('What was held is back in your wallet.')).toBeVisible();
  await expect.element(timer).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Go to profile' })).toHaveAttribute('href', '/luna');
  await page.getByRole('button', { name: 'Ask again' }).click();
  expect(address()).toBe('/live/private/luna');
});

test('ignores events of another request', async () => {
  const { api, socket } = await open();
  await expect.element(cancelButton).toBeVisible();
  const read = api.sent(SHOW).length;
  socket.receive('streams/request', told('declined', idOf(77)));
  // A later request: one that the event caused would be recorded before it.
  await fetch('/api/spending-limits');
  expect(api.sent(SHOW)).toHaveLength(read);
});

test('takes the request back once and shows that it is cancelled', async () => {
  const { api } = await open({}, (double) => double.answer(CANCEL, requestOf({ state: 'cancelled', held: 0 })));
  const release = api.hold(CANCEL);
  await cancelButton.click();
  await expect.element(cancelButton).toBeDisabled();
  api.answer(SHOW, privateShowOf({ request: requestOf({ state: 'cancelled', held: 0 }) }));
  release();
  await expect.element(page.getByRole('heading', { name: 'You cancelled the request' })).toBeVisible();
  expect(api.sent(CANCEL).map(({ params }) => params)).toEqual([{ id: SHOW_ID }]);
});

test('tells why a request can’t be taken back any more', async () => {
  await open({}, (api) => api.refuse(CANCEL, 'REQUEST_STATE'));
  await cancelButton.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('This request is no longer open.');
  await expect.element(cancelButton).toBeEnabled();
});

test('reads the minutes again when the wallet changes while waiting', async () => {
  const { api, socket, session } = await open();
  await expect.element(cancelButton).toBeVisible();
  api.answer(SHOW, privateShowOf({ request: requestOf({ minutesLeft: 16 }) }));
  socket.receive('wallet/changed', { balance: 41, transactionId: idOf(92) });
  expect(session.get()?.balance).toBe(41);
  await expect.element(page.getByRole('definition').nth(2)).toHaveTextContent('16 min');
});

test('opens the top-up by keyboard and returns the focus', async () => {
  await open({}, (api) => api.answer('GET /wallet-package', { data: [], total: 0 }));
  const topUp = page.getByRole('button', { name: 'Top up' });
  await tabTo(topUp);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(topUp).toHaveFocus();
});

test('sends the performer of the show to the studio', async () => {
  await open({ user: { ...FAN, _id: HOST._id, isPerformer: true } });
  await expect.element(page.getByRole('link', { name: 'Open studio' })).toHaveAttribute('href', '/model/live');
  await expect.element(cancelButton).not.toBeInTheDocument();
});

test('shows the receipt to the performer once the show is over', async () => {
  const over = privateShowOf({ request: requestOf({ state: 'ended' }), session: sessionOf({ state: 'ended' }), seat: seatOf() });
  await open({ user: { ...FAN, _id: HOST._id, isPerformer: true } }, (api) => {
    api.answer(SHOW, over);
    api.answer('GET /streaming/receipts/{id}', receiptOfShow({ net: 4.8, balance: null }));
  });
  await expect.element(page.getByRole('heading', { name: 'Receipt of the show' })).toBeVisible();
  await expect.element(page.getByRole('region', { name: `Receipt, ${FAN.name}` })).toMatchTextContent('$4.80');
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(appearance);
  const heading = appearance.locale === 'es' ? 'Se lo has pedido a Luna Reyes' : 'You asked Luna Reyes';
  await expect.element(page.getByRole('heading', { name: heading })).toBeVisible();
  await expectAccessible();
});
