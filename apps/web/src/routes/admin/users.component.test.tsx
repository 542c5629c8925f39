import { ADMIN_PERMISSIONS } from '@stagedoor/contract/admin-roles.values';
import type { AccountRow } from '@stagedoor/contract/admin-people';
import type { BulkAct } from '@stagedoor/contract/bulk-acts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, INSTANT, idOf } from '../../../testing/fixtures.ts';
import { accountOf } from '../../../testing/fixtures-accounts.ts';
import { sheet } from '../../../testing/sheet.tsx';
import { type ShowOptions, show } from '../../../testing/show.tsx';
import { ShortcutsProvider } from '../../app/shell/Shortcuts.tsx';
import Users from './users.tsx';

const LIST = 'GET /admin/users';
const ACTS = 'GET /admin/bulk-acts';
const FOLLOW = 'GET /admin/bulk-acts/{id}';
const SUSPEND = 'POST /admin/users/suspend-many';
const START = 'POST /admin/bulk-acts/{id}/start';

const OWNER = { ...FAN, role: 'admin', adminRole: 'owner', permissions: [...ADMIN_PERMISSIONS] } satisfies ShowOptions['user'];
const { _id: _, ...REST } = accountOf();
const rowOf = (place: number): AccountRow => ({ ...REST, _id: idOf(500 + place), name: `Wren ${place}`, username: `wren${place}` });
const ROWS = [1, 2, 3, 4, 5].map(rowOf);
const LISTED = { data: ROWS, total: 203, counts: { active: 200, suspended: 3, deleted: 0 } };
const BY = { _id: FAN._id, username: 'wren', name: 'Wren Ellis', avatar: '' };

const actOf = (given: Partial<BulkAct> = {}): BulkAct => ({
  _id: idOf(700),
  act: 'accounts.suspend',
  state: 'asked',
  rows: 203,
  done: 0,
  failed: 0,
  by: BY,
  undoes: null,
  undoneBy: null,
  isUndoable: false,
  createdAt: INSTANT,
  startedAt: null,
  endedAt: null,
  ...given,
});

const open = (options: ShowOptions = {}, prepare?: (api: ApiDouble) => void) =>
  show(
    <ShortcutsProvider>
      <Users />
    </ShortcutsProvider>,
    { user: OWNER, path: '/admin/users', ...options },
    (api) => {
      api.answer(LIST, LISTED);
      api.answer(ACTS, { data: [], total: 0 });
      prepare?.(api);
    },
  );

const tick = (place: number) => page.getByRole('checkbox', { name: `Select Wren ${place}` });
const bar = page.getByRole('region', { name: 'Selected rows' });
const queries = (api: ApiDouble) => api.sent(LIST).map(({ query }) => query);

test('sorts by a heading, turns the order with the second press, and keeps it in the address', async () => {
  const { api, address } = await open();
  await page.getByRole('button', { name: 'Name' }).click();
  await expect.poll(address).toBe('/admin/users?sortBy=username&sort=asc');
  await expect.poll(() => queries(api).at(-1)).toMatchObject({ sortBy: 'username', sort: 'asc', offset: '0' });
  await expect.element(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: 'Name' }).click();
  await expect.poll(address).toBe('/admin/users?sortBy=username');
  await expect.poll(() => queries(api).at(-1)).toMatchObject({ sortBy: 'username', sort: 'desc' });
  await page.getByRole('button', { name: 'Name' }).click();
  await expect.poll(address).toBe('/admin/users');
  expect(page.getByRole('button', { name: 'Email' }).elements()).toEqual([]);
});

test('selects a page with one checkbox, a range with Shift, and a row with x', async () => {
  await open();
  await tick(2).click();
  await tick(4).click({ modifiers: ['Shift'] });
  await expect.element(bar.getByText('3 selected')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await expect.element(bar.getByText('5 selected')).toBeVisible();
  tick(5).element().focus();
  await userEvent.keyboard('x');
  await expect.element(bar.getByText('4 selected')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(bar).not.toBeInTheDocument();
});

test('goes from a row to the acts on selected rows with one key', async () => {
  await open();
  await expect.element(tick(2)).toBeVisible();
  tick(2).element().focus();
  await userEvent.keyboard('x');
  await expect.element(bar.getByText('1 selected')).toBeVisible();
  await userEvent.keyboard('a');
  await expect.element(bar.getByRole('button', { name: 'Restore' })).toHaveFocus();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(bar.getByRole('button', { name: 'Select all 203' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(bar.getByText('All 203 selected')).toBeVisible();
  await expect.element(bar.getByRole('button', { name: 'Restore' })).toHaveFocus();
});

test('has nothing to select for an admin who may do nothing with a selection', async () => {
  await open({ user: { ...OWNER, adminRole: 'support', permissions: ['overview', 'users', 'support', 'site'] } });
  await expect.element(page.getByRole('table').getByText('Wren 1', { exact: true })).toBeVisible();
  expect(page.getByRole('checkbox').elements()).toEqual([]);
});

test('keeps the selection on other pages, and drops it with other filters', async () => {
  const { address } = await open();
  await tick(1).click();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect.poll(address).toBe('/admin/users?offset=25');
  await tick(2).click();
  await expect.element(bar.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Online now' }).click();
  await expect.element(bar).not.toBeInTheDocument();
});

test('suspends all that match: asks for a reason, then once with the exact number, then follows the act to its end', async () => {
  const { api } = await open({ path: '/admin/users?role=fan' });
  await tick(1).click();
  await bar.getByRole('button', { name: 'Select all 203' }).click();
  await expect.element(bar.getByText('All 203 selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Suspend' }).click();
  await sheet.getByRole('button', { name: 'Continue' }).click();
  await expect.element(sheet.getByRole('alert')).toMatchTextContent('Choose a reason first.');
  expect(api.sent(SUSPEND)).toEqual([]);
  api.answer(SUSPEND, actOf());
  await sheet.getByRole('button', { name: 'Fraud' }).click();
  await sheet.getByLabelText(/^Message to them/).fill('Spam');
  await sheet.getByRole('button', { name: 'Continue' }).click();
  await expect.element(sheet).toMatchTextContent('Suspend 203 accounts?');
  expect(api.sent(SUSPEND).map(({ body }) => body)).toEqual([{ rows: { matching: { role: 'fan' } }, reason: 'fraud', note: 'Spam' }]);
  expect(api.sent(START)).toEqual([]);
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  await bar.getByRole('button', { name: 'Suspend' }).click();
  await expect.element(sheet.getByLabelText(/^Message to them/)).toHaveValue('Spam');
  await sheet.getByRole('button', { name: 'Continue' }).click();
  await expect.element(sheet).toMatchTextContent('Suspend 203 accounts?');
  const running = actOf({ state: 'running', startedAt: INSTANT, done: 100, failed: 1 });
  api.answer(START, running);
  api.answer(ACTS, { data: [running], total: 1 });
  api.answer(FOLLOW, { ...running, failures: [] });
  await sheet.getByRole('button', { name: 'Suspend' }).click();
  const strip = page.getByRole('region', { name: 'Acts on many rows' });
  await expect.element(strip).toMatchTextContent('100 of 203 done');
  await expect.element(bar).not.toBeInTheDocument();
  const read = api.sent(LIST).length;
  const ended = actOf({ state: 'done', startedAt: INSTANT, endedAt: new Date().toISOString(), done: 202, failed: 1, isUndoable: true });
  const failures = [{ _id: idOf(501), name: 'Wren 1', code: 'LAST_OWNER', message: 'The site needs at least one owner.' }];
  api.answer(ACTS, { data: [ended], total: 1 });
  api.answer(FOLLOW, { ...ended, failures });
  await expect.element(strip).toMatchTextContent('202 of 203 done');
  await expect.poll(() => api.sent(LIST).length).toBeGreaterThan(read);
  await strip.getByRole('button', { name: '1 failed' }).click();
  await expect.element(sheet).toMatchTextContent('The site needs at least one owner.');
});

test('finds a running act again, stops it, and asks before it takes it back', async () => {
  const running = actOf({ state: 'running', startedAt: INSTANT, done: 20 });
  const stopped = actOf({ state: 'stopped', startedAt: INSTANT, endedAt: new Date().toISOString(), done: 21, isUndoable: true });
  const { api } = await open({}, (double) => {
    double.answer(ACTS, { data: [running], total: 1 });
    double.answer(FOLLOW, { ...running, failures: [] });
    double.answer('POST /admin/bulk-acts/{id}/stop', stopped);
    double.answer('POST /admin/bulk-acts/{id}/undo', actOf({ _id: idOf(701), act: 'accounts.restore', rows: 21, undoes: idOf(700) }));
    double.answer(START, running);
  });
  const strip = page.getByRole('region', { name: 'Acts on many rows' });
  await expect.element(strip).toMatchTextContent('20 of 203 done');
  api.answer(ACTS, { data: [stopped], total: 1 });
  api.answer(FOLLOW, { ...stopped, failures: [] });
  await strip.getByRole('button', { name: 'Stop' }).click();
  await expect.element(strip).toMatchTextContent('Stopped: 21 of 203 done');
  await strip.getByRole('button', { name: 'Undo' }).click();
  await expect.element(sheet).toMatchTextContent('Restore 21 accounts?');
  expect(api.sent(START)).toEqual([]);
  await sheet.getByRole('button', { name: 'Restore' }).click();
  await expect.poll(() => api.sent(START).map(({ params }) => params)).toEqual([{ id: idOf(701) }]);
  await expect.element(sheet).not.toBeInTheDocument();
  await strip.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(strip).not.toBeInTheDocument();
});

test('shows what another tab made of an act, once the refused question about it is closed', async () => {
  const stopped = actOf({ state: 'stopped', startedAt: INSTANT, endedAt: new Date().toISOString(), done: 21, isUndoable: true });
  const undoing = actOf({ _id: idOf(702), act: 'accounts.restore', state: 'running', startedAt: INSTANT, rows: 21, undoes: idOf(700) });
  const { api } = await open({}, (double) => {
    double.answer(ACTS, { data: [stopped], total: 1 });
    double.answer(FOLLOW, { ...stopped, failures: [] });
    double.answer('POST /admin/bulk-acts/{id}/undo', actOf({ _id: idOf(701), act: 'accounts.restore', rows: 21, undoes: idOf(700) }));
    double.refuse(START, 'BULK_ACT_STATE');
  });
  const strip = page.getByRole('region', { name: 'Acts on many rows' });
  await strip.getByRole('button', { name: 'Undo' }).click();
  await sheet.getByRole('button', { name: 'Restore' }).click();
  await expect.element(sheet.getByRole('alert')).toBeVisible();
  api.answer(ACTS, { data: [undoing, { ...stopped, isUndoable: false }], total: 2 });
  api.answer(FOLLOW, { ...undoing, failures: [] });
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(strip).toMatchTextContent('Restore 21 accounts');
  expect(strip.getByRole('button', { name: 'Undo' }).elements()).toEqual([]);
});

test('says why an act can’t be prepared, and offers none without its permission', async () => {
  const { session } = await open({}, (api) => api.refuse('POST /admin/users/restore-many', 'BULK_ROWS_NONE'));
  await tick(1).click();
  await bar.getByRole('button', { name: 'Restore' }).click();
  await expect.element(page.getByText(/^No rows match any more/).first()).toBeVisible();
  session.set({ ...OWNER, permissions: ['users', 'overview'] });
  await expect.element(bar.getByRole('button', { name: 'Restore' })).not.toBeInTheDocument();
});

test('links to the file of the list as it is filtered', async () => {
  await open({ path: '/admin/users?role=fan&q=wren&sortBy=username&sort=asc&offset=50' });
  const link = page.getByRole('link', { name: 'Download CSV' });
  const address = new URL(link.element().getAttribute('href')!, location.href);
  expect(address.pathname).toBe('/api/admin/users/export');
  expect(Object.fromEntries(address.searchParams)).toEqual({ q: 'wren', role: 'fan', locale: 'en' });
});

test('counts the whole list on demand, and jumps to a page', async () => {
  const key = 'POST /admin/list-counts';
  const count = { _id: idOf(800), list: 'accounts', counted: 0, endedAt: null } as const;
  const { api, address } = await open({ path: '/admin/users?role=fan' }, (double) => {
    double.answer(LIST, { ...LISTED, total: 1000, isCapped: true });
    double.answer(key, count);
    double.answer('GET /admin/list-counts/{id}', { ...count, counted: 12_000 });
  });
  await expect.element(page.getByText('1 to 5 of 1,000+')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Last page' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Count all' }).click();
  await expect.element(page.getByText('Counting: 12,000 so far')).toBeVisible();
  expect(api.sent(key).map(({ body }) => body)).toEqual([{ list: 'accounts', filter: { role: 'fan' } }]);
  api.answer('GET /admin/list-counts/{id}', { ...count, counted: 12_345, endedAt: INSTANT });
  await expect.element(page.getByText('1 to 25 of 12,345')).toBeVisible();
  await expect.element(page.getByText('of 494')).toBeVisible();
  const field = page.getByLabelText('Page', { exact: true });
  await field.fill('40');
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/admin/users?role=fan&offset=975');
  await page.getByRole('button', { name: 'Last page' }).click();
  await expect.poll(address).toBe('/admin/users?role=fan&offset=12325');
  await page.getByRole('button', { name: 'Fans' }).click();
  await expect.element(page.getByRole('button', { name: 'Count all' })).toBeVisible();
});

test('narrows the list to days, sent as instants with the end left out, and clears all filters at once', async () => {
  const { api, address } = await open({ path: '/admin/users?role=fan' });
  await page.getByLabelText('Date').selectOptions('From … to …');
  await page.getByLabelText('From').fill('2026-01-05');
  await page.getByLabelText('To').fill('2026-01-06');
  await expect.poll(address).toBe('/admin/users?role=fan&from=2026-01-05&until=2026-01-06');
  await expect
    .poll(() => queries(api).at(-1))
    .toMatchObject({ role: 'fan', from: '2026-01-05T00:00:00.000Z', until: '2026-01-07T00:00:00.000Z' });
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(address).toBe('/admin/users');
  await expect.element(page.getByRole('button', { name: 'Clear filters' })).not.toBeInTheDocument();
});

test('folds the filters behind a button on a phone, which says how many are on', async () => {
  await page.viewport(360, 780);
  await open({ path: '/admin/users?role=fan' });
  const fans = page.getByRole('button', { name: 'Fans' });
  await expect.element(page.getByText('Wren 1', { exact: true })).toBeVisible();
  expect(fans.elements()).toEqual([]);
  await page.getByRole('button', { name: 'Filters 1 active' }).click();
  await expect.element(fans).toBeVisible();
  await tick(1).click();
  await expect.element(bar).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  await expectAccessible();
  await page.viewport(1280, 900);
});

test.each(APPEARANCES)('is accessible with a selection and a running act, in $locale, $direction, $theme', async (appearance) => {
  const running = actOf({ state: 'running', startedAt: INSTANT, done: 20 });
  await open(appearance, (api) => {
    api.answer(ACTS, { data: [running], total: 1 });
    api.answer(FOLLOW, { ...running, failures: [] });
  });
  await page.getByRole('checkbox', { name: /Wren 1$/ }).click();
  await expect.element(page.getByRole('progressbar')).toBeVisible();
  await expectAccessible();
});
