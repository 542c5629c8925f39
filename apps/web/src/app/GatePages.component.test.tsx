import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/axe.ts';
import { show } from '../../testing/show.tsx';
import { pass, stopTimeouts } from '../../testing/toasts.ts';
import { GatePage } from './GatePages.tsx';

test('a blocked country sees the page titled IP geo block', async () => {
  await show(<GatePage gate="country" />);
  await expect.poll(() => document.title).toBe('IP geo block');
  await expect.element(page.getByRole('heading', { name: "We're sorry" })).toBeVisible();
  await expect.element(page.getByText('We are not available in your country!')).toBeVisible();
  await expectAccessible();
});

test('the maintenance page shows the image of a site under construction', async () => {
  await show(<GatePage gate="maintenance" />);
  const image = page.getByRole('img', { name: 'Under construction' });
  await expect.element(image).toBeVisible();
  await expect.poll(() => (image.element() as HTMLImageElement).naturalWidth).toBeGreaterThan(0);
  await expectAccessible();
});

test('the maintenance page asks now and then, and leaves once when maintenance has ended', async () => {
  const KEYS = 'POST /settings/keys';
  stopTimeouts();
  const onEnd = vi.fn<() => void>();
  const { api } = await show(<GatePage gate="maintenance" onEnd={onEnd} />, {}, (double) => double.lose(KEYS));
  const wait = async () => {
    const before = api.sent(KEYS).length;
    await expect
      .poll(() => {
        pass(10_000);
        return api.sent(KEYS).length;
      })
      .toBe(before + 1);
  };
  pass(19_000);
  expect(api.sent(KEYS)).toEqual([]);
  await wait();
  api.answer(KEYS, { maintenanceMode: true });
  await wait();
  api.answer(KEYS, { maintenanceMode: false });
  expect(onEnd).not.toHaveBeenCalled();
  await wait();
  await expect.poll(() => onEnd.mock.calls).toHaveLength(1);
  expect(api.sent(KEYS).map(({ body }) => body)).toEqual(Array(3).fill({ keys: ['maintenanceMode'] }));
});
