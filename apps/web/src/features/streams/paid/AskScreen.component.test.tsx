import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ApiDouble } from '../../../../testing/api-double.ts';
import { APPEARANCES } from '../../../../testing/appearances.ts';
import { expectAccessible } from '../../../../testing/axe.ts';
import { FAN, NO_LIMITS } from '../../../../testing/fixtures.ts';
import { HOST, OFFER, requestOf, SHOW_ID } from '../../../../testing/fixtures-shows.ts';
import { tabTo } from '../../../../testing/keyboard.ts';
import { show, type ShowOptions } from '../../../../testing/show.tsx';
import { AskScreen } from './AskScreen.tsx';

const ASK = 'POST /streaming/private-chat/{id}';

const open = (options: ShowOptions = {}, prepare?: (api: ApiDouble) => void, offer = OFFER) =>
  show(<AskScreen profile={HOST} offer={offer} />, { user: FAN, path: '/live/private/luna', ...options }, (api) => {
    api.answer('GET /spending-limits', NO_LIMITS);
    prepare?.(api);
  });

const askButton = page.getByRole('button', { name: /^Ask for a private show/ });
const topUpButton = page.getByRole('button', { name: /^Top up/ });
const message = page.getByLabelText(/What would you like/);
const camera = page.getByRole('switch', { name: /Show my camera/ });

/** The text beside a label of the price list. */
const lineOf = (label: string) =>
  page.getByRole('definition').nth(['Rate', 'Held at first', 'Your balance lasts', 'Recording'].indexOf(label));

test('names the rate, what is held, how long the balance lasts and whether it is recorded', async () => {
  await open();
  await expect.element(page.getByRole('heading', { name: 'A private show with Luna Reyes' })).toBeVisible();
  await expect.element(lineOf('Rate')).toMatchTextContent(/3\.00.*\$3\.00.*a minute/);
  await expect.element(lineOf('Held at first')).toMatchTextContent(/9\.00.*\$9\.00.*3 min/);
  await expect.element(lineOf('Your balance lasts')).toHaveTextContent('6 min');
  await expect.element(lineOf('Recording')).toHaveTextContent('Not recorded');
  await expect.element(askButton).toMatchTextContent('9.00');
  await expect.element(page.getByText(/^Nothing is charged until the show begins/)).toBeVisible();
});

test('shows the server’s number of minutes, whatever the wallet holds', async () => {
  const limits = { ...NO_LIMITS, show: { limit: 10, next: null, inShow: null } };
  await open({ user: { ...FAN, balance: 500 } }, (api) => api.answer('GET /spending-limits', limits), { ...OFFER, minutesLeft: 3 });
  await expect.element(lineOf('Your balance lasts')).toHaveTextContent('3 min');
  await expect.element(page.getByText(/\$10\.00/)).toBeVisible();
});

test('leaves the number out where the server tells none', async () => {
  await open({}, undefined, { ...OFFER, minutesLeft: null });
  await expect.element(lineOf('Held at first')).toBeVisible();
  await expect.element(page.getByText('Your balance lasts')).not.toBeInTheDocument();
});

test('says before asking that the show is recorded', async () => {
  await open({}, undefined, { ...OFFER, isRecorded: true });
  await expect.element(lineOf('Recording')).toHaveTextContent('Recorded');
});

test('asks once with message and camera, however often the button is clicked, and goes to the request', async () => {
  const { api, address } = await open({}, (double) => double.answer(ASK, requestOf()));
  const release = api.hold(ASK);
  await message.fill('  A slow waltz ');
  await camera.click({ force: true });
  await askButton.click();
  await expect.element(askButton).toBeDisabled();
  await message.click();
  await userEvent.keyboard('{Enter}');
  release();
  await expect.poll(address).toBe(`/live/private/${SHOW_ID}`);
  expect(api.sent(ASK).map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { id: HOST._id }, body: { message: 'A slow waltz', withCamera: true } },
  ]);
  expect(api.sent(ASK)[0]!.idempotencyKey).toMatch(/^[\da-f-]{36}$/);
});

test('asks for exactly the balance', async () => {
  const { api, address } = await open({ user: { ...FAN, balance: 9 } }, (double) => double.answer(ASK, requestOf()));
  await askButton.click();
  await expect.poll(address).toBe(`/live/private/${SHOW_ID}`);
  expect(api.sent(ASK)).toHaveLength(1);
});

test('opens the top-up instead of asking when the balance is a hundredth short', async () => {
  const { api, address } = await open({ user: { ...FAN, balance: 8.99 } }, (double) =>
    double.answer('GET /wallet-package', { data: [], total: 0 }),
  );
  await expect.element(topUpButton).toMatchTextContent(/5\.00.*\$5\.00/);
  await topUpButton.click();
  await expect.element(page.getByRole('dialog')).toMatchTextContent('0.01');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(topUpButton).toHaveFocus();
  expect(api.sent(ASK)).toEqual([]);
  expect(address()).toBe('/live/private/luna');
});

test.each([
  ['REQUEST_OPEN', 'You already have a request or a show open.'],
  ['INSUFFICIENT_TOKENS', 'You don’t have enough tokens.'],
  ['LIVE_BUSY', ''],
  ['SPENDING_LIMIT', ''],
  ['COOL_OFF', ''],
] as const)('tells the refusal %s and keeps what was typed', async (code, words) => {
  const { address } = await open({}, (api) => api.refuse(ASK, code));
  await message.fill('A waltz');
  await askButton.click();
  const alert = page.getByRole('alert');
  await expect.element(alert).toMatchTextContent(words || /\w{3}/);
  await expect.element(message).toHaveValue('A waltz');
  await expect.element(askButton).toBeEnabled();
  expect(address()).toBe('/live/private/luna');
});

test('repeats a request whose answer was lost under the same idempotency key, a changed one under another', async () => {
  const { api, address } = await open({}, (double) => double.lose(ASK));
  await askButton.click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await askButton.click();
  await expect.poll(() => api.sent(ASK)).toHaveLength(2);
  await expect.element(askButton).toBeEnabled();
  api.answer(ASK, requestOf());
  await message.fill('A waltz');
  await askButton.click();
  await expect.poll(address).toBe(`/live/private/${SHOW_ID}`);
  const [first, second, third] = api.sent(ASK).map(({ idempotencyKey }) => idempotencyKey);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test.each([
  ['offline', 'Luna Reyes is away right now.'],
  ['busy', 'Luna Reyes is in another show right now.'],
] as const)('offers no request while the performer is %s', async (obstacle, words) => {
  await open({}, undefined, { ...OFFER, obstacle });
  await expect.element(page.getByRole('status')).toHaveTextContent(words);
  await expect.element(page.getByRole('link', { name: 'Go to profile' })).toHaveAttribute('href', '/luna');
  await expect.element(askButton).not.toBeInTheDocument();
  await expect.element(message).not.toBeInTheDocument();
});

test('is used by keyboard alone', async () => {
  const { api, address } = await open({}, (double) => double.answer(ASK, requestOf()));
  await tabTo(message);
  await userEvent.keyboard('Bring the hoop');
  await tabTo(camera);
  await userEvent.keyboard(' ');
  await expect.element(camera).toBeChecked();
  await tabTo(askButton);
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe(`/live/private/${SHOW_ID}`);
  expect(api.sent(ASK).map(({ body }) => body)).toEqual([{ message: 'Bring the hoop', withCamera: true }]);
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(appearance);
  const button = page.getByRole('button', { name: appearance.locale === 'es' ? /^Pedir un directo privado/ : /^Ask for a private show/ });
  await expect.element(button).toBeVisible();
  await expectAccessible();
});
