import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, PERFORMER, receiptOf } from '../../../testing/fixtures.ts';
import { tabTo } from '../../../testing/keyboard.ts';
import { opener, openSheet, sheet } from '../../../testing/sheet.tsx';
import type { ShowOptions } from '../../../testing/show.tsx';
import { TipSheet } from './TipSheet.tsx';

const TIP = 'POST /payment-wallet/send-tip-wallet/{id}';

const openTip = (options: ShowOptions = {}, prepare?: (api: ApiDouble) => void) =>
  openSheet((close) => <TipSheet performer={PERFORMER} onClose={close} />, options, prepare);

const sendButton = sheet.getByRole('button', { name: /^Send tip/ });
const otherAmount = sheet.getByLabelText(/Another amount/);

test('sends the chosen amount and message once, however often the button is clicked', async () => {
  const { api, session } = await openTip({}, (double) => double.answer(TIP, receiptOf(10, 10)));
  const release = api.hold(TIP);
  await sheet.getByRole('radio', { name: /^10/ }).click({ force: true });
  await sheet.getByLabelText(/Add a message/).fill('For the encore');
  await expect.element(sendButton).toMatchTextContent('10.00');
  await sendButton.click();
  await expect.element(sheet.getByRole('button', { name: /^Paying/ })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).toBeVisible();
  release();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(api.sent(TIP).map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { id: PERFORMER._id }, body: { amount: '10', message: 'For the encore' } },
  ]);
  expect(session.get()?.balance).toBe(10);
  await expect.element(page.getByText('Tip sent to Luna Reyes.')).toBeVisible();
});

/** The sheet of a show that ends when the button behind it is pressed. */
const EndingTip = ({ onClose }: { onClose: () => void }) => {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    addEventListener('show-ended', () => flushSync(() => setOver(true)), { once: true });
  }, []);
  return <TipSheet performer={PERFORMER} streamId={PERFORMER._id} isOver={isOver} onClose={onClose} />;
};
const endShow = () => void dispatchEvent(new Event('show-ended'));

test('says that the show ended while the sheet was open, and charges nothing', async () => {
  const { api } = await openSheet((close) => <EndingTip onClose={close} />);
  await expect.element(sendButton).toBeVisible();
  endShow();
  await expect.element(sheet.getByText('The show ended. Nothing was charged.')).toBeVisible();
  expect(sendButton.query()).toBeNull();
  await expectAccessible();
  await sheet.getByRole('button', { name: 'Close' }).last().click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(api.sent(TIP)).toEqual([]);
});

test('waits for a tip that was on its way when the show ended', async () => {
  const { api } = await openSheet(
    (close) => <EndingTip onClose={close} />,
    {},
    (double) => double.answer(TIP, receiptOf(5, 10)),
  );
  const release = api.hold(TIP);
  await sendButton.click();
  endShow();
  await expect.element(sheet.getByRole('button', { name: /^Paying/ })).toBeVisible();
  expect(sheet.getByText('The show ended. Nothing was charged.').query()).toBeNull();
  release();
  await expect.element(page.getByText('Tip sent to Luna Reyes.')).toBeVisible();
});

test('asks for the missing tokens instead of a tip the wallet can’t pay', async () => {
  const { api } = await openTip({ user: { ...FAN, balance: 3 } }, (double) => double.answer('GET /wallet-package', { data: [], total: 0 }));
  await sheet.getByRole('radio', { name: /^25/ }).click({ force: true });
  await expect.element(sheet.getByRole('button', { name: /^Top up/ })).toMatchTextContent(/22\.00.*\$22\.00/);
  expect(api.sent(TIP)).toEqual([]);
});

test('disables the button and names the bounds for an amount below the minimum', async () => {
  const { api } = await openTip();
  await otherAmount.fill('0.5');
  await expect.element(otherAmount).toHaveAttribute('aria-invalid', 'true');
  await expect.element(sheet.getByRole('alert')).toMatchTextContent(/1.*500/);
  await expect.element(sendButton).toBeDisabled();
  expect(api.sent(TIP)).toEqual([]);
});

test('shows a refusal in its own words and keeps what was typed', async () => {
  await openTip({}, (api) => api.refuse(TIP, 'BLOCKED_PAIR'));
  await otherAmount.fill('7');
  await sendButton.click();
  await expect.element(sheet.getByRole('alert')).toBeVisible();
  await expect.element(otherAmount).toHaveValue('7');
});

test('repeats a tip whose answer was lost under the same idempotency key', async () => {
  const { api } = await openTip({}, (double) => double.lose(TIP));
  await sendButton.click();
  await expect.element(sheet.getByRole('alert')).toBeVisible();
  api.answer(TIP, receiptOf(5, 15));
  await sendButton.click();
  await expect.element(sheet).not.toBeInTheDocument();
  const keys = api.sent(TIP).map(({ idempotencyKey }) => idempotencyKey);
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});

test('asks a visitor to log in and comes back to the same tip', async () => {
  await openTip({ user: null, path: '/luna' });
  await expect.element(sendButton).not.toBeInTheDocument();
  const logIn = sheet.getByRole('link', { name: 'Log in' });
  await expect.element(logIn).toHaveAttribute('href', expect.stringContaining(encodeURIComponent('/luna')));
});

test('is used by keyboard alone and returns the focus to its opener', async () => {
  const { api } = await openTip({}, (double) => double.answer(TIP, receiptOf(10, 10)));
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(sheet).toBeVisible();
  await tabTo(sheet.getByRole('radio', { name: /^5/ }));
  await userEvent.keyboard('{ArrowRight}');
  await tabTo(sendButton);
  await userEvent.keyboard('{Enter}');
  await expect.element(sheet).not.toBeInTheDocument();
  expect(api.sent(TIP).map(({ body }) => body)).toEqual([{ amount: '10', message: '' }]);
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await openTip(appearance);
  await expectAccessible();
});
