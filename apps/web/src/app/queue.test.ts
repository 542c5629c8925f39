import { expect, it } from 'vitest';
import { createQueue } from './queue.ts';

it('runs tasks one after the other, in the order they were given, and tells which is the last', async () => {
  const enqueue = createQueue();
  const log: string[] = [];
  const gate = Promise.withResolvers<void>();
  const one = enqueue(async () => {
    log.push('one begins');
    await gate.promise;
    log.push('one ends');
    return 1;
  });
  const two = enqueue(async () => {
    log.push('two');
    return 2;
  });
  gate.resolve();
  expect(await Promise.all([one, two])).toEqual([
    { answer: 1, isLast: false },
    { answer: 2, isLast: true },
  ]);
  expect(log).toEqual(['one begins', 'one ends', 'two']);
});

it('goes on after a task that failed, whose caller is told', async () => {
  const enqueue = createQueue();
  const failed = enqueue(() => Promise.reject(new Error('away')));
  const next = enqueue(async () => 'here');
  await expect(failed).rejects.toThrow('away');
  expect(await next).toEqual({ answer: 'here', isLast: true });
});
