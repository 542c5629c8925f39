import { flushSync } from 'react-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../testing/show.tsx';
import { toast } from './toast.tsx';

afterEach(async () => {
  vi.useRealTimers();
  await page.viewport(1280, 900);
});

const notice = page.getByRole('status');

/** A notice on a page whose timers move only with the test. */
const openWithNotice = async (options: Parameters<typeof show>[1] = {}) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await show(<p>Page</p>, options);
  toast('Saved.');
  await expect.element(notice).toBeVisible();
};

/** Lets time pass, and renders what it changes. */
const advance = (milliseconds: number) => flushSync(() => void vi.advanceTimersByTime(milliseconds));

const expectEnd = async () => {
  expect(notice.element().hasAttribute('data-leaving')).toBe(true);
  advance(220);
  await expect.element(notice).not.toBeInTheDocument();
};

test('a notice stays one and a half seconds', async () => {
  await openWithNotice();
  advance(1499);
  expect(notice.element().hasAttribute('data-leaving')).toBe(false);
  advance(1);
  await expectEnd();
});

test.each([
  { direction: 'ltr', width: 1280 },
  { direction: 'rtl', width: 1280 },
  { direction: 'ltr', width: 390 },
  { direction: 'rtl', width: 390 },
] as const)('a notice is 65 pixels from the top and in the middle: $direction, $width pixels wide', async ({ direction, width }) => {
  await page.viewport(width, 900);
  await openWithNotice({ direction });
  const place = () => notice.element().getBoundingClientRect();
  await expect.poll(() => place().top).toBe(65);
  expect((place().left + place().right) / 2).toBeCloseTo(document.documentElement.clientWidth / 2, 0);
  advance(1500);
  await expectEnd();
});
