import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN } from '../../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../../testing/show.tsx';
import { passToasts, stopTimeouts, toasts } from '../../../testing/toasts.ts';
import { YouSection } from './YouSection.tsx';

const SAVE = 'PUT /users';

const open = (prepare?: (api: ApiDouble) => void, options: ShowOptions = {}) => show(<YouSection />, { user: FAN, ...options }, prepare);
const name = page.getByLabelText('Name shown to others');
const button = page.getByRole('button', { name: 'Save' });

test('is busy while a person’s account is being changed, then says that it is saved, and shows the new name everywhere', async () => {
  const { api, session } = await open((double) => double.answer(SAVE, { ...FAN, name: 'Wren E.' }));
  const release = api.hold(SAVE);
  stopTimeouts();
  await name.fill('Wren E.');
  await button.click();
  await expect.element(button).toBeDisabled();
  expect([session.get()?.name, toasts()]).toEqual([FAN.name, []]);
  release();
  await expect.poll(toasts).toEqual(['Saved']);
  expect(session.get()?.name).toBe('Wren E.');
  await expect.element(name).toHaveValue('Wren E.');
  await expect.element(button).toBeEnabled();
  expect(api.sent(SAVE).map(({ body }) => body)).toEqual([{ name: 'Wren E.' }]);
  await passToasts(1500);
});

test('shows at the field why a person’s account wasn’t changed, and keeps what was typed', async () => {
  const { session } = await open((api) => api.refuse(SAVE, 'BAD_REQUEST'));
  await name.fill('Wren E.');
  await button.click();
  await expect.element(name).toHaveAccessibleDescription('Bad request!');
  await expect.element(name).toHaveValue('Wren E.');
  expect([session.get()?.name, toasts()]).toEqual([FAN.name, []]);
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(undefined, appearance);
  await expectAccessible();
});
