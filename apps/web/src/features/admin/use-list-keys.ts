import { useEffect } from 'react';

/** Moves through a list with the arrow keys, except while typing or in a menu. */
export const useListKeys = (ids: readonly string[], chosen: string | null, choose: (id: string | null) => void): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      const { target } = event;
      const busy = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
      if (busy || ids.length === 0 || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      const index = chosen ? ids.indexOf(chosen) : -1;
      choose(ids[event.key === 'ArrowDown' ? Math.min(ids.length - 1, index + 1) : Math.max(0, index - 1)] ?? null);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
};
