import type { AgeProviderCheck, AgeProviderState } from '@stagedoor/contract/age';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../../testing/appearances.ts';
import { expectAccessible } from '../../../../testing/axe.ts';
import { FAN, INSTANT } from '../../../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../../../testing/show.tsx';
import { AgeProvider } from './AgeProvider.tsx';

const [READ, SAVE, TEST, REMOVE] = [
  'GET /admin/age-provider',
  'PUT /admin/age-provider',
  'POST /admin/age-provider/test',
  'DELETE /admin/age-provider',
] as const;

const STATE: AgeProviderState = {
  provider: {
    name: 'Proof of Age Ltd',
    issuer: 'https://age.example',
    clientId: 'the-loft',
    hasSecret: true,
    scope: 'age',
    claim: 'age_over_18',
    enteredAt: INSTANT,
  },
  returnAddress: 'https://stage.example/age/return',
  isNeeded: false,
  checks: { passed: 12, failed: 3, open: 1 },
};
const FAILED: AgeProviderCheck[] = [
  { subject: 'discovery', state: 'failed', problem: 'otherIssuer', found: 'https://elsewhere.example' },
  { subject: 'keys', state: 'untested', problem: null, found: '' },
];
const PASSED: AgeProviderCheck[] = [{ subject: 'discovery', state: 'ok', problem: null, found: '' }];

const open = (changes: Partial<AgeProviderState> = {}, options: ShowOptions = {}) =>
  show(<AgeProvider />, { user: { ...FAN, role: 'admin', permissions: ['settings'] }, path: '/admin/countries', ...options }, (api) => {
    api.answer(READ, { ...STATE, ...changes });
    api.answer(TEST, { passes: false, checks: FAILED });
    api.answer(SAVE, { checks: PASSED });
    api.answer(REMOVE, { success: true });
  });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

test('shows the provider without its secret, the address to register, and how many checks there were', async () => {
  await open();
  await expect.element(page.getByText('https://stage.example/age/return')).toBeVisible();
  await expect.element(page.getByText(/12 passed, 3 without a result, 1 open\./)).toBeVisible();
  await expect.element(page.getByLabelText('Client secret')).toHaveValue('');
});

test('says of each failed check what to do, and stores nothing', async () => {
  const { api } = await open();
  await press('Test');
  await expect.element(page.getByText(/The document names another issuer: https:\/\/elsewhere\.example\./)).toBeVisible();
  await expect.element(page.getByText('Keys: not tested')).toBeVisible();
  api.refuse(SAVE, 'AGE_PROVIDER_FAILED', { checks: FAILED });
  await page.getByLabelText('Client secret').fill('typed');
  await press('Save provider');
  await expect.element(page.getByRole('alert')).toHaveTextContent('The provider didn’t pass the test, so nothing was saved.');
  await expect.element(page.getByLabelText('Client secret')).toHaveValue('typed');
});

test('stores a provider that passes; the secret is typed once', async () => {
  const { api } = await open();
  await page.getByLabelText('Client secret').fill('typed');
  await press('Save provider');
  await expect.element(page.getByText('The provider passes every check.')).toBeVisible();
  await expect.element(page.getByLabelText('Client secret')).toHaveValue('');
  expect(api.sent(SAVE).map(({ body }) => body)).toEqual([
    {
      name: 'Proof of Age Ltd',
      issuer: 'https://age.example',
      clientId: 'the-loft',
      clientSecret: 'typed',
      scope: 'age',
      claim: 'age_over_18',
    },
  ]);
});

test('doesn’t offer to remove a provider that a country needs', async () => {
  await open({ isNeeded: true });
  await expect.element(page.getByRole('button', { name: 'Test', exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Remove', exact: true })).not.toBeInTheDocument();
});

test('removes a provider after a question', async () => {
  const { api } = await open();
  await press('Remove');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.poll(() => api.sent(REMOVE)).toHaveLength(1);
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open({}, appearance);
  await expectAccessible();
});
