import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { ASSERTION, CHALLENGE, removeWebAuthn, useAuthenticator } from '../../../testing/authenticator.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, idOf } from '../../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../../testing/show.tsx';
import { useAction } from '../../app/data.ts';
import type { Confirmation } from '../../app/questions-of-calls.ts';
import { TextField } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { SheetForm } from '../../ui/forms/SheetForm.tsx';
import { StepUpSheet } from './StepUpSheet.tsx';

const ACT = 'DELETE /auth/passkeys/{id}';
const CONFIRM = 'POST /auth/confirm';
const CONFIRMED = { methods: ['password' as const], until: null };

/** A sheet with a form whose call needs a confirmation. */
const Form = () => {
  const act = useAction(ACT);
  const [done, setDone] = useState(0);
  return (
    <>
      <Sheet opened onClose={() => undefined} title="Sheet of the act">
        <SheetForm
          action={act}
          submit="Act"
          send={() => act.run({ params: { id: idOf(7) } })}
          onDone={() => setDone((before) => before + 1)}
        >
          <TextField name="why" label="Reason" />
        </SheetForm>
        <output>{`done ${done}`}</output>
      </Sheet>
      <StepUpSheet />
    </>
  );
};

const reason = page.getByRole('textbox', { name: 'Reason', includeHidden: true });
const question = page.getByRole('dialog', { name: /Confirm it’s you|Confirma que eres tú/ });

/** Opens the form, types into it and sends it, which asks for a confirmation. */
const ask = async (methods: Confirmation[], options: ShowOptions = {}, prepare?: (api: ApiDouble) => void) => {
  const shown = await show(<Form />, { user: FAN, ...options }, (api) => {
    api.refuse(ACT, 'RECENT_LOGIN_REQUIRED', { methods });
    api.answer('POST /auth/confirm/challenge', CHALLENGE);
    api.answer(CONFIRM, CONFIRMED);
    prepare?.(api);
  });
  await reason.fill('half a sentence');
  await page.getByRole('button', { name: 'Act', exact: true }).click();
  await expect.element(question).toBeVisible();
  // The question outlives the page that asked it.
  onTestFinished(async () => {
    for (const close of question.getByRole('button', { name: /^(Close|Cerrar)$/ }).all()) await close.click();
  });
  return shown;
};

/** The confirmation succeeds: the server takes the act from now on. */
const allow = (api: ApiDouble) => api.answer(ACT, { success: true });

const expectRepeated = async (api: ApiDouble) => {
  await expect.poll(() => document.querySelector('output')?.textContent).toBe('done 1');
  const keys = api.sent(ACT).map(({ idempotencyKey }) => idempotencyKey);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toEqual(expect.any(String));
  expect(keys[1]).toBe(keys[0]);
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(reason).toHaveValue('half a sentence');
};

test('asks for the password and repeats the call with the same key; the form below stays', async () => {
  const { api } = await ask(['password']);
  allow(api);
  await question.getByLabelText('Password', { exact: true }).fill('a long password');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expectRepeated(api);
  expect(api.sent(CONFIRM).map(({ body }) => body)).toEqual([{ password: 'a long password' }]);
});

test('asks for a code, shows a wrong one at its field, and takes the next', async () => {
  const { api } = await ask(['code'], {}, (double) => double.refuse(CONFIRM, 'TWO_FACTOR_INVALID'));
  const code = question.getByLabelText('Code from the app, or a recovery code');
  await code.fill('000000');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(question.getByRole('alert')).toBeVisible();
  expect(api.sent(ACT)).toHaveLength(1);
  allow(api);
  api.answer(CONFIRM, CONFIRMED);
  await code.fill('123456');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expectRepeated(api);
});

test('offers the passkey first', async () => {
  useAuthenticator();
  const { api } = await ask(['passkey', 'code']);
  allow(api);
  await question.getByRole('button', { name: 'Use a passkey' }).click();
  await expectRepeated(api);
  expect(api.sent(CONFIRM).map(({ body }) => body)).toEqual([{ passkey: ASSERTION }]);
});

test('asks for a code where the browser has no WebAuthn, and says why it offers no passkey', async () => {
  removeWebAuthn();
  const { api } = await ask(['passkey', 'code']);
  await expect.element(question.getByText(/This browser can’t use passkeys at this address\./)).toBeVisible();
  expect(question.getByRole('button', { name: /passkey/ }).elements()).toEqual([]);
  allow(api);
  await question.getByLabelText('Code from the app, or a recovery code').fill('123456');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expectRepeated(api);
});

test('is silent about a cancelled passkey, and leads to the code', async () => {
  useAuthenticator('cancelled');
  const { api } = await ask(['passkey', 'code']);
  allow(api);
  const button = question.getByRole('button', { name: 'Use a passkey' });
  await button.click();
  await expect.poll(() => api.sent('POST /auth/confirm/challenge')).toHaveLength(1);
  await expect.element(button).toBeEnabled();
  expect(page.getByRole('alert').elements()).toEqual([]);
  expect(api.sent(CONFIRM)).toEqual([]);
  await question.getByRole('button', { name: 'Use a code instead' }).click();
  await question.getByLabelText('Code from the app, or a recovery code').fill('ABCD-EFGH');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expectRepeated(api);
  expect(api.sent(CONFIRM).map(({ body }) => body)).toEqual([{ code: 'ABCD-EFGH' }]);
});

test('shows why a passkey was refused', async () => {
  useAuthenticator();
  const { api } = await ask(['passkey', 'code'], {}, (double) => double.refuse(CONFIRM, 'PASSKEY_INVALID'));
  await question.getByRole('button', { name: 'Use a passkey' }).click();
  await expect
    .poll(() =>
      question
        .getByRole('alert')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual([expect.stringMatching(/^This passkey couldn’t be verified/)]);
  expect(api.sent(ACT)).toHaveLength(1);
});

test('shows the refusal in the form below when it is closed', async () => {
  const { api } = await ask(['password']);
  await question.getByRole('button', { name: 'Close' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Please confirm that it’s you.');
  expect(api.sent(ACT)).toHaveLength(1);
  expect(api.sent(CONFIRM)).toEqual([]);
  await expect.element(reason).toHaveValue('half a sentence');
});

test.each(APPEARANCES)('is accessible with each way in $locale, $direction, $theme', async (appearance) => {
  await ask(['passkey', 'code'], appearance);
  await expectAccessible();
  await question.getByRole('button').last().click();
  await expect.element(question.getByRole('textbox')).toBeVisible();
  await expectAccessible();
});
