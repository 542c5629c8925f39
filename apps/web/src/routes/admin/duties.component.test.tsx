import { SCHEME_FIGURES } from '@stagedoor/contract/duties';
import { entriesOf } from '@stagedoor/contract/keys.values';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN } from '../../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../../testing/show.tsx';
import Duties from './duties.tsx';

const MONTHS = ['2026-10', '2026-09'];
const figures = entriesOf(SCHEME_FIGURES).flatMap(([part, keys]) => keys.map((figure, n) => ({ part, figure, count: n + 1 })));

const open = (options: ShowOptions = {}) =>
  show(
    <Duties />,
    { user: { ...FAN, role: 'admin', permissions: ['money', 'content', 'settings'] }, path: '/admin/duties', ...options },
    (api) => {
      api.answer('GET /admin/duties', {
        months: MONTHS,
        duties: [
          { duty: 'consent', isMet: true, open: 0 },
          { duty: 'complaints', isMet: false, open: 3 },
          { duty: 'repeated', isMet: false, open: 0 },
          { duty: 'report', isMet: false, open: 1 },
        ],
        complaints: { days: 7, open: 3, late: 2, oldestAt: '2026-11-02T09:00:00.000Z', decidedInTime: 41, decidedLate: 5 },
      });
      for (const month of MONTHS)
        api.answer('GET /admin/duties/report', {
          month,
          from: `${month}-01T00:00:00.000Z`,
          to: `${month}-28T00:00:00.000Z`,
          figures,
        });
    },
  );

test('shows each duty with its state, what is open and where it is done, and the clock of complaints', async () => {
  await open();
  const list = page.getByRole('list', { name: 'Card scheme duties' });
  await expect.element(list.getByText('Complaints within seven business days: Not met')).toBeVisible();
  await expect.element(list.getByText('3 open')).toBeVisible();
  await expect.element(list.getByRole('link', { name: 'Reports' })).toHaveAttribute('href', '/admin/reports');
  await expect.element(list.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/admin/settings?group=people');
  // Applications are for others: without a link.
  expect(list.getByRole('link', { name: 'Applications' }).elements()).toEqual([]);
  await expect.element(page.getByText('Open too long')).toBeVisible();
  await expect.element(page.getByText(/Nov 2/)).toBeVisible();
});

test('shows the month that is chosen, with the file of the same month', async () => {
  const { api, address } = await open();
  await expect.element(page.getByRole('table', { name: 'Monthly report' })).toMatchTextContent('Complaints and notices received');
  await page.getByRole('combobox', { name: 'Month' }).selectOptions('2026-09');
  await expect
    .element(page.getByRole('link', { name: 'Download CSV' }))
    .toHaveAttribute('href', '/api/admin/duties/report/export?month=2026-09&locale=en');
  expect(address()).toBe('/admin/duties?month=2026-09');
  expect(api.sent('GET /admin/duties/report').map(({ query }) => query?.['month'])).toEqual(expect.arrayContaining(MONTHS));
  expect(api.sent('GET /admin/duties/report').at(-1)?.query).toMatchObject({ month: '2026-09' });
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(appearance);
  await expect.element(page.getByRole('table').first()).toBeVisible();
  await expectAccessible();
});
