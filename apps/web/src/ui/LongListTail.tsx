import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { type CacheSnapshot, WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua';

interface Kept {
  groups: number;
  heights: CacheSnapshot;
}

/** Measured heights of lists that were left; the page's scroll position alone would be restored in a list of estimates. */
const left = new Map<string, Kept>();
const MAX_KEPT = 20;

const keep = (memory: string, kept: Kept): void => {
  left.delete(memory);
  left.set(memory, kept);
  if (left.size > MAX_KEPT) left.delete(left.keys().next().value!);
};

interface LongListTailProps {
  groups: readonly { key: string; node: ReactNode }[];
  memory: string;
}

/** Pixels above and below the window that are in the document too: the Tab key finds the next item, fast scrolling no gaps. */
const BUFFER = 1600;

/** The part of a long list of which only what is near the window is in the document; see LongList. */
const LongListTail = ({ groups, memory }: LongListTailProps) => {
  const list = useRef<WindowVirtualizerHandle>(null);
  const count = useRef(groups.length);
  const [kept] = useState(() => left.get(memory));
  useLayoutEffect(() => {
    count.current = groups.length;
  }, [groups.length]);
  useLayoutEffect(() => {
    const shown = list.current;
    return () => {
      if (shown) keep(memory, { groups: count.current, heights: shown.cache });
    };
  }, [memory]);
  return (
    <WindowVirtualizer ref={list} bufferSize={BUFFER} {...(kept?.groups === groups.length ? { cache: kept.heights } : {})}>
      {groups.map(({ key, node }) => (
        <div key={key}>{node}</div>
      ))}
    </WindowVirtualizer>
  );
};

export default LongListTail;
