/** Calls that wait until something in a stream changes. Owns those that are waiting. */
export const createWaiters = () => {
  let waiters = new Set<() => void>();
  let isClosed = false;

  const wake = (): void => {
    const woken = waiters;
    waiters = new Set();
    for (const waiter of woken) waiter();
  };
  const nextChange = (timeoutMs: number, signal: AbortSignal): Promise<void> =>
    new Promise<void>((resolve) => {
      const finish = (): void => {
        clearTimeout(timer);
        waiters.delete(finish);
        signal.removeEventListener('abort', finish);
        resolve();
      };
      const timer = setTimeout(finish, timeoutMs);
      signal.addEventListener('abort', finish);
      waiters.add(finish);
    });

  return {
    wake,
    /** Waits until `find` returns a value; undefined after the timeout, and once nothing changes any more. */
    async waitUntil<T>(find: () => T | undefined, timeoutMs: number, signal: AbortSignal): Promise<T | undefined> {
      const deadline = performance.now() + timeoutMs;
      for (;;) {
        const value = find();
        if (value !== undefined) return value;
        const left = deadline - performance.now();
        if (left <= 0 || isClosed || signal.aborted) return undefined;
        await nextChange(left, signal);
      }
    },
    close(): void {
      isClosed = true;
      wake();
    },
  };
};
