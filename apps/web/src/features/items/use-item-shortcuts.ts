import { type RefObject, useMemo } from 'react';
import { type Shortcut, useShortcuts } from '../../app/shell/Shortcuts.tsx';
import { useText } from '../../ui/text.ts';
import { ITEM_ELEMENTS } from './item-element.ts';

/** Height of the bars that cover the top of a list, in pixels: an item below them is the current one. */
const COVERED = 120;

/** The items of a list, in order, and the current one: with the focus, else the first that isn't scrolled away. */
const currentIn = (list: HTMLElement): { items: HTMLElement[]; at: number } => {
  const items = [...list.querySelectorAll<HTMLElement>(ITEM_ELEMENTS)];
  const focused = items.findIndex((item) => item.contains(document.activeElement));
  return { items, at: focused >= 0 ? focused : items.findIndex((item) => item.getBoundingClientRect().bottom > COVERED) };
};

/** J and K go to the next and previous item of a list, L likes the current one, B saves it. */
export const useItemShortcuts = (list: RefObject<HTMLElement | null>): void => {
  const t = useText();
  const shortcuts = useMemo<readonly Shortcut[]>(() => {
    const go = (by: number) => {
      if (!list.current) return;
      const { items, at } = currentIn(list.current);
      const isBegun = items[at]?.contains(document.activeElement) ?? false;
      // The first press goes to the item in sight.
      const next = items[isBegun || by < 0 ? at + by : at];
      next?.focus({ preventScroll: true });
      next?.scrollIntoView({ block: 'start' });
    };
    const press = (action: 'like' | 'save') => {
      if (!list.current) return;
      const { items, at } = currentIn(list.current);
      items[at]?.querySelector<HTMLElement>(`[data-action="${action}"]`)?.click();
    };
    return [
      { key: 'j', text: t('shell.keyNext'), run: () => go(1) },
      { key: 'k', text: t('shell.keyPrevious'), run: () => go(-1) },
      { key: 'l', text: t('shell.keyLike'), run: () => press('like') },
      { key: 'b', text: t('shell.keySave'), run: () => press('save') },
    ];
  }, [t, list]);
  useShortcuts(shortcuts);
};
