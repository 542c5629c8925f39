import type { ResponseOf, Contract } from '@stagedoor/contract';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import type { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { NewPosts } from '../../ui/Post.tsx';
import { GridSkeleton, PostSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { FeedCard } from './FeedCard.tsx';
import { FeedGrid } from './FeedGrid.tsx';
import styles from './feeds.module.css';
import type { HomeFilter } from './home-filter.ts';
import { useNewPosts } from './use-new-posts.ts';

type Page = ResponseOf<Contract['GET /feeds']>;
export type FeedType = 'photo' | 'video' | 'text';

/** The source: the home feed, all posts, bookmarks, one performer's posts, or a search. */
export type FeedSource =
  | { list: 'home'; filter: HomeFilter }
  | { list: 'newest' | 'saved' }
  | { list: 'performer'; performerId: string }
  | { list: 'search'; q: string };

const LIMIT = 10;

const load = (source: FeedSource, type: FeedType | undefined, after: string | undefined): Promise<Page> => {
  const query = { limit: LIMIT, ...(type ? { type } : {}), ...(after ? { after } : {}) };
  if (source.list === 'saved') return call('GET /reactions/feeds/bookmark', { query: { limit: LIMIT, ...(after ? { after } : {}) } });
  if (source.list === 'home') {
    return call('GET /feeds/home-feeds', { query: { ...query, ...source.filter, kinds: 'feed' } }).then((page) => ({
      ...page,
      data: page.data.filter((item) => item.kind === 'feed'),
    }));
  }
  if (source.list === 'search') return call('GET /feeds', { query: { ...query, q: source.q } });
  return call('GET /feeds', { query: source.list === 'performer' ? { ...query, performerId: source.performerId } : query });
};

interface FeedListProps {
  source: FeedSource;
  type?: FeedType | undefined;
  /** The first page, if rendered on the server. */
  initial?: Page;
  empty: ReactNode;
  /** Mosaic tiles instead of cards; the label is for screen readers. */
  grid?: string;
}

/** An infinite list of posts; nothing moves by itself. */
export const FeedList = ({ source, type, initial, empty, grid }: FeedListProps) => {
  const t = useText();
  const client = useQueryClient();
  const top = useRef<HTMLDivElement>(null);
  const queryKey = ['feeds', source, type ?? null];
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery<Page, ApiError>({
    queryKey,
    queryFn: ({ pageParam }) => load(source, type, pageParam as string | undefined),
    // New posts are offered by a button, not inserted.
    refetchOnReconnect: false,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.after ?? undefined,
    ...(initial ? { initialData: { pages: [initial], pageParams: [undefined] } } : {}),
  });
  const isHome = source.list === 'home';
  const news = useNewPosts(isHome && data !== undefined, isHome ? source.filter : {}, data?.pages[0]?.data[0]);
  /** The newest posts are at the top, so it scrolls there. */
  const showNew = async (): Promise<void> => {
    const page = await load(source, type, undefined).catch(() => undefined);
    if (!page) return;
    client.setQueryData(queryKey, { pages: [page], pageParams: [undefined] });
    news.forget();
    requestAnimationFrame(() => {
      top.current?.scrollIntoView({ block: 'start' });
      top.current?.focus({ preventScroll: true });
    });
  };
  if (isPending) {
    if (grid) return <GridSkeleton tiles={9} />;
    return (
      <>
        <PostSkeleton />
        <PostSkeleton ratio="4 / 3" />
      </>
    );
  }
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
  const feeds = data.pages.flatMap((page) => page.data);
  const again = () => void refetch();
  return (
    <div ref={top} tabIndex={-1} className={styles.list}>
      <div className={styles.news} role="status">
        <NewPosts count={news.count} onShow={() => void showNew()} />
      </div>
      {feeds.length === 0 ? (
        empty
      ) : grid ? (
        <FeedGrid feeds={feeds} label={grid} />
      ) : (
        feeds.map((feed) => <FeedCard key={`${feed._id} ${feed.access.allowed} ${feed.access.reason}`} feed={feed} onChange={again} />)
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
