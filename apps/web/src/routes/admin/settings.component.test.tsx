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

test('finds settings of every group by a word, and goes to the group of the field that is refused', async () => {
  const { address } = await show(<Settings />, { user: ADMIN, path: '/admin/settings?group=scripts' }, (double) => {
    double.answer('GET /admin/settings', [setting('gaCode', ''), { ...setting('adminEmail', ''), group: 'mail' }]);
    double.refuseField(SAVE, 'adminEmail', { en: 'Enter an email address.', es: 'Introduce un correo.' });
  });
  const owner = page.getByLabelText('Owner’s email');
  const group = (name: string) => page.getByRole('navigation', { name: 'Groups of settings' }).getByRole('link', { name });
  await expect.element(code).toBeVisible();
  await expect.element(owner).not.toBeInTheDocument();
  await page.getByRole('searchbox').fill('nothing of this name');
  await expect.element(page.getByText('No settings match')).toBeVisible();
  await page.getByRole('searchbox').fill('owner’s');
  await owner.fill('nobody');
  await expect.element(code).not.toBeInTheDocument();
  await expect.element(group('Scripts')).not.toHaveAttribute('aria-current');
  await group('Scripts').click();
  await expect.element(group('Scripts')).toHaveAttribute('aria-current', 'page');
  expect(group('Email').element().querySelector('span')).not.toBeNull();
  expect(group('Scripts').element().querySelector('span')).toBeNull();
  await save.click();
  await expect.element(owner).toHaveFocus();
  await expect.element(page.getByText('Enter an email address.')).toBeVisible();
  expect(address()).toBe('/admin/settings?group=mail');
});

const SWITCHES = { OWN_FACTOR_FIRST: 'adminTwoFactorRequired', OTHER_OWNER_FIRST: 'ownersByTwo' } as const;
const REFUSALS = {
  OWN_FACTOR_FIRST: {
    en: 'Set up for your own account first what you require here. Otherwise you’d lock yourself out.',
    es: 'Configura primero en tu propia cuenta lo que exiges aquí. Si no, te quedarías fuera.',
  },
  OTHER_OWNER_FIRST: {
    en: 'There must be two owners before new ones need two.',
    es: 'Debe haber dos responsables antes de que los nuevos requieran dos.',
  },
} as const;
const refusals = (Object.keys(REFUSALS) as (keyof typeof REFUSALS)[]).flatMap((code) =>
  (['en', 'es'] as const).map((locale) => [code, locale, REFUSALS[code][locale]] as const),
);

test.each(refusals)('says where the admin looks what %s means, in %s, at the end of a long page', async (code, locale, words) => {
  const key = SWITCHES[code];
  const others = ['siteName', 'gaCode', 'headerScript', 'afterBodyScript', 'footerContent', 'metaDescription', 'adminEmail', 'senderEmail'];
  const { api } = await show(<Settings />, { user: ADMIN, path: '/admin/settings?group=scripts', locale }, (double) => {
    double.answer('GET /admin/settings', [...others.map((one) => setting(one, '')), setting(key, false)]);
    double.refuse(SAVE, code);
    double.refuse('POST /admin/settings/reset', code);
  });
  const control = page.getByRole('switch');
  await control.click({ force: true });
  await page.getByRole('button', { name: /^(Save|Guardar)$/ }).click();
  const refusal = page.getByRole('alert').filter({ hasText: words });
  await expect.element(refusal).toBeInViewport({ ratio: 1 });
  await expect.element(control).toBeInViewport();
  await page.getByRole('button', { name: /^(Discard|Descartar)$/ }).click();
  await expect.element(refusal).not.toBeInTheDocument();
  expect(api.sent(SAVE)).toHaveLength(1);
});

test.each(refusals)('says why a setting was not reset: %s, in %s', async (code, locale, words) => {
  const changed = { ...setting(SWITCHES[code], true), isDefault: false };
  await show(<Settings />, { user: ADMIN, path: '/admin/settings?group=scripts', locale }, (double) => {
    double.answer('GET /admin/settings', [changed]);
    double.refuse('POST /admin/settings/reset', code);
  });
  const restore = /^(Restore default|Restaurar el valor inicial)/;
  await page.getByRole('button', { name: restore }).click();
  await sheet.getByRole('button', { name: restore }).click();
  await expect.element(sheet.getByRole('alert')).toMatchTextContent(words);
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
