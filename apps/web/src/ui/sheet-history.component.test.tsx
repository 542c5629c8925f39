import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sheet } from '../../testing/sheet.tsx';
import { show } from '../../testing/show.tsx';
import { Button } from './Button.tsx';
import { Sheet } from './Sheet.tsx';

/** A form, and the question that takes its place. */
const FormAndQuestion = () => {
  const [step, setStep] = useState<'none' | 'form' | 'question'>('none');
  return (
    <>
      <Button onClick={() => setStep('form')}>Open</Button>
      <Sheet opened={step === 'form'} onClose={() => setStep('none')} title="Form">
        <Button onClick={() => setStep('question')}>Continue</Button>
      </Sheet>
      <Sheet opened={step === 'question'} onClose={() => setStep('none')} title="Question">
        <Button onClick={() => setStep('form')}>Change</Button>
      </Sheet>
    </>
  );
};

const open = async () => {
  history.pushState({ page: 'before' }, '');
  history.pushState({ page: 'this' }, '');
  await show(<FormAndQuestion />);
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(sheet).toMatchTextContent('Form');
};

test('back closes a sheet that took the place of another, and stays on the page', async () => {
  await open();
  await sheet.getByRole('button', { name: 'Continue' }).click();
  await expect.element(sheet).toMatchTextContent('Question');
  history.back();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(history.state).toEqual({ page: 'this' });
});

test('a sheet that is closed leaves no entry, however often sheets took turns', async () => {
  await open();
  const { length } = history;
  await sheet.getByRole('button', { name: 'Continue' }).click();
  await sheet.getByRole('button', { name: 'Change' }).click();
  await sheet.getByRole('button', { name: 'Continue' }).click();
  await expect.element(sheet).toMatchTextContent('Question');
  expect(history.length).toBe(length);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.poll(() => history.state).toEqual({ page: 'this' });
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(sheet).toMatchTextContent('Form');
  history.back();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(history.state).toEqual({ page: 'this' });
});

test('an address replaced while a closed sheet leaves the history stays replaced', async () => {
  history.pushState({ page: 'list' }, '', '?id=1');
  await show(<FormAndQuestion />);
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(sheet).toMatchTextContent('Form');
  // In one task: the browser is asked to go back, and hasn't yet.
  sheet
    .getByRole('button', { name: 'Close' })
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }));
  for (let turns = 0; turns < 50; turns += 1) await Promise.resolve();
  history.replaceState({ page: 'list' }, '', location.pathname);
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.poll(() => history.state).toEqual({ page: 'list' });
  expect([location.search, Object.hasOwn(history, 'replaceState')]).toEqual(['', false]);
});
