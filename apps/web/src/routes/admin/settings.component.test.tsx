import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN } from '../../../testing/fixtures.ts';
import { sheet } from '../../../testing/sheet.tsx';
import { show } from '../../../testing/show.tsx';
import Settings from './settings.tsx';

const SAVE = 'PUT /admin/settings';
const setting = (key: string, value: unknown) => ({
  key,
  group: 'scripts',
  value,
  default: typeof value === 'boolean' ? false : '',
  isDefault: true,
  isLocked: false,
  isSecret: false,
  isPublic: true,
  control: typeof value === 'boolean' ? { kind: 'switch' as const } : { kind: 'text' as const },
});

const ADMIN = { ...FAN, role: 'admin' as const };

const open = (values: { gaCode: string; cookiePolicyEnabled: boolean }, options = {}) =>
  show(<Settings />, { user: ADMIN, path: '/admin/settings?group=scripts', ...options }, (api) => {
    api.answer('GET /admin/settings', [setting('gaCode', values.gaCode), setting('cookiePolicyEnabled', values.cookiePolicyEnabled)]);
    api.answer(SAVE, { changed: [] });
  });

const code = page.getByLabelText('Analytics code');
const save = page.getByRole('button', { name: 'Save', exact: true });

test('asks before an analytics code loads without consent, and switches the banner on with it', async () => {
  const { api } = await open({ gaCode: '', cookiePolicyEnabled: false });
  await code.fill('G-ABC123');
  await save.click();
  await expect.element(sheet).toMatchTextContent('Ask visitors first?');
  expect(api.sent(SAVE)).toEqual([]);
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(api.sent(SAVE)).toEqual([]);
  await save.click();
  await sheet.getByRole('button', { name: 'Turn on the banner and save' }).click();
  await expect.element(page.getByText('Saved. It applies everywhere now.')).toBeVisible();
  expect(api.sent(SAVE).map(({ body }) => body)).toEqual([{ values: { gaCode: 'G-ABC123', cookiePolicyEnabled: true } }]);
});

test('saves an analytics code alone when the owner says so', async () => {
  const { api } = await open({ gaCode: '', cookiePolicyEnabled: false });
  await code.fill('G-ABC123');
  await save.click();
  await sheet.getByRole('button', { name: 'Save without visitors’ consent' }).click();
  await expect.element(page.getByText('Saved. It applies everywhere now.')).toBeVisible();
  expect(api.sent(SAVE).map(({ body }) => body)).toEqual([{ values: { gaCode: 'G-ABC123' } }]);
});

test('asks when the banner is switched off while there is a code, and not while the banner is on', async () => {
  const { api } = await open({ gaCode: 'G-ABC123', cookiePolicyEnabled: true });
  await code.fill('G-OTHER');
  await save.click();
  await expect.element(page.getByText('Saved. It applies everywhere now.')).toBeVisible();
  await page.getByRole('switch', { name: 'Cookie banner' }).click({ force: true });
  await save.click();
  await expect.element(sheet).toMatchTextContent('Ask visitors first?');
  expect(api.sent(SAVE)).toHaveLength(1);
});

test('asks before it restores a default, and does it once', async () => {
  const RESET = 'POST /admin/settings/reset';
  const { api } = await show(<Settings />, { user: ADMIN, path: '/admin/settings?group=scripts' }, (double) => {
    double.answer('GET /admin/settings', [{ ...setting('gaCode', 'G-ABC123'), isDefault: false }]);
    double.answer(RESET, { changed: ['gaCode'] });
  });
  const reset = page.getByRole('button', { name: 'Restore default: Analytics code' });
  await reset.click();
  await expect.element(sheet).toMatchTextContent('Restore the default of “Analytics code”?');
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(api.sent(RESET)).toEqual([]);
  await reset.click();
  await sheet.getByRole('button', { name: 'Restore default' }).click();
  await expect.poll(() => api.sent(RESET).map(({ body }) => body)).toEqual([{ keys: ['gaCode'] }]);
  await expect.element(sheet).not.toBeInTheDocument();
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open({ gaCode: '', cookiePolicyEnabled: false }, appearance);
  await page.getByRole('textbox').last().fill('G-ABC123');
  await page.getByRole('region').getByRole('button').last().click();
  await expect.element(sheet).toBeVisible();
  await expectAccessible();
});
