import { useCallback, useMemo, useRef, useState } from 'react';
import { type Shortcut, useShortcuts } from '../../app/shell/Shortcuts.tsx';
import { useText } from '../../ui/text.ts';
import type { useSound } from './use-sound.ts';

export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/** The reel in view, the way to the others, and the keys that do what its buttons do. */
export const useDeck = ({ isOn, set }: ReturnType<typeof useSound>) => {
  const t = useText();
  const deck = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  /** The current one is the one most of which is seen. */
  const watch = useCallback((slide: HTMLElement | null) => {
    if (!slide) return undefined;
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setAt(Number(slide.dataset['at']));
      },
      // The deck's own ref is set after those of its slides.
      { root: slide.parentElement, threshold: 0.6 },
    );
    seen.observe(slide);
    return () => seen.disconnect();
  }, []);
  const go = useCallback((to: number) => {
    const slide = deck.current?.querySelector<HTMLElement>(`[data-at="${to}"]`);
    slide?.scrollIntoView({ block: 'start', behavior: matchMedia(REDUCED_MOTION).matches ? 'auto' : 'smooth' });
  }, []);
  const press = useCallback(
    (action: string) => deck.current?.querySelector<HTMLElement>(`[data-at="${at}"] [data-action="${action}"]`)?.click(),
    [at],
  );
  const shortcuts = useMemo<readonly Shortcut[]>(() => {
    const next = { text: t('reels.next'), run: () => go(at + 1) };
    const previous = { text: t('reels.previous'), run: () => go(at - 1) };
    return [
      { key: 'arrowdown', label: '↓', ...next },
      { key: 'arrowup', label: '↑', ...previous },
      { key: 'j', ...next },
      { key: 'k', ...previous },
      { key: 'm', text: t('reels.sound'), run: () => set(!isOn) },
      { key: 'l', text: t('feed.like'), run: () => press('like') },
      { key: 'b', text: t('feed.save'), run: () => press('save') },
    ];
  }, [t, go, at, press, isOn, set]);
  useShortcuts(shortcuts);
  return { deck, at, watch, go };
};
