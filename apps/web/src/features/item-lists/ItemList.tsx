import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useRef } from 'react';
import type { ApiError } from '../../app/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { LongList } from '../../ui/LongList.tsx';
import { Mosaic } from '../../ui/MediaTile.tsx';
import { NewPosts } from '../../ui/Post.tsx';
import { GridSkeleton, PostSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { FirstMedia } from '../items/first-media.ts';
import { cardsOf } from '../items/card-registry.ts';
import type { ItemRef } from '../items/item-calls.ts';
import { useItemShortcuts } from '../items/use-item-shortcuts.ts';
import { CARDS } from './cards.ts';
import styles from './item-lists.module.css';
import { type ItemPage, type ItemSource, loadItems } from './sources.ts';
import { useNewPosts } from './use-new-posts.ts';

interface ItemListProps {
  source: ItemSource;
  /** The first page, if rendered on the server. */
  initial?: ItemPage | undefined;
  /** The first items of the first page, rendered on the server; the page itself is loaded at once. */
  beginning?: ItemPage | undefined;
  empty: ReactNode;
  /** Mosaic tiles instead of cards; the label is for screen readers. */
  grid?: string;
}

/** Two pages of cards are always in the document. */
const CARDS_HEAD = 20;
/** Whole rows, the first tile of a mosaic being two large: of three columns on a desktop, of two on a phone. */
const GRID_HEAD = 47;
const GRID_GROUP = 12;

const idOf = (item: ItemRef): string => item._id;

interface ItemGridProps {
  items: readonly ItemRef[];
  label: string;
  even?: boolean;
  /** Goes on below another. */
  below?: boolean;
}

/** Items as a mosaic of tiles, each linked to its page; the first one large unless `even`. */
export const ItemGrid = ({ items, label, even, below }: ItemGridProps) => (
  <Mosaic label={label} below={below ?? false}>
    {items.map((item, at) => {
      const Tile = cardsOf(CARDS, item.kind)?.Tile;
      return Tile ? <Tile key={item._id} item={item} big={at === 0 && !even} /> : null;
    })}
  </Mosaic>
);

/** An infinite list of items of any kind; nothing moves by itself. */
export const ItemList = ({ source, initial, beginning, empty, grid }: ItemListProps) => {
  const t = useText();
  const client = useQueryClient();
  const top = useRef<HTMLDivElement>(null);
  useItemShortcuts(top);
  const queryKey = ['items', source];
  const {
    data: newest,
    error,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
    refetch,
  } = useInfiniteQuery<ItemPage, ApiError>({
    queryKey,
    queryFn: ({ pageParam }) => loadItems(source, pageParam as string | undefined),
    // New posts are offered by a button, not inserted.
    refetchOnReconnect: false,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.after ?? undefined,
    ...(initial ? { initialData: { pages: [initial], pageParams: [undefined] } } : {}),
    ...(beginning ? { initialData: { pages: [beginning], pageParams: [undefined] }, initialDataUpdatedAt: 0 } : {}),
  });
  // A page of cards is drawn in short tasks, so that presses in between are handled.
  const data = useDeferredValue(newest);
  const isHome = source.list === 'home';
  const news = useNewPosts(isHome && data !== undefined, isHome ? source.filter : {}, data?.pages[0]?.data[0]);
  /** The newest posts are at the top, so it scrolls there. */
  const showNew = async (): Promise<void> => {
    const page = await loadItems(source).catch(() => undefined);
    if (!page) return;
    client.setQueryData(queryKey, { pages: [page], pageParams: [undefined] });
    news.forget();
    requestAnimationFrame(() => {
      top.current?.scrollIntoView({ block: 'start' });
      top.current?.focus({ preventScroll: true });
    });
  };
  if (error) {
    return (
      <Empty
        title={error.message}
        action={
          <Button kind="lift" onClick={() => void refetch()}>
            {t('ui.tryAgain')}
          </Button>
        }
      />
    );
  }
  if (!data) {
    if (grid) return <GridSkeleton tiles={9} />;
    return (
      <>
        <PostSkeleton />
        <PostSkeleton ratio="4 / 3" />
      </>
    );
  }
  const items = data.pages.flatMap((page) => page.data);
  const again = () => void refetch();
  const memory = JSON.stringify(source);
  return (
    <div ref={top} tabIndex={-1} className={styles.list}>
      <div className={styles.news} role="status">
        <NewPosts count={news.count} onShow={() => void showNew()} />
      </div>
      {items.length === 0 ? (
        empty
      ) : grid ? (
        <LongList items={items} keyOf={idOf} head={GRID_HEAD} group={GRID_GROUP} memory={memory}>
          {(part, at) => <ItemGrid items={part} label={grid} even={at > 0} below={at > 0} />}
        </LongList>
      ) : (
        <LongList items={items} keyOf={idOf} head={CARDS_HEAD} memory={memory}>
          {(part) =>
            part.map((item) => {
              const Card = cardsOf(CARDS, item.kind)?.Card;
              if (!Card) return null;
              // Access gained elsewhere is another card: an unlocked one keeps its receipt.
              return (
                <FirstMedia key={`${item._id} ${item.access.allowed} ${item.access.reason}`} value={item === items[0]}>
                  <Card item={item} onChange={again} />
                </FirstMedia>
              );
            })
          }
        </LongList>
      )}
      {hasNextPage ? (
        <div className={styles.foot}>
          <Button kind="lift" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('home.more')}
          </Button>
        </div>
      ) : null}
    </div>
  );
};
