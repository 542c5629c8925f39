import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { sheet } from '../../../testing/sheet.tsx';
import { type ShowOptions, show } from '../../../testing/show.tsx';
import type { FormProblem } from '../forms/problem.ts';
import { AskButton } from './AskButton.tsx';

const REFUSAL: FormProblem = { message: 'It is gone already.', fields: {} };

/** An act that waits until it is answered: true when it is done, false when it is refused. */
const pendingAct = () => {
  const answers: ((isDone: boolean) => void)[] = [];
  const sent = vi.fn<() => Promise<boolean>>(() => new Promise((resolve) => void answers.push(resolve)));
  return { sent, answer: (isDone: boolean) => answers.shift()?.(isDone) };
};

const Page = ({ send }: { send: () => Promise<boolean> }) => {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<FormProblem | null>(null);
  return (
    <AskButton
      label="Take down"
      title="Take this down?"
      text="“Backstage” by Luna Reyes disappears for everyone at once."
      busy={busy}
      error={error}
      onAsk={() => setError(null)}
      onConfirm={async () => {
        setBusy(true);
        const isDone = await send();
        setBusy(false);
        setError(isDone ? null : REFUSAL);
        return isDone;
      }}
    />
  );
};

const opener = page.getByRole('button', { name: 'Take down' });
const cancel = sheet.getByRole('button', { name: 'Cancel' });
const confirm = sheet.getByRole('button', { name: 'Take down' });

const open = async (options?: ShowOptions) => {
  const act = pendingAct();
  await show(<Page send={act.sent} />, options);
  await opener.click();
  await expect.element(sheet).toBeVisible();
  return act;
};

test('says what happens to whom, and does nothing when the question is cancelled', async () => {
  const { sent } = await open();
  await expect.element(sheet).toMatchTextContent('Take this down?');
  await expect.element(sheet).toMatchTextContent('“Backstage” by Luna Reyes disappears for everyone at once.');
  await cancel.click();
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  expect(sent).not.toHaveBeenCalled();
});

test('does nothing on Escape, and returns the focus to the button', async () => {
  const { sent } = await open();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  expect(sent).not.toHaveBeenCalled();
});

test('acts once, can neither be confirmed nor cancelled meanwhile, and closes when it is done', async () => {
  const { sent, answer } = await open();
  await confirm.click();
  await expect.element(confirm).toBeDisabled();
  await expect.element(cancel).toBeDisabled();
  answer(true);
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  expect(sent).toHaveBeenCalledTimes(1);
});

test('stays open with the reason of a refusal, and opens without it the next time', async () => {
  const { sent, answer } = await open();
  await confirm.click();
  answer(false);
  await expect.element(sheet.getByRole('alert')).toMatchTextContent('It is gone already.');
  await expect.element(confirm).toBeEnabled();
  await cancel.click();
  await expect.element(sheet).not.toBeInTheDocument();
  await opener.click();
  await expect.element(confirm).toBeVisible();
  await expect.element(sheet.getByRole('alert')).not.toBeInTheDocument();
  expect(sent).toHaveBeenCalledTimes(1);
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(appearance);
  await expectAccessible();
});
