import type { Passkey } from '@stagedoor/contract/passkeys';
import { TEXTS } from '@stagedoor/contract/texts/index';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { CREATION, removeWebAuthn, useAuthenticator } from '../../../testing/authenticator.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, idOf, INSTANT } from '../../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../../testing/show.tsx';
import { PasskeysSheet } from './PasskeysSheet.tsx';

const LIST = 'GET /auth/passkeys';
const ADD = 'POST /auth/passkeys';
const RENEW = 'POST /auth/two-factor/recovery-codes';
const OPTIONS = 'POST /auth/passkeys/options';
const PHONE: Passkey = {
  _id: idOf(61),
  name: 'Phone',
  isSynced: true,
  lastUsedAt: '2026-11-22T10:00:00.000Z',
  createdAt: INSTANT,
  updatedAt: INSTANT,
};
const KEY: Passkey = { ...PHONE, _id: idOf(62), name: 'Key ring', isSynced: false, lastUsedAt: null };
const listOf = (...data: Passkey[]) => ({ data, total: data.length });

let changes = 0;
const Page = ({ isAppOn = false }: { isAppOn?: boolean }) => {
  const [isOpen, setIsOpen] = useState(true);
  return <PasskeysSheet isAppOn={isAppOn} opened={isOpen} onClose={() => setIsOpen(false)} onChange={() => (changes += 1)} />;
};
const open = (list: Passkey[], options: ShowOptions = {}, prepare?: (api: ApiDouble) => void) => {
  changes = 0;
  return show(<Page />, { user: FAN, ...options }, (api) => {
    api.answer(LIST, listOf(...list));
    api.answer(OPTIONS, CREATION);
    prepare?.(api);
  });
};
const dialog = page.getByRole('dialog');
const button = (name: string) => dialog.getByRole('button', { name, exact: true });

test('lists passkeys with their dates, and which are synced', async () => {
  await open([PHONE, KEY]);
  await expect
    .poll(() =>
      dialog
        .getByRole('listitem')
        .elements()
        .map((row) => row.textContent),
    )
    .toEqual([expect.stringMatching(/^PhoneSynced.*Added.*last used/), expect.stringMatching(/^Key ring.*Added.*not used yet/)]);
});

test('names and removes passkeys where the browser has no WebAuthn, but offers to add none', async () => {
  removeWebAuthn();
  await open([PHONE]);
  await expect.element(dialog.getByText('This browser can’t use passkeys at this address.')).toBeVisible();
  await expect.element(button('Remove: Phone')).toBeVisible();
  expect(button('Add a passkey').elements()).toEqual([]);
});

test('adds a first passkey and shows the recovery codes, which a click outside does not close', async () => {
  useAuthenticator();
  const { api } = await open([], {}, (double) => double.answer(ADD, { passkey: KEY, recoveryCodes: ['AAAA-BBBB', 'CCCC-DDDD'] }));
  await button('Add a passkey').click();
  const name = dialog.getByLabelText('Name');
  await expect.element(name).toHaveValue('Linux');
  await name.fill('Key ring');
  await button('Add a passkey').click();
  await expect.element(dialog.getByText('AAAA-BBBB')).toBeVisible();
  expect(api.sent(ADD).map(({ body }) => body)).toMatchObject([{ name: 'Key ring', response: { id: 'a2V5', type: 'public-key' } }]);
  expect(changes).toBe(1);
  await button('I’ve saved them').click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('renews the recovery codes of an account without the app', async () => {
  const { api } = await open([PHONE], {}, (double) => double.answer(RENEW, { recoveryCodes: ['EEEE-FFFF'] }));
  await button('New recovery codes').click();
  await expect.element(dialog.getByText(TEXTS['account.newCodesLead'].en)).toBeVisible();
  await button('New recovery codes').click();
  await expect.element(dialog.getByText('EEEE-FFFF')).toBeVisible();
  expect(api.sent(RENEW).map(({ body }) => body)).toEqual([{}]);
  expect(changes).toBe(1);
});

test('leaves the recovery codes to the sheet of the app where it is on', async () => {
  await show(<Page isAppOn />, { user: FAN }, (api) => api.answer(LIST, listOf(PHONE)));
  await expect.element(button('Add a passkey')).toBeVisible();
  await expect.element(button('New recovery codes')).not.toBeInTheDocument();
});

test('shows the list after a further passkey', async () => {
  useAuthenticator();
  const { api } = await open([PHONE], {}, (double) => double.answer(ADD, { passkey: KEY, recoveryCodes: null }));
  await button('Add a passkey').click();
  api.answer(LIST, listOf(KEY, PHONE));
  await button('Add a passkey').click();
  await expect.poll(() => dialog.getByRole('listitem').elements().length).toBe(2);
});

test('changes nothing when the browser’s dialog is cancelled', async () => {
  const authenticator = useAuthenticator('cancelled');
  const { api } = await open([]);
  await button('Add a passkey').click();
  await dialog.getByLabelText('Name').fill('My key');
  await button('Add a passkey').click();
  await expect.poll(() => authenticator.asked).toEqual([{ kind: 'create', isAutofill: false }]);
  await expect.element(button('Add a passkey')).toBeEnabled();
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('My key');
  expect(page.getByRole('alert').elements()).toEqual([]);
  expect(api.sent(ADD)).toEqual([]);
});

test('says that a device already has a passkey of the account', async () => {
  useAuthenticator('known');
  await open([PHONE]);
  await button('Add a passkey').click();
  await button('Add a passkey').click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('This passkey is already added.');
});

test('renames one, and removes one after a question', async () => {
  const { api } = await open([PHONE], {}, (double) => {
    double.answer('PUT /auth/passkeys/{id}', { ...PHONE, name: 'Old phone' });
    double.answer('DELETE /auth/passkeys/{id}', { success: true });
  });
  await button('Rename: Phone').click();
  await dialog.getByLabelText('Name').fill('Old phone');
  api.answer(LIST, listOf({ ...PHONE, name: 'Old phone' }));
  await button('Save').click();
  await button('Remove: Old phone').click();
  expect(api.sent('DELETE /auth/passkeys/{id}')).toEqual([]);
  await expect.element(dialog.getByText(/^“Old phone” no longer opens your account/)).toBeVisible();
  api.answer(LIST, listOf());
  await button('Remove').click();
  await expect.poll(() => dialog.getByRole('listitem').elements().length).toBe(0);
  expect(api.sent('DELETE /auth/passkeys/{id}').map(({ params }) => params)).toEqual([{ id: PHONE._id }]);
  expect(api.sent('PUT /auth/passkeys/{id}').map(({ body }) => body)).toEqual([{ name: 'Old phone' }]);
  expect(changes).toBe(1);
});

test('offers no eleventh', async () => {
  await open(Array.from({ length: 10 }, (_, number) => ({ ...KEY, _id: idOf(70 + number) })));
  await expect.element(dialog.getByText('You have ten passkeys. Remove one first.')).toBeVisible();
  expect(button('Add a passkey').elements()).toEqual([]);
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open([PHONE, KEY], appearance);
  await expect.poll(() => dialog.getByRole('listitem').elements().length).toBe(2);
  await expectAccessible();
});
