import { expect, test } from 'vitest';
import { batchedReads } from './batched-reads.ts';

/** Reads that stay in flight until the test ends them, with the requests of each batch. */
const createBlockedReads = (options?: { maxConcurrent?: number; maxBatch?: number }) => {
  const inFlight: { requests: readonly number[]; end: (error?: Error) => void }[] = [];
  const read = batchedReads<number, string>(
    (requests) =>
      new Promise((resolve, reject) => {
        inFlight.push({ requests, end: (error) => (error ? reject(error) : resolve(requests.map((request) => `answer ${request}`))) });
      }),
    options,
  );
  return { read, inFlight };
};

test('the first request runs at once; those that arrive meanwhile share one batch, each with its own result', async () => {
  const { read, inFlight } = createBlockedReads({ maxConcurrent: 1 });
  const first = read(1);
  await expect.poll(() => inFlight.length).toBe(1);
  const others = [2, 3, 2].map(read);
  expect(inFlight.map(({ requests }) => requests)).toEqual([[1]]);
  inFlight[0]!.end();
  expect(await first).toBe('answer 1');
  await expect.poll(() => inFlight.length).toBe(2);
  expect(inFlight[1]!.requests).toEqual([2, 3, 2]);
  inFlight[1]!.end();
  expect(await Promise.all(others)).toEqual(['answer 2', 'answer 3', 'answer 2']);
});

test('the limits of concurrency and batch size hold', async () => {
  const { read, inFlight } = createBlockedReads({ maxConcurrent: 2, maxBatch: 3 });
  const all = Array.from({ length: 10 }, (_, n) => read(n));
  await expect.poll(() => inFlight.length).toBe(2);
  for (let ended = 0; ended < 4; ended += 1) {
    await expect.poll(() => inFlight.length).toBeGreaterThan(ended);
    expect(inFlight.length - ended).toBeLessThanOrEqual(2);
    inFlight[ended]!.end();
  }
  expect(await Promise.all(all)).toEqual(all.map((_, n) => `answer ${n}`));
  expect(inFlight.map(({ requests }) => requests.length)).toEqual([3, 3, 3, 1]);
});

test('a failed batch rejects its own requests, and the next batch runs', async () => {
  const { read, inFlight } = createBlockedReads({ maxConcurrent: 1 });
  const failed = [1, 2].map((request) => expect(read(request)).rejects.toThrow('away'));
  await expect.poll(() => inFlight.length).toBe(1);
  const next = read(3);
  inFlight[0]!.end(new Error('away'));
  await Promise.all(failed);
  await expect.poll(() => inFlight.length).toBe(2);
  inFlight[1]!.end();
  expect(await next).toBe('answer 3');
});
