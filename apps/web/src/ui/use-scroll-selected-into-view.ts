import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a scrollable row of options: centres the selected one on mount and whenever another is
 * selected. Selected is the last element with aria-current="page" or aria-pressed.
 */
export const useScrollSelectedIntoView = <E extends HTMLElement>(chosen: string | undefined): RefObject<E | null> => {
  const row = useRef<E>(null);
  useEffect(() => {
    const { current } = row;
    const on = [...(current?.querySelectorAll<HTMLElement>('[aria-current="page"], [aria-pressed="true"]') ?? [])].at(-1);
    if (current && on) current.scrollLeft = on.offsetLeft - current.offsetLeft - (current.clientWidth - on.offsetWidth) / 2;
  }, [chosen]);
  return row;
};
