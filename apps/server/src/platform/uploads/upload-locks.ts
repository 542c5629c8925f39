import { ERRORS, type Lock, type Locker } from '@tus/server';

interface Holder {
  release: () => Promise<void> | void;
  /** Resolves when the lock is released. */
  freed: Promise<void>;
  free: () => void;
}

/** How long a request waits for the previous one to stop. */
const WAIT_MS = 15_000;

/**
 * One request at a time for each upload: a new one asks the previous one to stop (its connection may be dead but not closed yet)
 * and waits. The library's own locker polls on every turn of the event loop; this one waits for a promise.
 */
export const createUploadLocks = (): Locker => {
  const holders = new Map<string, Holder>();
  return {
    newLock(id): Lock {
      let own: Holder | undefined;
      return {
        async lock(signal, release) {
          const late = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
          const ended = new Promise<void>((resolve) => late.addEventListener('abort', () => resolve(), { once: true }));
          for (let holder = holders.get(id); holder; holder = holders.get(id)) {
            if (late.aborted) throw ERRORS.ERR_LOCK_TIMEOUT;
            await holder.release();
            await Promise.race([holder.freed, ended]);
          }
          if (signal.aborted) throw ERRORS.ABORTED;
          const { promise, resolve } = Promise.withResolvers<void>();
          own = { release, freed: promise, free: resolve };
          holders.set(id, own);
        },
        async unlock() {
          if (own && holders.get(id) === own) holders.delete(id);
          own?.free();
          own = undefined;
        },
      };
    },
  };
};
