import { ADMIN_PERMISSIONS } from '@stagedoor/contract/admin-roles.values';
import type { AccountDetail } from '@stagedoor/contract/admin-people';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiDouble } from '../../../../testing/api-double.ts';
import { APPEARANCES } from '../../../../testing/appearances.ts';
import { expectAccessible } from '../../../../testing/axe.ts';
import { accountOf, performerFacts } from '../../../../testing/fixtures-accounts.ts';
import { FAN, INSTANT, idOf } from '../../../../testing/fixtures.ts';
import { sheet } from '../../../../testing/sheet.tsx';
import { type ShowOptions, show } from '../../../../testing/show.tsx';
import { AccountPane } from './AccountPane.tsx';

const READ = 'GET /admin/users/{id}';
const OWNER = { ...FAN, role: 'admin', adminRole: 'owner', permissions: [...ADMIN_PERMISSIONS] } satisfies ShowOptions['user'];

const NOTE = { _id: idOf(70), at: INSTANT, author: { _id: FAN._id, username: 'wren', name: 'Wren Ellis' }, text: 'Called twice.' };
const LUNA = accountOf({ emailVerified: false, hasTwoFactor: true, sessions: 3, notes: [NOTE] });
const HELD = accountOf({ role: 'performer', applicationState: 'held', performer: performerFacts() });
const FROZEN = accountOf({
  role: 'performer',
  applicationState: 'approved',
  performer: performerFacts({ payoutsFrozen: { at: INSTANT, cause: 'payoutDetails' } }),
});
const SUSPENDED = accountOf({ status: 'suspended', statusReason: 'rules' });
const CLERK = accountOf({ role: 'admin', adminRole: 'support' });

const pane = page.getByRole('region', { name: 'Luna Reyes' });
const open = (account: AccountDetail, options: ShowOptions = {}, prepare?: (api: ApiDouble) => void) =>
  show(<AccountPane id={account._id} onBack={() => undefined} />, { user: OWNER, ...options }, (api) => {
    api.answer(READ, account);
    prepare?.(api);
  });

/** Each act at one button: its label, the account, its call, a code that refuses it, and what the question says. */
const ACTS_AT_BUTTONS = [
  ['Confirm email', LUNA, 'POST /admin/users/{id}/verify-email', 'ACCOUNT_STATE', 'luna@example.com counts as confirmed'],
  ['Reset 2FA', LUNA, 'POST /admin/users/{id}/reset-two-factor', 'TWO_FACTOR_STATE', 'Luna Reyes is logged out everywhere'],
  ['Log out everywhere', LUNA, 'POST /admin/users/{id}/end-sessions', 'FORBIDDEN', '3 open sessions end at once. Luna Reyes'],
  ['Remove note', LUNA, 'DELETE /admin/users/{id}/notes/{noteId}', 'NOT_FOUND', 'The note about Luna Reyes is deleted permanently'],
  ['Release', HELD, 'POST /admin/performers/{id}/release', 'APPLICATION_STATE', 'Luna Reyes can publish again'],
  ['Release payouts', FROZEN, 'POST /admin/performers/{id}/release-payouts', 'PAYOUT_STATE', 'Do this only after Luna Reyes has confirmed'],
  ['Restore', SUSPENDED, 'POST /admin/users/{id}/restore', 'ACCOUNT_STATE', 'Luna Reyes can log in, buy and post again'],
] as const;

test.each(ACTS_AT_BUTTONS)(
  '“%s” asks, sends nothing when cancelled, and keeps the sheet with a refusal',
  async (label, account, key, code, said) => {
    const { api } = await open(account, {}, (double) => double.refuse(key, code));
    const button = pane.getByRole('button', { name: label, exact: true });
    await button.click();
    await expect.element(sheet).toMatchTextContent(said);
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
    expect(api.sent(key)).toEqual([]);
    await button.click();
    await sheet.getByRole('button', { name: label, exact: true }).click();
    await expect.element(sheet.getByRole('alert')).toBeVisible();
    expect(api.sent(key)).toHaveLength(1);
    api.answer(key, account);
    await sheet.getByRole('button', { name: label, exact: true }).click();
    await expect.element(sheet).not.toBeInTheDocument();
    expect(api.sent(key)).toHaveLength(2);
  },
);

test('reads the account again after an act', async () => {
  const { api } = await open(LUNA, {}, (double) => double.answer('POST /admin/users/{id}/end-sessions', LUNA));
  await pane.getByRole('button', { name: 'Log out everywhere' }).click();
  api.answer(READ, { ...LUNA, sessions: 0 });
  await sheet.getByRole('button', { name: 'Log out everywhere' }).click();
  await expect.element(page.getByText('Saved.').first()).toBeVisible();
  await expect.element(pane.getByText(/^0 open/)).toBeVisible();
  await expect.element(pane.getByRole('button', { name: 'Log out everywhere' })).not.toBeInTheDocument();
});

test('asks before an admin’s role changes, and shows the present role again when cancelled', async () => {
  const key = 'PUT /admin/admins/{id}';
  const { api } = await open(CLERK, {}, (double) => double.answer(key, { ...CLERK, adminRole: 'finance' }));
  const roles = pane.getByLabelText('Permissions');
  await roles.selectOptions('finance');
  await expect.element(sheet).toMatchTextContent('Change what Luna Reyes may do?');
  await expect.element(sheet).toMatchTextContent('from Support to Finance');
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(roles).toHaveValue('support');
  expect(api.sent(key)).toEqual([]);
  await roles.selectOptions('owner');
  await expect.element(sheet).toMatchTextContent('Owners may do everything');
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  await roles.selectOptions('finance');
  await sheet.getByRole('button', { name: 'Change the role' }).click();
  await expect.poll(() => api.sent(key).map(({ body }) => body)).toEqual([{ adminRole: 'finance' }]);
  await expect.element(sheet).not.toBeInTheDocument();
});

test('preselects no reason of a suspension, and sends none without one', async () => {
  const key = 'POST /admin/users/{id}/suspend';
  const { api } = await open(LUNA, {}, (double) => double.answer(key, SUSPENDED));
  await pane.getByRole('button', { name: 'Suspend' }).click();
  expect(sheet.getByRole('button', { pressed: true }).elements()).toEqual([]);
  await sheet.getByRole('button', { name: 'Suspend' }).click();
  await expect.element(sheet.getByRole('alert')).toMatchTextContent('Choose a reason first.');
  expect(api.sent(key)).toEqual([]);
  await sheet.getByRole('button', { name: 'Fraud' }).click();
  await expect.element(sheet.getByRole('alert')).not.toBeInTheDocument();
  await sheet.getByRole('button', { name: 'Suspend' }).click();
  await expect.poll(() => api.sent(key).map(({ body }) => body)).toEqual([{ reason: 'fraud', note: '' }]);
});

test.each([
  ['en', 'The site needs at least one owner.', 'Suspend', 'Fraud', 'Change the role'],
  ['es', 'El sitio necesita al menos un responsable.', 'Suspender', 'Fraude', 'Cambiar el papel'],
] as const)(
  'says that the last owner stays one, at the role and at the suspension, in %s',
  async (locale, words, suspend, reason, change) => {
    const [setRole, suspension] = ['PUT /admin/admins/{id}', 'POST /admin/users/{id}/suspend'] as const;
    const { api } = await open(accountOf({ role: 'admin', adminRole: 'owner' }), { locale }, (double) => {
      double.refuse(setRole, 'LAST_OWNER');
      double.refuse(suspension, 'LAST_OWNER');
    });
    const role = page.getByRole('combobox');
    await role.selectOptions('moderator');
    await sheet.getByRole('button', { name: change }).click();
    await expect.element(sheet.getByRole('alert')).toMatchTextContent(words);
    await sheet.getByRole('button', { name: /^(Cancel|Cancelar)$/ }).click();
    await expect.element(role).toHaveValue('owner');
    await page.getByRole('button', { name: suspend, exact: true }).click();
    await sheet.getByRole('button', { name: reason }).click();
    await sheet.getByRole('button', { name: suspend, exact: true }).click();
    await expect.element(sheet.getByRole('alert')).toMatchTextContent(words);
    expect([api.sent(setRole).length, api.sent(suspension).length]).toEqual([1, 1]);
  },
);

test.each(APPEARANCES)('is accessible while it asks, in $locale, $direction, $theme', async (appearance) => {
  await open(LUNA, appearance);
  await page.getByRole('button', { name: /^(Reset 2FA|Restablecer 2FA)$/ }).click();
  await expect.element(sheet).toBeVisible();
  await expectAccessible();
});
