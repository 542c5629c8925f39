import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FAN } from '../../../testing/fixtures.ts';
import { show } from '../../../testing/show.tsx';
import PlainLayout from './plain.tsx';
import PrimaryLayout from './primary.tsx';

afterEach(() => page.viewport(1280, 900));

const main = page.getByRole('main');
const header = page.getByRole('banner');
const footer = page.getByRole('contentinfo');
const rail = page.getByRole('navigation', { name: 'Main', exact: true });
const backToTop = page.getByRole('button', { name: 'Back to top', includeHidden: true });

const openPrimary = (path: string, user: typeof FAN | null) =>
  show(<PrimaryLayout />, { path, user, hasLandmarks: true }, (api) => {
    api.answer('GET /messages/total-unread-messages', { total: 0, conversations: 0 });
    api.answer('GET /notifications/total-unread', { total: 0 });
  });

test('the primary layout has a header, the content, a back-to-top button and a footer', async () => {
  await page.viewport(390, 800);
  await openPrimary('/contact', null);
  await expect.element(header).toBeVisible();
  await expect.element(main).toBeInTheDocument();
  await expect.element(footer).toBeInTheDocument();
  await expect.element(backToTop).toBeInTheDocument();
});

test('on a wide screen the front page of visitors has the header too', async () => {
  await openPrimary('/', null);
  await expect.element(header).toBeVisible();
  await expect.element(footer).toBeInTheDocument();
  await expect.element(backToTop).toBeInTheDocument();
});

test('on a wide screen pages have the rail in place of the header', async () => {
  await openPrimary('/contact', null);
  await expect.element(rail).toBeVisible();
  expect(header.query()).toBeNull();
});

test('messages have the layout without a footer and without its button', async () => {
  await openPrimary('/messages', FAN);
  await expect.element(rail).toBeVisible();
  await expect.element(main).toBeInTheDocument();
  expect([footer.query(), backToTop.query()]).toEqual([null, null]);
});

test.each(['/live/luna', '/auth/login', '/suspended'])('%s has the content alone: no header, rail, footer or button', async (path) => {
  await show(<PlainLayout />, { path, hasLandmarks: true });
  await expect.element(main).toBeInTheDocument();
  expect([header, rail, footer, backToTop].filter((part) => part.query() !== null)).toEqual([]);
});
