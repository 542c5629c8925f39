import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN } from '../../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../../testing/show.tsx';
import Moderation from './moderation.tsx';

const DECISIONS = { received: 3, upheld: 2, rejected: 1, open: 0, medianHours: 7 };
const NONE = { received: 0, upheld: 0, rejected: 0, open: 0, medianHours: null };
const YEAR = String(new Date().getUTCFullYear());

const open = (options: ShowOptions = {}) =>
  show(<Moderation />, { user: { ...FAN, role: 'admin' }, path: '/admin/moderation', ...options }, (api) => {
    api.answer('GET /admin/moderation', {
      month: `${YEAR}-01`,
      from: `${YEAR}-01-01T00:00:00.000Z`,
      to: `${YEAR}-02-01T00:00:00.000Z`,
      rows: [],
      appeals: NONE,
      actions: { takenDown: 0, takenDownUnasked: 0, restored: 0, suspended: 0 },
    });
    api.answer('GET /admin/moderation/year', {
      year: YEAR,
      from: `${YEAR}-01-01T00:00:00.000Z`,
      to: `${Number(YEAR) + 1}-01-01T00:00:00.000Z`,
      reasons: [{ source: 'report', reason: 'spam', ...DECISIONS }],
      contents: [{ source: 'notice', content: null, ...DECISIONS }],
      measures: [{ measure: 'hidden', ground: 'law', source: 'notice', made: 4, automated: 4, lifted: 1 }],
      hidden: DECISIONS,
      copies: NONE,
      appeals: DECISIONS,
      complaints: NONE,
      repeated: { suspended: 2, suspensionsLifted: 1, unfounded: 5 },
    });
  });

test('shows a year’s figures with their file, and says what isn’t counted', async () => {
  const { api } = await open();
  await page.getByText('By year').click();
  await expect.element(page.getByRole('table', { name: 'Measures taken' })).toMatchTextContent('A takedown notice');
  await expect.element(page.getByRole('table', { name: 'By type of content' })).toMatchTextContent('Nothing on this site');
  await expect.element(page.getByText('Hidden at once, automatically')).toBeVisible();
  await expect.element(page.getByText(/Orders of authorities/)).toBeVisible();
  expect(api.sent('GET /admin/moderation/year').at(-1)?.query).toMatchObject({ year: YEAR });
  await expect
    .element(page.getByRole('link', { name: 'Download CSV' }))
    .toHaveAttribute('href', `/api/admin/moderation/year/export?year=${YEAR}&locale=en`);
});

test('shows the month first', async () => {
  await open();
  await expect.element(page.getByText('Nothing was reported or decided this month.')).toBeVisible();
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open({ ...appearance, path: '/admin/moderation?by=years' });
  await expect.element(page.getByRole('table').first()).toBeVisible();
  await expectAccessible();
});
