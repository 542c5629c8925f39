import type { CONFIRMATIONS } from '@stagedoor/contract/account';
import { useSyncExternalStore } from 'react';

/** How an account’s owner can confirm that it is them. */
export type Confirmation = (typeof CONFIRMATIONS)[number];

/** A call that waits until the owner has confirmed, or given up. */
interface StepUpQuestion {
  methods: readonly Confirmation[];
  answer: (isConfirmed: boolean) => void;
}

let question: StepUpQuestion | null = null;
let pending: Promise<boolean> | null = null;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const ask = (next: StepUpQuestion | null): void => {
  question = next;
  for (const listener of listeners) listener();
};

/** Asks the owner to confirm that it is them; calls that need it at the same time share the question. @returns whether they did */
export const askToConfirm = (methods: readonly Confirmation[]): Promise<boolean> => {
  pending ??= new Promise<boolean>((resolve) => {
    ask({
      methods,
      answer: (isConfirmed) => {
        pending = null;
        ask(null);
        resolve(isConfirmed);
      },
    });
  });
  return pending;
};

/** The open question, if any: the page shows it once. */
export const useStepUpQuestion = (): StepUpQuestion | null =>
  useSyncExternalStore(
    subscribe,
    () => question,
    () => null,
  );
