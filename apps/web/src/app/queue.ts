import { useState } from 'react';

/** An answer, and whether it is the last: nothing else waits, so that it may be shown. */
export interface Queued<T> {
  answer: T;
  isLast: boolean;
}

export type Enqueue = <T>(task: () => Promise<T>) => Promise<Queued<T>>;

/** Runs tasks one after the other: a second press waits for the first one's answer instead of being dropped, or overtaking it. */
export const createQueue = (): Enqueue => {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return <T>(task: () => Promise<T>): Promise<Queued<T>> => {
    waiting += 1;
    const run = last.then(async () => {
      try {
        const answer = await task();
        return { answer, isLast: waiting === 1 };
      } finally {
        waiting -= 1;
      }
    });
    // A failure is its caller's; the next task runs all the same.
    last = run.catch(() => undefined);
    return run;
  };
};

/** A queue of a component's own. */
export const useQueue = (): Enqueue => useState(createQueue)[0];
