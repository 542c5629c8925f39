import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/axe.ts';
import { show } from '../../testing/show.tsx';
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
