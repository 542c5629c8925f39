import { Fragment, lazy, type ReactNode, Suspense, useEffect } from 'react';

export interface LongListProps<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** So many of the first items are always in the document: what the server renders, and what the browser's own search finds. */
  head: number;
  /** The rest is shown in groups of this many, one below the other. */
  group?: number;
  /** Renders some items, in order. `at`: index of the first. */
  children: (items: readonly Item[], at: number) => ReactNode;
  /** Identifies the list within the session: its heights are kept, so that going back finds the same place. */
  memory: string;
}

const load = () => import('./LongListTail.tsx');
const Tail = lazy(load);

/**
 * A list that may become long. Its first items are ordinary elements; of those beyond `head` only the ones near the window are in the document, and the
 * code for that is loaded when there are any. Nothing is rendered anew when a list grows beyond `head`.
 */
export const LongList = <Item,>({ items, keyOf, head, group = 1, children, memory }: LongListProps<Item>) => {
  const isGrowing = items.length > head / 2;
  useEffect(() => {
    if (isGrowing) void load().catch(() => undefined);
  }, [isGrowing]);
  const groups: { key: string; at: number; node: ReactNode }[] = [];
  for (let at = head; at < items.length; at += group)
    groups.push({ key: keyOf(items[at]!), at, node: children(items.slice(at, at + group), at) });
  return (
    <>
      <Fragment key="head">{children(items.slice(0, head), 0)}</Fragment>
      {groups.length > 0 ? (
        <Suspense>
          <Tail groups={groups} memory={memory} />
        </Suspense>
      ) : null}
    </>
  );
};
