import type { AdminPermission } from '@stagedoor/contract/admin-roles';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../../testing/appearances.ts';
import { expectAccessible } from '../../../../testing/axe.ts';
import { FAN, INSTANT } from '../../../../testing/fixtures.ts';
import { HOST, SHOW_ID } from '../../../../testing/fixtures-shows.ts';
import { sheet } from '../../../../testing/sheet.tsx';
import { type ShowOptions, show } from '../../../../testing/show.tsx';
import Settings from '../../../routes/admin/settings.tsx';

const SAVE = 'PUT /admin/settings';
const setting = (key: string, value: unknown, kind: 'switch' | 'number') => ({
  key,
  group: 'access',
  value,
  default: value,
  isDefault: true,
  isLocked: false,
  isSecret: false,
  isPublic: true,
  control: { kind },
});

const ON_WALL = {
  _id: SHOW_ID,
  type: 'public' as const,
  state: 'live' as const,
  title: 'Bach by request',
  performer: HOST,
  cover: null,
  viewers: 3,
  tokens: 0,
  reports: 0,
  still: null,
  isUnseen: false,
  isAlike: false,
  startedAt: INSTANT,
  createdAt: INSTANT,
  updatedAt: INSTANT,
};

interface Options extends Partial<Pick<ShowOptions, 'locale' | 'direction' | 'theme'>> {
  permissions?: AdminPermission[];
  isOn?: boolean;
}

const open = async (shows: number, { permissions = ['settings', 'moderation'], isOn = false, ...options }: Options = {}) => {
  const user = { ...FAN, role: 'admin' as const, permissions };
  const shown = await show(<Settings />, { user, path: '/admin/settings?group=access', ...options }, (api) => {
    api.answer('GET /admin/settings', [setting('maintenanceMode', isOn, 'switch'), setting('maintenanceShowMinutes', 15, 'number')]);
    api.answer('GET /admin/maintenance', { shows, closesAt: isOn ? '2026-05-01T21:40:00.000Z' : null });
    api.answer('GET /admin/live', { data: [ON_WALL], total: shows });
    api.answer(SAVE, { changed: ['maintenanceMode'] });
  });
  if (!isOn) await page.getByRole('switch').click({ force: true });
  return shown;
};
const save = () => page.getByRole('region').getByRole('button').last().click();

test('asks what becomes of running shows, by their performers’ names, and saves the choice', async () => {
  const { api } = await open(3);
  await save();
  await expect.element(sheet).toMatchTextContent('3 shows are on air');
  await expect.element(sheet).toMatchTextContent(`${HOST.name} and 2 others`);
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(api.sent(SAVE)).toEqual([]);
  await save();
  await sheet.getByRole('button', { name: 'Let shows end within 15 minutes' }).click();
  await expect.element(page.getByText('Saved. It applies everywhere now.')).toBeVisible();
  expect(api.sent(SAVE).map(({ body }) => body)).toEqual([{ values: { maintenanceMode: true }, showMinutes: 15 }]);
});

test('ends shows now when the admin says so, and names nobody to one who doesn’t see the live wall', async () => {
  const { api } = await open(1, { permissions: ['settings'] });
  await save();
  await expect.element(sheet).toMatchTextContent('1 show is on air');
  expect(api.sent('GET /admin/live')).toEqual([]);
  await sheet.getByRole('button', { name: 'End shows now' }).click();
  await expect.poll(() => api.sent(SAVE).map(({ body }) => body)).toEqual([{ values: { maintenanceMode: true }, showMinutes: 0 }]);
});

test('saves without a question when no show runs', async () => {
  const { api } = await open(0);
  await save();
  await expect.poll(() => api.sent(SAVE).map(({ body }) => body)).toEqual([{ values: { maintenanceMode: true } }]);
});

test('shows until when shows go on in maintenance, and ends them after a question', async () => {
  const { api } = await open(2, { isOn: true });
  await expect.element(page.getByText(/^2 shows continue until \d\d:\d\d at most\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'End shows now' }).click();
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(api.sent(SAVE)).toEqual([]);
  await page.getByRole('button', { name: 'End shows now' }).click();
  await sheet.getByRole('button', { name: 'End shows now' }).click();
  await expect.poll(() => api.sent(SAVE).map(({ body }) => body)).toEqual([{ values: { maintenanceMode: true }, showMinutes: 0 }]);
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(3, appearance);
  await save();
  await expect.element(sheet).toBeVisible();
  await expectAccessible();
});
