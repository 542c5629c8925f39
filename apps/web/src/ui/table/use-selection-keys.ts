import { useEffect, useEffectEvent } from 'react';

/** Tells whether a key belongs to the focused field, or to a dialog. A checkbox takes only the space bar. */
export const isKeyTaken = ({ target }: KeyboardEvent): boolean =>
  (target instanceof HTMLInputElement && target.type !== 'checkbox') ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  document.querySelector('[role="dialog"]') !== null;

interface SelectionKeys {
  isOn: boolean;
  /** The row that is open beside the list: Escape closes that first. */
  current: string | null;
  toggle: (id: string) => void;
  clear: () => void;
}

/** `x` selects the row that has the focus, or else the open one. Escape clears the selection. */
export const useSelectionKeys = ({ isOn, current, toggle, clear }: SelectionKeys): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isKeyTaken(event)) return;
    if (event.key === 'Escape' && !current) clear();
    if (event.key.toLowerCase() !== 'x') return;
    const row = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? current;
    if (row) toggle(row);
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listener = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, [isOn]);
};
