import type { AgeStatus } from '@stagedoor/contract/age';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, INSTANT } from '../../../testing/fixtures.ts';
import { show } from '../../../testing/show.tsx';
import { AgeSection } from './AgeSection.tsx';

const VERIFIED: AgeStatus = {
  level: 'verify',
  isVerified: true,
  until: INSTANT,
  method: 'facial-estimation',
  verifiedBy: 'Proof of Age Ltd',
  provider: { name: 'Proof of Age Ltd', host: 'age.example' },
  validDays: 365,
};

const open = async (changes: Partial<AgeStatus> = {}) => {
  const leave = vi.fn<(url: string) => void>();
  const { api } = await show(<AgeSection leave={leave} />, { user: FAN, path: '/account' }, (double) => {
    double.answer('GET /age/check', { ...VERIFIED, ...changes });
    double.answer('POST /age/checks', { url: 'https://age.example/authorize' });
  });
  return { api, leave };
};

test('says until when the age is verified and by whom, and verifies it again', async () => {
  const { leave } = await open();
  await expect.element(page.getByText(/^Until .* by Proof of Age Ltd\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Verify again' }).click();
  await expect.poll(() => leave.mock.calls).toEqual([['https://age.example/authorize']]);
  await expectAccessible();
});

test('says that the country requires a check', async () => {
  await open({ isVerified: false, until: null, method: null, verifiedBy: null });
  await expect.element(page.getByText('Not verified')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Verify', exact: true })).toBeVisible();
});

test('asks nothing of a performer whose documents were approved', async () => {
  await open({ until: null, method: 'identityDocuments', verifiedBy: null });
  await expect.element(page.getByText('By your identity documents.')).toBeVisible();
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});

test('isn’t there where the site verifies no age', async () => {
  const { api } = await open({ level: 'declare', isVerified: false, until: null });
  await expect.poll(() => api.sent('GET /age/check').length).toBeGreaterThan(0);
  await expect.element(page.getByRole('heading', { name: 'Age' })).not.toBeInTheDocument();
});
