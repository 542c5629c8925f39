import { useEffect, useMemo, useRef } from 'react';
import { useLocation } from 'react-router';
import { type FOCUS_SEARCH, useShortcuts } from '../../app/shell/Shortcuts.tsx';
import { useText } from '../../ui/text.ts';

/** The field of the words: focused by its shortcut, and by whoever comes to search. */
export const useSearchField = () => {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  const { state: entry } = useLocation() as { state: Partial<typeof FOCUS_SEARCH> | null };
  const isAsked = entry?.focusesSearch === true;
  useEffect(() => {
    if (isAsked) field.current?.focus();
  }, [isAsked]);
  useShortcuts(useMemo(() => [{ key: '/', text: t('shell.keySearch'), run: () => field.current?.focus() }], [t]));
  return field;
};
