import { useEffect } from 'react';
import { isKeyTaken } from '../../../ui/table/use-selection-keys.ts';

/** Moves through a list with the arrow keys, and back to it with Escape, except while typing or in a menu. */
export const useListKeys = (ids: readonly string[], chosen: string | null, choose: (id: string | null) => void): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp' && event.key !== 'Escape') return;
      if (ids.length === 0 || isKeyTaken(event)) return;
      if (event.key === 'Escape') {
        if (chosen) choose(null);
        return;
      }
      event.preventDefault();
      const index = chosen ? ids.indexOf(chosen) : -1;
      choose(ids[event.key === 'ArrowDown' ? Math.min(ids.length - 1, index + 1) : Math.max(0, index - 1)] ?? null);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
};
