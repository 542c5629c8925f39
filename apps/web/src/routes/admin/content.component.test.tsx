import { ADMIN_PERMISSIONS } from '@stagedoor/contract/admin-roles.values';
import type { AdminItem } from '@stagedoor/contract/catalog';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, INSTANT, PERFORMER, idOf } from '../../../testing/fixtures.ts';
import { sheet } from '../../../testing/sheet.tsx';
import { type ShowOptions, show } from '../../../testing/show.tsx';
import Content from './content.tsx';

const LIST = 'GET /admin/content';
const TAKE_DOWN = 'POST /admin/content/take-down-many';
const OWNER = { ...FAN, role: 'admin', adminRole: 'owner', permissions: [...ADMIN_PERMISSIONS] } satisfies ShowOptions['user'];

const { _id, name, username } = PERFORMER;
const itemOf = (place: number): AdminItem => ({
  _id: idOf(600 + place),
  kind: 'gallery',
  state: 'active',
  title: `Rosin ${place}`,
  path: `/galleries/${idOf(600 + place)}`,
  picture: null,
  performer: { _id, name, username },
  openReports: 0,
  place: null,
  createdAt: INSTANT,
  updatedAt: INSTANT,
});
const LISTED = { data: [itemOf(1), itemOf(2)], total: 2 };

const open = (options: ShowOptions = {}, prepare?: (api: ApiDouble) => void) =>
  show(<Content />, { user: OWNER, path: '/admin/content', ...options }, (api) => {
    api.answer(LIST, LISTED);
    api.answer('GET /admin/reviews', { data: [], total: 0 });
    api.answer('GET /admin/copies', { data: [], total: 0, unhashed: 0 });
    api.answer('GET /admin/bulk-acts', { data: [], total: 0 });
    prepare?.(api);
  });

const bar = page.getByRole('region', { name: 'Selected rows' });

test('narrows content to a kind, a state, a performer, and shows photos of galleries on demand', async () => {
  const { api, address } = await open({ path: `/admin/content?performerId=${_id}` });
  await page.getByLabelText('Type').selectOptions('Gallery');
  await page.getByLabelText('State').selectOptions('In review');
  await page.getByRole('button', { name: 'Photos of galleries too' }).click();
  await expect
    .poll(() => api.sent(LIST).at(-1)?.query)
    .toMatchObject({ kind: 'gallery', state: 'review', performerId: _id, withParts: 'true' });
  await page.getByRole('button', { name: `By ${name}` }).click();
  await expect.poll(address).toBe('/admin/content?kind=gallery&state=review&withParts=true');
});

test('takes items down with one note for all, after a question with their number', async () => {
  const { api } = await open({}, (double) => {
    double.answer(TAKE_DOWN, {
      _id: idOf(700),
      act: 'content.takeDown',
      state: 'asked',
      rows: 2,
      done: 0,
      failed: 0,
      by: { _id: FAN._id, username: 'wren', name: 'Wren Ellis', avatar: '' },
      undoes: null,
      undoneBy: null,
      isUndoable: false,
      createdAt: INSTANT,
      startedAt: null,
      endedAt: null,
    });
    double.refuse('POST /admin/bulk-acts/{id}/start', 'BULK_ACT_STATE');
  });
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await bar.getByRole('button', { name: 'Take down' }).click();
  await sheet.getByRole('button', { name: 'Continue' }).click();
  await expect.element(sheet.getByRole('alert')).toBeVisible();
  expect(api.sent(TAKE_DOWN)).toEqual([]);
  await sheet.getByRole('textbox').fill('Copied from elsewhere.');
  await sheet.getByRole('button', { name: 'Continue' }).click();
  await expect.element(sheet).toMatchTextContent('Take down 2 items?');
  expect(api.sent(TAKE_DOWN).map(({ body }) => body)).toEqual([{ rows: { ids: [idOf(601), idOf(602)] }, note: 'Copied from elsewhere.' }]);
  await sheet.getByRole('button', { name: 'Take down' }).click();
  await expect.element(sheet.getByRole('alert')).toMatchTextContent('This is no longer possible');
  await expect.element(bar).toBeVisible();
});

test.each(APPEARANCES)('is accessible, in $locale, $direction, $theme', async (appearance) => {
  await open(appearance);
  await page.getByRole('checkbox', { name: /Rosin 1$/ }).click();
  await expect.element(page.getByText('Rosin 2')).toBeVisible();
  await expectAccessible();
});
