import { createContext, lazy, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { exists } from '../guard.ts';

export interface Shortcut {
  /** As in `KeyboardEvent.key`, lower case: "j", "/", "?", "arrowdown". */
  key: string;
  /** How the key is called in the list, if not by its letter. */
  label?: string;
  /** What it does, for the list. */
  text: string;
  run: () => void;
}

const KeysList = lazy(() => import('./KeysList.tsx'));

interface Registry {
  add: (shortcuts: readonly Shortcut[]) => () => void;
  help: () => void;
}

const ShortcutsContext = createContext<Registry>({ add: () => () => undefined, help: () => undefined });

/** State of a navigation to the search that puts the cursor into its field. */
export const FOCUS_SEARCH = { focusesSearch: true } as const;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([type=checkbox],[type=radio]),textarea,select'));

/** Handles keyboard shortcuts for the whole page; `?` lists them. Ignored while typing. */
export const ShortcutsProvider = ({ children }: { children: ReactNode }) => {
  const t = useText();
  const navigate = useNavigate();
  const sets = useRef(new Set<readonly Shortcut[]>());
  const [listed, setListed] = useState<readonly Shortcut[] | null>(null);
  const own = useMemo<readonly Shortcut[]>(
    () => [
      ...(exists('/search')
        ? [{ key: '/', text: t('shell.keySearch'), run: () => void navigate('/search', { state: FOCUS_SEARCH }) }]
        : []),
      { key: '?', text: t('shell.keyHelp'), run: () => undefined },
      { key: 'Esc', text: t('shell.keyClose'), run: () => undefined },
    ],
    [t, navigate],
  );
  const all = useCallback(() => [...[...sets.current].flat(), ...own], [own]);
  const help = useCallback(() => setListed(all()), [all]);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"]')) return;
      if (event.key === '?') {
        help();
        return;
      }
      const found = all().find((shortcut) => shortcut.key === event.key.toLowerCase());
      if (!found) return;
      event.preventDefault();
      found.run();
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, [all, help]);
  const registry = useMemo<Registry>(
    () => ({
      add: (shortcuts) => {
        sets.current.add(shortcuts);
        return () => sets.current.delete(shortcuts);
      },
      help,
    }),
    [help],
  );
  return (
    <ShortcutsContext value={registry}>
      {children}
      <Sheet opened={listed !== null} onClose={() => setListed(null)} title={t('shell.shortcuts')} width={420}>
        <KeysList shortcuts={listed ?? []} />
      </Sheet>
    </ShortcutsContext>
  );
};

/** The shortcuts of a screen, while it is mounted; they precede the page's. Memoize the list. */
export const useShortcuts = (shortcuts: readonly Shortcut[]): void => {
  const { add } = use(ShortcutsContext);
  useEffect(() => add(shortcuts), [add, shortcuts]);
};

/** Opens the list of shortcuts. */
export const useShortcutsHelp = (): (() => void) => use(ShortcutsContext).help;
