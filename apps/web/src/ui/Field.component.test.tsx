import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { APPEARANCES } from '../../testing/appearances.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { tabTo } from '../../testing/keyboard.ts';
import { show } from '../../testing/show.tsx';
import { TextArea, TextField } from './Field.tsx';
import { SelectField } from './SelectField.tsx';
import { SheetForm } from './forms/SheetForm.tsx';

interface Problem {
  message: string;
  fields: Record<string, string>;
}

interface FormProps {
  /** The server's answer when it refuses the form. */
  refusal?: Problem;
  busy?: boolean;
  /** Receives what was typed into the fields. */
  send?: (typed: Record<string, string>) => void;
  onDone?: (answer: string) => void;
}

/** A form of each kind of field, as sheets have it. */
const Form = ({ refusal, busy = false, send, onDone = () => undefined }: FormProps) => {
  const [error, setError] = useState<Problem | null>(null);
  return (
    <SheetForm<string>
      action={{ busy, error, reset: () => undefined }}
      submit="Save"
      send={(values) => {
        send?.(Object.fromEntries(['name', 'about', 'craft'].map((name) => [name, values.text(name)])));
        setError(refusal ?? null);
        return Promise.resolve(refusal ? undefined : 'saved');
      }}
      onDone={onDone}
    >
      <TextField label="Stage name" name="name" required minLength={3} error={error?.fields['name']} hint="As fans see it" />
      <TextField label="Mail" name="mail" type="email" optional error={error?.fields['mail']} />
      <TextField label="Price" name="price" type="number" min={2} max={50} optional />
      <TextArea label="About you" name="about" optional />
      <SelectField label="Craft" name="craft" required placeholder="Choose" choices={[{ value: 'cello', text: 'Cello' }]} />
    </SheetForm>
  );
};

const field = (label: string) => page.getByLabelText(new RegExp(`^${label}`));
const save = page.getByRole('button', { name: 'Save' });
const fillIn = async (): Promise<void> => {
  await field('Stage name').fill('Luna');
  await field('Craft').selectOptions('Cello');
};
const alerts = () =>
  page
    .getByRole('alert')
    .elements()
    .map((alert) => alert.textContent);

test('names each invalid field at once, in the site’s words, and focuses the first', async () => {
  const send = vi.fn<NonNullable<FormProps['send']>>();
  await show(<Form send={send} />);
  await field('Mail').fill('nobody');
  await field('Price').fill('1');
  await save.click();
  await expect.element(field('Stage name')).toHaveFocus();
  await expect.poll(alerts).toHaveLength(4);
  for (const label of ['Stage name', 'Mail', 'Price', 'Craft']) await expect.element(field(label)).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field('About you')).not.toHaveAttribute('aria-invalid');
  expect(send).not.toHaveBeenCalled();
});

test('connects label, hint and error for screen readers', async () => {
  await show(<Form />);
  await expect.element(field('Stage name')).toHaveAccessibleDescription('As fans see it');
  await field('Stage name').fill('Lu');
  await save.click();
  await expect.element(field('Stage name')).toHaveAccessibleDescription(/3/);
});

test('takes an error away once its field is edited, and leaves the others', async () => {
  await show(<Form />);
  await save.click();
  await expect.poll(alerts).toHaveLength(2);
  await field('Stage name').fill('Luna');
  await expect.poll(alerts).toHaveLength(1);
  await expect.element(field('Stage name')).not.toHaveAttribute('aria-invalid');
});

test('sends what was typed, by the names of the fields', async () => {
  const send = vi.fn<NonNullable<FormProps['send']>>();
  const onDone = vi.fn<(answer: string) => void>();
  await show(<Form send={send} onDone={onDone} />);
  await field('Stage name').fill('Luna');
  await field('About you').fill('Plays in old factories.');
  await field('Craft').selectOptions('Cello');
  await tabTo(save);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onDone.mock.calls.map(([answer]) => answer)).toEqual(['saved']);
  expect(send.mock.calls).toEqual([[{ name: 'Luna', about: 'Plays in old factories.', craft: 'cello' }]]);
});

test('shows an error of the server at its field and nowhere else', async () => {
  await show(<Form refusal={{ message: 'This name is taken.', fields: { name: 'This name is taken.' } }} />);
  await fillIn();
  await save.click();
  await expect.element(field('Stage name')).toHaveAccessibleDescription('This name is taken.');
  expect(alerts()).toEqual(['This name is taken.']);
  await expect.element(field('Stage name')).toHaveValue('Luna');
  await field('Stage name').fill('Lunaria');
  await expect.poll(alerts).toEqual([]);
});

test('shows an error that belongs to no field below the fields', async () => {
  await show(<Form refusal={{ message: 'Please try again later.', fields: {} }} />);
  await fillIn();
  await save.click();
  await expect.poll(alerts).toEqual(['Please try again later.']);
});

test('keeps the button busy while the form is being sent', async () => {
  await show(<Form busy />);
  await expect.element(page.getByRole('button', { name: /Save/ })).toBeDisabled();
});

test('says in Spanish what is missing', async () => {
  await show(<Form />, { locale: 'es' });
  await save.click();
  await expect.poll(alerts).toHaveLength(2);
  for (const words of alerts()) expect(words).not.toMatch(/Fill|field/);
});

test.each(APPEARANCES)('is accessible with errors in $locale, $direction, $theme', async (appearance) => {
  await show(<Form />, appearance);
  await save.click();
  await expect.poll(alerts).toHaveLength(2);
  await expectAccessible();
});
