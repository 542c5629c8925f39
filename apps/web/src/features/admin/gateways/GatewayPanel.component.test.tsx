import type { GatewayCard } from '@stagedoor/contract/admin-gateways';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../../testing/appearances.ts';
import { expectAccessible } from '../../../../testing/axe.ts';
import { FAN, INSTANT } from '../../../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../../../testing/show.tsx';
import { GatewayPanel } from './GatewayPanel.tsx';

const SAVE = 'PUT /admin/gateways/{name}';
const CHECK = 'POST /admin/gateways/{name}/check';

const CARD: GatewayCard = {
  name: 'ccbill',
  isOn: false,
  isReady: true,
  position: 1,
  version: 3,
  values: { accountNumber: '900000', saleSubAccount: '0000', saleForm: '11111111-1111-4111-8111-111111111111' },
  secretsSet: ['saleSalt'],
  callbackUrl: 'https://stage.example/api/gateways/ccbill/callback',
  can: { recurring: true, refund: 'partial', cancel: 'call', poll: true },
  takesCurrency: true,
  currency: 'USD',
  facts: [],
  checks: [
    { subject: 'address', state: 'ok', detail: 'HTTP 200' },
    { subject: 'signature', state: 'failed', detail: 'HTTP 500' },
  ],
  checkedAt: INSTANT,
  health: { lastNoticeAt: null, notices: 0, refused: 0, forged: 0, failed: 0, clockAhead: null },
  unanswered: 0,
  refundsToDo: 0,
  cancellationsToDo: 0,
};

const open = async (options: ShowOptions = {}) => {
  const shown = await show(
    <GatewayPanel card={CARD} mayChange onUp={null} onDown={null} onChanged={() => undefined} />,
    { user: { ...FAN, role: 'admin', permissions: ['settings'] }, ...options },
    (api) => {
      api.answer(SAVE, { success: true });
      api.answer(CHECK, CARD);
    },
  );
  document.querySelector('details')!.open = true;
  return shown;
};

test('a failed line of a check says what to compare; a passed one shows no code', async () => {
  await open();
  await expect.element(page.getByText(/Compare the account, the form and the salt/)).toBeVisible();
  await expect.element(page.getByText('Detail: HTTP 500')).toBeVisible();
  await expect.element(page.getByText(/HTTP 200/)).not.toBeInTheDocument();
});

test('a refused field keeps the words that tell what belongs in it', async () => {
  const { api } = await open();
  api.refuseField(SAVE, 'values.accountNumber', { en: 'Check this field.', es: 'Revisa este campo.' });
  await page.getByLabelText('Account number').fill('9000');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Check this field. Six digits, at the top of the admin portal.')).toBeVisible();
});

test('saving takes away what was about the settings of before, until the next check', async () => {
  const { api } = await open();
  api.refuse(SAVE, 'GATEWAY_INCOMPLETE');
  await page.getByRole('switch', { name: /Take new payments/ }).click({ force: true });
  await expect.element(page.getByRole('alert')).toBeVisible();
  api.answer(SAVE, { success: true });
  await page.getByLabelText('Account number').fill('900001');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText(/The settings have changed since the last check/)).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(page.getByText(/Signature: doesn’t work/)).not.toBeVisible();
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect.element(page.getByText(/Signature: doesn’t work/)).toBeVisible();
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(appearance);
  await expectAccessible();
});
