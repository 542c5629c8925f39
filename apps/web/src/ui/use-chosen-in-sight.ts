import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a row of choices that may be wider than the page: brings the chosen one into the middle of it, when it comes and whenever another is
 * chosen. Chosen is the last that is the current page or pressed.
 */
export const useChosenInSight = <E extends HTMLElement>(chosen: string | undefined): RefObject<E | null> => {
  const row = useRef<E>(null);
  useEffect(() => {
    const { current } = row;
    const on = [...(current?.querySelectorAll<HTMLElement>('[aria-current="page"], [aria-pressed="true"]') ?? [])].at(-1);
    if (current && on) current.scrollLeft = on.offsetLeft - current.offsetLeft - (current.clientWidth - on.offsetWidth) / 2;
  }, [chosen]);
  return row;
};
