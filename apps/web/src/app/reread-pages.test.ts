import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { rereadPages } from './reread-pages.ts';

const setUp = async () => {
  const client = new QueryClient();
  let version = 1;
  const held: (() => void)[] = [];
  let isHeld = false;
  const list = new InfiniteQueryObserver(client, {
    queryKey: ['rows'],
    queryFn: async ({ pageParam }) => {
      const row = `row ${pageParam} of ${version}`;
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
      return row;
    },
    initialPageParam: 0,
    getNextPageParam: (_page, pages) => (pages.length < 2 ? pages.length : undefined),
  });
  const stop = list.subscribe(() => {});
  await expect.poll(() => list.getCurrentResult().isSuccess).toBe(true);
  return {
    client,
    list,
    stop,
    change: () => (version += 1),
    hold: () => (isHeld = true),
    release: () => {
      isHeld = false;
      for (const resolve of held) resolve();
    },
  };
};

it('keeps a page that is on its way, and shows what changed', async () => {
  const { client, list, stop, change, hold, release } = await setUp();
  hold();
  const pressed = list.fetchNextPage();
  change();
  const reread = rereadPages(client, ['rows']);
  release();
  await Promise.all([pressed, reread]);
  expect(list.getCurrentResult().data?.pages).toEqual(['row 0 of 2', 'row 1 of 2']);
  stop();
});

it('reads at once when nothing is on its way', async () => {
  const { client, list, stop, change } = await setUp();
  change();
  await rereadPages(client, ['rows']);
  expect(list.getCurrentResult().data?.pages).toEqual(['row 0 of 2']);
  stop();
});
