import type { PerformerCard } from '@stagedoor/contract/performers';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiError, Call, CallInput } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { LongList } from '../../ui/LongList.tsx';
import { GridSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { PerformerCards } from './PerformerCards.tsx';
import styles from './performers.module.css';

type Query = Omit<NonNullable<CallInput<'GET /performers/search'>['query']>, 'limit' | 'offset'>;

/** Performers by their rank, or those with some words and filters. */
export type PerformerSource = { list: 'featured' } | { list: 'search'; query: Query };

export interface PerformerPage {
  data: readonly PerformerCard[];
  total: number;
}

const LIMIT = 24;
/** Cards that are always in the document, and how many follow at once. */
const HEAD = 48;

/** Loads a page of performers. @param by the API's client, on the server */
export const loadPerformers = (source: PerformerSource, offset = 0, by: Call = call): Promise<PerformerPage> =>
  source.list === 'featured'
    ? by('GET /ranking-performers', { query: { type: 'featured', limit: LIMIT, offset } })
    : by('GET /performers/search', { query: { ...source.query, limit: LIMIT, offset } });

/** An infinite list of performers. */
export const PerformerList = ({
  source,
  initial,
  isFirst = false,
  empty,
}: {
  source: PerformerSource;
  /** The first page, if rendered on the server. */
  initial?: PerformerPage | undefined;
  /** The list begins the page. */
  isFirst?: boolean;
  empty: ReactNode;
}) => {
  const t = useText();
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery<PerformerPage, ApiError>({
    queryKey: ['performers', source],
    queryFn: ({ pageParam }) => loadPerformers(source, pageParam as number),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => (page.data.length < LIMIT ? undefined : pages.length * LIMIT),
    ...(initial ? { initialData: { pages: [initial], pageParams: [0] } } : {}),
  });
  if (isPending) return <GridSkeleton tiles={6} />;
  if (error && !data)
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
  // Somebody whose rank changed meanwhile may be on two pages.
  const performers = [...new Map(data.pages.flatMap((page) => page.data).map((one) => [one._id, one])).values()];
  if (performers.length === 0) return empty;
  return (
    <>
      <LongList items={performers} keyOf={({ _id }) => _id} head={HEAD} group={LIMIT} memory={JSON.stringify(source)}>
        {(part, at) => (
          <div className={at > 0 ? styles.below : undefined}>
            <PerformerCards performers={part} isFirst={isFirst && at === 0} />
          </div>
        )}
      </LongList>
      {hasNextPage ? (
        <div className={styles.more}>
          <Button kind="lift" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('home.more')}
          </Button>
        </div>
      ) : null}
    </>
  );
};
