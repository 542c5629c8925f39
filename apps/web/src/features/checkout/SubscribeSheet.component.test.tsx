import type { PerformerProfile } from '@stagedoor/contract/performers';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, idOf, INSTANT, PERFORMER, receiptOf, SANDBOX, VEROTEL } from '../../../testing/fixtures.ts';
import { HALF_PRICE, PROFILE } from '../../../testing/fixtures-performers.ts';
import { tabTo } from '../../../testing/keyboard.ts';
import { opener, openSheet, sheet } from '../../../testing/sheet.tsx';
import type { ShowOptions } from '../../../testing/show.tsx';
import { SubscribeSheet } from './SubscribeSheet.tsx';

const PROFILE_CALL = 'GET /performers/{id}';
const OFFER = 'GET /performers/{id}/offers/{code}';
const ORDER = 'POST /payment/subscribe-performer';
const PAY = 'POST /wallet-transactions/pay-wallet/{id}';
const FREE = 'POST /subscriptions/free-subscribe';

const ORDER_ID = idOf(91);
const ORDERED = { orderId: ORDER_ID, redirectUrl: '#payment-page', price: 9, money: 9 };
const payButton = sheet.getByRole('button', { name: /^Pay and subscribe/ });

const withOffer = (change: Partial<PerformerProfile['subscription']>): PerformerProfile => ({
  ...PROFILE,
  subscription: { ...PROFILE.subscription, ...change },
});

const openSubscribe = async (options: ShowOptions = {}, prepare?: (api: ApiDouble) => void) => {
  const onSubscribed = vi.fn<() => void>();
  const shown = await openSheet(
    (close) => (
      <SubscribeSheet
        username="luna"
        onClose={close}
        onSubscribed={() => {
          onSubscribed();
          close();
        }}
      />
    ),
    { path: '/luna', ...options },
    (api) => {
      api.answer(PROFILE_CALL, PROFILE);
      prepare?.(api);
    },
  );
  await expect.element(sheet.getByText('Luna Reyes', { exact: false }).first()).toBeVisible();
  return { ...shown, onSubscribed };
};

test('subscribes for a month from the wallet, without renewal unless it is chosen', async () => {
  const { api, onSubscribed } = await openSubscribe({}, (double) => {
    double.answer(ORDER, ORDERED);
    double.answer(PAY, receiptOf(9, 11));
  });
  const release = api.hold(PAY);
  await expect.element(payButton).toMatchTextContent('9.00');
  await payButton.click();
  await expect.element(sheet.getByRole('button', { name: /^Paying/ })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).toBeVisible();
  api.answer('GET /users/me', { ...FAN, balance: 11 });
  release();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(onSubscribed).toHaveBeenCalledTimes(1);
  expect(api.sent(ORDER).map(({ body }) => body)).toEqual([
    { performerId: PERFORMER._id, type: 'monthly', renews: false, priceVersion: 4, method: 'wallet', returnTo: '/luna' },
  ]);
  expect(api.sent(PAY).map(({ params }) => params)).toEqual([{ id: ORDER_ID }]);
  await expect.element(page.getByText('You’re subscribed.')).toBeVisible();
});

test('renews a yearly subscription from the wallet when that is chosen', async () => {
  const { api } = await openSubscribe({ user: { ...FAN, balance: 200 } }, (double) => {
    double.answer(ORDER, { ...ORDERED, price: 84, money: 84 });
    double.answer(PAY, receiptOf(84, 116));
  });
  await sheet.getByRole('radio', { name: /^Yearly/ }).click({ force: true });
  await sheet.getByRole('switch', { name: /Renew from my wallet/ }).click({ force: true });
  await expect.element(payButton).toMatchTextContent('84.00');
  await payButton.click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(api.sent(ORDER).map(({ body }) => body)).toMatchObject([{ type: 'yearly', renews: true }]);
});

test('orders by card, which renews by itself, and goes to the payment page', async () => {
  const { api } = await openSubscribe({}, (double) => double.answer(ORDER, ORDERED));
  await sheet.getByRole('radio', { name: /^Card/ }).click({ force: true });
  await expect.element(sheet.getByRole('switch')).not.toBeInTheDocument();
  await sheet.getByRole('button', { name: /^Pay by card/ }).click();
  await expect.poll(() => location.hash).toBe('#payment-page');
  expect(api.sent(ORDER).map(({ body }) => body)).toMatchObject([{ method: 'card', renews: false, gateway: 'sandbox' }]);
  expect(api.sent(PAY)).toEqual([]);
});

test('says how often a company that counts days renews, before it is agreed to', async () => {
  const { api } = await openSubscribe({}, (double) => {
    double.answer('GET /payment/gateways', { data: [VEROTEL, SANDBOX] });
    double.answer(ORDER, ORDERED);
  });
  await sheet.getByRole('radio', { name: /^Card/ }).click({ force: true });
  await expect.element(sheet.getByText(/^Renews .*then every 30 days/)).toBeVisible();
  await expect.element(sheet.getByText('Every 30 days', { exact: true })).toBeVisible();
  await expect
    .element(sheet.getByText(/^Your card is charged \$9\.00 on .* and then every 30 days, unless you cancel before\.$/))
    .toBeVisible();
  await sheet.getByRole('radio', { name: 'Sandbox' }).click({ force: true });
  await expect.element(sheet.getByText(/every 30 days/)).not.toBeInTheDocument();
  await sheet.getByRole('radio', { name: 'Verotel' }).click({ force: true });
  await sheet.getByRole('button', { name: /^Pay by card/ }).click();
  await expect.poll(() => api.sent(ORDER).map(({ body }) => body)).toMatchObject([{ gateway: 'verotel' }]);
  expect(api.sent('GET /payment/gateways').at(-1)?.query).toMatchObject({ amount: '9', period: 'month' });
});

test('leaves only the wallet where no company takes the subscription', async () => {
  await openSubscribe({}, (double) => double.answer('GET /payment/gateways', { data: [] }));
  await expect.element(sheet.getByText('Cards don’t take this amount. Pay from your wallet.')).toBeVisible();
  await expect.element(sheet.getByRole('radio', { name: /^Card/ })).toBeDisabled();
  await expect.element(payButton).toBeEnabled();
});

test('asks for what the wallet lacks for the chosen period', async () => {
  const { api } = await openSubscribe({}, (double) => double.answer('GET /wallet-package', { data: [], total: 0 }));
  await sheet.getByRole('radio', { name: /^Yearly/ }).click({ force: true });
  const topUp = sheet.getByRole('button', { name: /^Top up/ });
  await expect.element(topUp).toMatchTextContent(/64\.00.*\$64\.00/);
  await topUp.click();
  await expect.element(sheet.getByText('You’re 64.00 tokens ($64.00) short.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  expect(api.sent(ORDER)).toEqual([]);
});

test('starts free days without a payment', async () => {
  const { api } = await openSubscribe({}, (double) => {
    double.answer(PROFILE_CALL, withOffer({ trialDays: 7 }));
    double.refuse(FREE, 'BLOCKED_PAIR');
  });
  await expect.element(sheet.getByRole('radio', { name: /^7 days free/ })).toBeChecked();
  await expect.element(sheet.getByText('Nothing is charged.')).toBeVisible();
  await expect.element(sheet.getByRole('radio', { name: /^Card/ })).not.toBeInTheDocument();
  await sheet.getByRole('button', { name: 'Start free trial' }).click();
  await expect.element(sheet.getByRole('alert')).toMatchTextContent(/./);
  expect(api.sent(FREE).map(({ body }) => body)).toEqual([{ performerId: PERFORMER._id, renews: false }]);
  expect(api.sent(ORDER)).toEqual([]);
});

test('offers no period and no payment for a free subscription', async () => {
  await openSubscribe({}, (api) =>
    api.answer(PROFILE_CALL, withOffer({ monthlyPrice: 0, monthlyMoney: 0, yearlyPrice: null, yearlyMoney: null })),
  );
  await expect.element(sheet.getByRole('button', { name: 'Subscribe free' })).toBeVisible();
  await expect.element(sheet.getByRole('radio')).not.toBeInTheDocument();
});

test.each([
  ['PRICE_CHANGED', 'The price has changed. Nothing was charged.'],
  ['BLOCKED_PAIR', /./],
] as const)('explains %s and pays nothing', async (code, words) => {
  const { api, onSubscribed } = await openSubscribe({}, (double) => double.refuse(ORDER, code));
  await payButton.click();
  await expect.element(sheet.getByRole('alert')).toMatchTextContent(words);
  expect(api.sent(PAY)).toEqual([]);
  expect(onSubscribed).not.toHaveBeenCalled();
});

test.each([
  ['order', 'paid', (double: ApiDouble) => double.refuse(ORDER, 'ALREADY_SUBSCRIBED')],
  [
    'payment',
    'paid',
    (double: ApiDouble) => {
      double.answer(ORDER, ORDERED);
      double.refuse(PAY, 'ALREADY_SUBSCRIBED');
    },
  ],
  [
    'free start',
    'free',
    (double: ApiDouble) => {
      double.answer(PROFILE_CALL, withOffer({ monthlyPrice: 0, monthlyMoney: 0 }));
      double.refuse(FREE, 'ALREADY_SUBSCRIBED');
    },
  ],
] as const)('shows the subscription of another tab whose %s was faster', async (_, kind, prepare) => {
  const { api, onSubscribed } = await openSubscribe({}, prepare);
  await (kind === 'free' ? sheet.getByRole('button', { name: /free/i }) : payButton).click();
  await expect.poll(() => onSubscribed.mock.calls.length).toBe(1);
  await expect.element(page.getByText('You’re subscribed')).toBeVisible();
  expect(api.sent('GET /users/me')).toHaveLength(1);
});

test('orders once more under the same idempotency key when the answer was lost', async () => {
  const { api } = await openSubscribe({}, (double) => double.lose(ORDER));
  await payButton.click();
  await expect.element(sheet.getByRole('alert')).toMatchTextContent('You are offline');
  api.answer(ORDER, ORDERED);
  api.answer(PAY, receiptOf(9, 11));
  await payButton.click();
  await expect.element(sheet).not.toBeInTheDocument();
  const [first, second] = api.sent(ORDER).map(({ idempotencyKey }) => idempotencyKey);
  expect(second).toBe(first);
});

test('applies the offer of the address, and names what follows it', async () => {
  const { api } = await openSubscribe({ path: '/luna?offer=SPRING' }, (double) => {
    double.answer(OFFER, HALF_PRICE);
    double.answer(ORDER, { ...ORDERED, price: 4.5, money: 4.5 });
    double.answer(PAY, receiptOf(4.5, 15.5));
  });
  await expect.element(sheet.getByRole('radio', { name: /50% off/ })).toBeChecked();
  await expect.element(payButton).toMatchTextContent('4.50');
  await payButton.click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(api.sent(ORDER).map(({ body }) => body)).toMatchObject([{ offer: 'SPRING', type: 'monthly' }]);
});

test('offers the regular price when the offer of the address is refused', async () => {
  await openSubscribe({ path: '/luna?offer=SPRING' }, (api) => api.refuse(OFFER, 'OFFER_ENDED'));
  await expect.element(sheet.getByText('You can still subscribe at the regular price.')).toBeVisible();
  await expect.element(payButton).toMatchTextContent('9.00');
});

test('shows a subscriber the end of access instead of an offer', async () => {
  const mySubscription = {
    _id: idOf(70),
    state: 'active',
    expiresAt: '2026-12-28T12:00:00.000Z',
    renews: true,
    price: 9,
    money: 9,
    isOverdue: false,
    isTrial: false,
    startedAt: INSTANT,
  };
  await openSubscribe({}, (api) => api.answer(PROFILE_CALL, { ...PROFILE, mySubscription }));
  await expect.element(sheet.getByText('You’re subscribed')).toBeVisible();
  await expect.element(sheet.getByText(/^Renews 28 Dec/)).toBeVisible();
  await expect.element(payButton).not.toBeInTheDocument();
});

test('asks a visitor to join, and comes back to the same subscription', async () => {
  await openSubscribe({ user: null });
  await expect.element(sheet.getByRole('link', { name: 'Join' })).toHaveAttribute('href', expect.stringContaining('luna'));
  await expect.element(payButton).not.toBeInTheDocument();
});

test('is used by keyboard alone', async () => {
  const { api } = await openSubscribe({}, (double) => {
    double.answer(ORDER, ORDERED);
    double.answer(PAY, receiptOf(9, 11));
  });
  await tabTo(sheet.getByRole('radio', { name: /^Monthly/ }));
  await tabTo(payButton);
  await userEvent.keyboard('{Enter}');
  await expect.element(sheet).not.toBeInTheDocument();
  expect(api.sent(ORDER)).toHaveLength(1);
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await openSubscribe(appearance);
  await expect.element(sheet.getByRole('switch')).toBeInTheDocument();
  await expectAccessible();
});
