import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { APPEARANCES } from '../../testing/appearances.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { show } from '../../testing/show.tsx';
import { Sheet, type SheetProps } from './Sheet.tsx';

const opener = page.getByRole('button', { name: 'Open' });
const sheet = page.getByRole('dialog', { name: 'Rehearsal' });
const inner = page.getByRole('dialog', { name: 'Are you sure?' });
const closeButton = sheet.getByRole('button', { name: /Close|Cerrar/ });

/** A page whose button opens a sheet; a button in the sheet opens a second one above it. */
const Page = (props: Partial<SheetProps>) => {
  const [isOpen, setIsOpen] = useState(false);
  const [asks, setAsks] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <Sheet opened={isOpen} onClose={() => setIsOpen(false)} title="Rehearsal" {...props}>
        <button type="button" onClick={() => setAsks(true)}>
          Delete
        </button>
        <Sheet opened={asks} onClose={() => setAsks(false)} title="Are you sure?">
          <p>It is gone for good.</p>
        </Sheet>
      </Sheet>
    </>
  );
};

test('takes the focus to its title and gives it back, the first time and again', async () => {
  await show(<Page />);
  (await opener.findElement()).focus();
  for (const close of ['Escape', 'button'] as const) {
    await userEvent.keyboard('{Enter}');
    await expect.element(sheet.getByRole('heading')).toHaveFocus();
    if (close === 'Escape') await userEvent.keyboard('{Escape}');
    else await closeButton.click();
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  }
});

test('keeps the focus inside while it is open', async () => {
  await show(<Page />);
  await opener.click();
  await expect.element(sheet).toBeVisible();
  const dialog = await sheet.findElement();
  for (let tabs = 0; tabs < 6; tabs += 1) {
    await userEvent.tab();
    expect(dialog.contains(document.activeElement)).toBe(true);
  }
});

test('closes one sheet at a time, each with Escape and the focus on its opener', async () => {
  await show(<Page />);
  await opener.click();
  await sheet.getByRole('button', { name: 'Delete' }).click();
  await expect.element(inner).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(inner).not.toBeInTheDocument();
  await expect.element(sheet.getByRole('button', { name: 'Delete' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test('is closed neither by Escape nor by its button while it is locked', async () => {
  await show(<Page locked />);
  await opener.click();
  await expect.element(closeButton).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).toBeVisible();
});

test('keeps its foot in view while its content scrolls', async () => {
  await page.viewport(360, 480);
  onTestFinished(() => page.viewport(1280, 900));
  await show(
    <Sheet opened onClose={() => undefined} title="Rehearsal" foot={<button type="button">Pay</button>}>
      {Array.from({ length: 60 }, (_, line) => (
        <p key={line}>Line {line + 1}</p>
      ))}
    </Sheet>,
  );
  await expect.element(sheet.getByRole('button', { name: 'Pay' })).toBeInViewport();
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await show(<Page />, appearance);
  await opener.click();
  await expect.element(sheet).toBeVisible();
  await expectAccessible();
});
