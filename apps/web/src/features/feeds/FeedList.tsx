import type { AnswerOf, Contract } from '@stagedoor/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { NewPosts } from '../../ui/Post.tsx';
import { GridSkeleton, PostSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { FeedCard } from './FeedCard.tsx';
import { FeedGrid } from './FeedGrid.tsx';
import styles from './feeds.module.css';

type Page = AnswerOf<Contract['GET /feeds']>;
export type FeedType = 'photo' | 'video' | 'text';

/** Which posts: the viewer's home, the newest of all, what they saved, or one performer's. */
export type FeedSource = { list: 'home' | 'newest' | 'saved' } | { list: 'performer'; performerId: string };

const LIMIT = 10;

const load = (source: FeedSource, type: FeedType | undefined, after: string | undefined): Promise<Page> => {
  const query = { limit: LIMIT, ...(type ? { type } : {}), ...(after ? { after } : {}) };
  if (source.list === 'saved') return call('GET /reactions/feeds/bookmark', { query: { limit: LIMIT, ...(after ? { after } : {}) } });
  if (source.list === 'home') return call('GET /feeds/home-feeds', { query });
  return call('GET /feeds', { query: source.list === 'performer' ? { ...query, performerId: source.performerId } : query });
};

interface FeedListProps {
  source: FeedSource;
  type?: FeedType | undefined;
  /** The first page, when the server rendered it. */
  initial?: Page;
  empty: ReactNode;
  /** Tiles of a mosaic instead of cards; the name is spoken. */
  grid?: string;
}

/** A list of posts that grows at its end; nothing moves by itself. */
export const FeedList = ({ source, type, initial, empty, grid }: FeedListProps) => {
  const say = useText();
  const [fresh, setFresh] = useState(0);
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery<Page, ApiError>({
    queryKey: ['feeds', source, type ?? null],
    queryFn: ({ pageParam }) => load(source, type, pageParam as string | undefined),
    // New posts are offered, not pushed in.
    refetchOnReconnect: false,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.after ?? undefined,
    ...(initial ? { initialData: { pages: [initial], pageParams: [undefined] } } : {}),
  });
  useRealtimeEvent('feeds/published', () => setFresh((count) => count + 1));
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
            {say('ui.tryAgain')}
          </Button>
        }
      />
    );
  }
  const feeds = data.pages.flatMap((page) => page.data);
  if (feeds.length === 0) return <>{empty}</>;
  const again = () => void refetch();
  return (
    <div className={styles.list}>
      <NewPosts
        count={fresh}
        onShow={() => {
          setFresh(0);
          void refetch();
        }}
      />
      {grid ? (
        <FeedGrid feeds={feeds} label={grid} />
      ) : (
        feeds.map((feed) => <FeedCard key={`${feed._id} ${feed.access.allowed} ${feed.access.reason}`} feed={feed} onChange={again} />)
      )}
      {hasNextPage ? (
        <div className={styles.foot}>
          <Button kind="lift" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {say('home.more')}
          </Button>
        </div>
      ) : null}
    </div>
  );
};
