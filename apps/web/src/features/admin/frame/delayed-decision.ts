import { useEffect, useSyncExternalStore } from 'react';
import { ApiError, type CallInput } from '../../../app/api.ts';
import { call } from '../../../app/browser-call.ts';
import { toast } from '../../../ui/toast.tsx';
import type { UndoableWrite } from './acts.ts';

/** How long a decision can be undone, in milliseconds: until then it isn't sent. */
export const UNDO_MS = 10_000;

interface Decision {
  /** What it is about. */
  id: string;
  /** Sends it. */
  send: () => Promise<void>;
  timer: ReturnType<typeof setTimeout>;
}

/** One at a time: the next decision sends the one before. */
let waiting: Decision | null = null;
const listeners = new Set<() => void>();
/** A closed tab would lose it. */
const askBrowser = (event: BeforeUnloadEvent): void => event.preventDefault();
const set = (next: Decision | null): void => {
  if (next) window.addEventListener('beforeunload', askBrowser);
  else window.removeEventListener('beforeunload', askBrowser);
  waiting = next;
  for (const listener of listeners) listener();
};

const sendNow = async (): Promise<void> => {
  const decision = waiting;
  if (!decision) return;
  clearTimeout(decision.timer);
  set(null);
  try {
    await decision.send();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast(error.message, { tone: 'bad', stays: 5000 });
  }
};

interface About {
  params: { id: string };
}

interface Later {
  /** Runs after it was sent. */
  onSent: () => Promise<void> | void;
  /** Runs when it was refused, besides the toast that says why. */
  onRefused?: () => void;
}

/** Sends a decision in ten seconds; at once when another decision follows, or the page is left. Nobody is told until then. */
export const decideLater = <K extends UndoableWrite>(write: K, input: CallInput<K> & About, { onSent, onRefused }: Later): void => {
  void sendNow();
  const send = async () => {
    try {
      await (call as (key: K, given: CallInput<K>) => Promise<unknown>)(write, input);
    } catch (error) {
      onRefused?.();
      throw error;
    }
    await onSent();
  };
  const { id } = input.params;
  set({ id, send, timer: setTimeout(() => void sendNow(), UNDO_MS) });
};

/** Nothing was sent yet. */
export const undoDecision = (): void => {
  if (waiting) clearTimeout(waiting.timer);
  set(null);
};

const flush = (): void => void sendNow();

/** Sends what still waits when the page is left. */
export const useSentOnLeave = (): void => useEffect(() => flush, []);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The id of what was decided and can still be undone. */
export const useWaitingDecision = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => waiting?.id ?? null,
    () => null,
  );
