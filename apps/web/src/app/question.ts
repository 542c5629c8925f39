import { useSyncExternalStore } from 'react';

/** A question that waits for its answer. */
export interface OpenQuestion<Asked> {
  asked: Asked;
  answer: (isYes: boolean) => void;
}

/** A question that calls wait for: those that need it at the same time share it, and the page shows it once. */
export const createQuestion = <Asked>() => {
  let open: OpenQuestion<Asked> | null = null;
  let pending: Promise<boolean> | null = null;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const set = (next: typeof open): void => {
    open = next;
    for (const listener of listeners) listener();
  };
  return {
    /** @returns whether the answer was yes */
    ask(asked: Asked): Promise<boolean> {
      pending ??= new Promise<boolean>((resolve) => {
        set({
          asked,
          answer: (isYes) => {
            pending = null;
            set(null);
            resolve(isYes);
          },
        });
      });
      return pending;
    },
    /** The open question, if any. */
    useOpen: (): OpenQuestion<Asked> | null =>
      useSyncExternalStore(
        subscribe,
        () => open,
        () => null,
      ),
  };
};
