import { expect, test } from 'vitest';
import { gatheredReads } from './gathered-reads.ts';

/** A read that stays under way until it is let go; it tells what it was asked. */
const heldReads = (options?: { atOnce?: number; most?: number }) => {
  const under: { asks: readonly number[]; end: (error?: Error) => void }[] = [];
  const read = gatheredReads<number, string>(
    (asks) =>
      new Promise((resolve, reject) => {
        under.push({ asks, end: (error) => (error ? reject(error) : resolve(asks.map((ask) => `answer ${ask}`))) });
      }),
    options,
  );
  return { read, under };
};

test('the first goes at once, those that come meanwhile go together, each with an answer of their own', async () => {
  const { read, under } = heldReads({ atOnce: 1 });
  const first = read(1);
  await expect.poll(() => under.length).toBe(1);
  const others = [2, 3, 2].map(read);
  expect(under.map(({ asks }) => asks)).toEqual([[1]]);
  under[0]!.end();
  expect(await first).toBe('answer 1');
  await expect.poll(() => under.length).toBe(2);
  expect(under[1]!.asks).toEqual([2, 3, 2]);
  under[1]!.end();
  expect(await Promise.all(others)).toEqual(['answer 2', 'answer 3', 'answer 2']);
});

test('no more are under way than may be, and none asks for more than one statement holds', async () => {
  const { read, under } = heldReads({ atOnce: 2, most: 3 });
  const all = Array.from({ length: 10 }, (_, n) => read(n));
  await expect.poll(() => under.length).toBe(2);
  for (let ended = 0; ended < 4; ended += 1) {
    await expect.poll(() => under.length).toBeGreaterThan(ended);
    expect(under.length - ended).toBeLessThanOrEqual(2);
    under[ended]!.end();
  }
  expect(await Promise.all(all)).toEqual(all.map((_, n) => `answer ${n}`));
  expect(under.map(({ asks }) => asks.length)).toEqual([3, 3, 3, 1]);
});

test('a read that failed fails those who asked for it, and the next ones are read', async () => {
  const { read, under } = heldReads({ atOnce: 1 });
  const failed = [1, 2].map((ask) => expect(read(ask)).rejects.toThrow('away'));
  await expect.poll(() => under.length).toBe(1);
  const next = read(3);
  under[0]!.end(new Error('away'));
  await Promise.all(failed);
  await expect.poll(() => under.length).toBe(2);
  under[1]!.end();
  expect(await next).toBe('answer 3');
});
