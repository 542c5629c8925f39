import { useInfiniteQuery } from '@tanstack/react-query';
import type { ResponseOf, Contract } from '@stagedoor/contract';
import type { ItemKind } from '@stagedoor/contract/items.values';
import type { Shelf } from '@stagedoor/contract/library.values';
import type { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { GridSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { LibraryCard } from './LibraryCard.tsx';
import { NothingKept } from './NothingKept.tsx';
import styles from './library.module.css';

type Page = ResponseOf<Contract['GET /library/{shelf}']>;

/** So many cards are whole rows of two, three and four. */
const LIMIT = 24;

/** The query of a shelf, for its cards and for the kinds that it has. */
export const useShelf = (shelf: Shelf, { q, kind }: { q: string; kind: ItemKind | undefined }) =>
  useInfiniteQuery<Page, ApiError>({
    queryKey: ['library', shelf, q, kind ?? null],
    queryFn: ({ pageParam }) =>
      call('GET /library/{shelf}', {
        params: { shelf },
        query: {
          limit: LIMIT,
          ...(q ? { q } : {}),
          ...(kind ? { kind } : {}),
          ...(typeof pageParam === 'string' ? { after: pageParam } : {}),
        },
      }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.after ?? undefined,
    // The cards stay until those of the next words are there.
    placeholderData: (before) => before,
  });

interface ShelfProps {
  shelf: Shelf;
  q: string;
  kind: ItemKind | undefined;
  answer: ReturnType<typeof useShelf>;
}

/** The cards of a shelf, page by page. */
export const LibraryShelf = ({ shelf, q, kind, answer }: ShelfProps) => {
  const t = useText();
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = answer;
  if (error)
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
  if (!data) return <GridSkeleton tiles={9} />;
  const rows = data.pages.flatMap((page) => page.data);
  if (rows.length === 0) return <NothingKept shelf={shelf} isNarrowed={q !== '' || kind !== undefined} q={q} />;
  return (
    <>
      <ul className={styles.grid} aria-label={t(`library.shelf.${shelf}`)}>
        {rows.map((row) => (
          <LibraryCard key={row._id} row={row} />
        ))}
      </ul>
      {hasNextPage ? (
        <div className={styles.foot}>
          <Button kind="lift" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('home.more')}
          </Button>
        </div>
      ) : null}
    </>
  );
};
