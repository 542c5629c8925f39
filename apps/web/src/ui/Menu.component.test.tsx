import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { APPEARANCES } from '../../testing/appearances.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { show, type ShowOptions } from '../../testing/show.tsx';
import { Menu } from './Menu.tsx';

const button = page.getByRole('button', { name: 'More' });
const menu = page.getByRole('menu');
const item = (name: string) => page.getByRole('menuitem', { name });

const showMenu = async (options: ShowOptions = {}) => {
  const onSelect = vi.fn<(key: string) => void>();
  const entry = (key: string, text: string) => ({ key, text, onSelect: () => onSelect(key) });
  const shown = await show(
    <Menu
      target={<button type="button">More</button>}
      groups={[
        { label: 'This post', items: [entry('edit', 'Edit'), { ...entry('pin', 'Pin'), keepOpen: true }] },
        {
          items: [
            { key: 'orders', text: 'Orders', to: '/orders' },
            { ...entry('delete', 'Delete'), bad: true },
          ],
        },
      ]}
    />,
    options,
  );
  return { ...shown, onSelect };
};

test('returns the focus to its button, whether its code was just loaded or not', async () => {
  await showMenu();
  (await button.findElement()).focus();
  // The first press loads the menu's code, the second doesn't.
  for (let press = 1; press <= 2; press += 1) {
    await userEvent.keyboard('{Enter}');
    await expect.element(item('Edit')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(menu).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
  }
});

test.each(['{Enter}', ' ', '{ArrowDown}'])('opens with the key "%s" and its first item has the focus', async (key) => {
  await showMenu();
  (await button.findElement()).focus();
  await userEvent.keyboard(key);
  await expect.element(item('Edit')).toHaveFocus();
  await expect.element(button).toHaveAttribute('aria-expanded', 'true');
});

test('moves by arrow keys and by typing ahead, and selects with Enter', async () => {
  const { onSelect } = await showMenu();
  await button.click();
  await expect.element(menu).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await userEvent.keyboard('d');
  await expect.element(item('Delete')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(menu).not.toBeInTheDocument();
  expect(onSelect.mock.calls).toEqual([['delete']]);
  await expect.element(button).toHaveFocus();
});

test('stays open after a choice that keeps it open, and closes on a click outside', async () => {
  const { onSelect } = await showMenu();
  await button.click();
  await item('Pin').click();
  await expect.element(menu).toBeVisible();
  expect(onSelect.mock.calls).toEqual([['pin']]);
  await userEvent.click(document.body, { position: { x: 2, y: 400 }, force: true });
  await expect.element(menu).not.toBeInTheDocument();
});

test('follows a link', async () => {
  const { address } = await showMenu();
  await button.click();
  await item('Orders').click();
  await expect.poll(address).toBe('/orders');
  await expect.element(menu).not.toBeInTheDocument();
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await showMenu(appearance);
  await button.click();
  await expect.element(menu).toBeVisible();
  await expectAccessible();
});
