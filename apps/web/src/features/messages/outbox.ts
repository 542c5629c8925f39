import type { PrivateMessage } from '@stagedoor/contract/conversations';
import { ApiError } from '../../app/api.ts';
import { draftNames, readDraft, removeDraft, writeDraft } from '../../ui/forms/draft-store.ts';
import type { Outgoing } from './thread-state.ts';

const PREFIX = 'outbox.';
/** The first retry after a failure follows so late, each further one twice as late as the one before, in milliseconds. */
export const FIRST_RETRY_MS = 2000;
export const LAST_RETRY_MS = 60_000;
/** No answer, a session that ended, too many requests, a server that restarts: the same message may be accepted later. */
const RETRIED: readonly number[] = [0, 401, 429, 502, 503, 504];
/** Whether the same call may succeed later. */
export const mayPass = (error: unknown): boolean => error instanceof ApiError && RETRIED.includes(error.status);

export type OutboxEvent =
  | { type: 'changed'; conversationId: string; isElsewhere: boolean }
  | { type: 'sent'; conversationId: string; outgoing: Outgoing; message: PrivateMessage }
  | { type: 'refused'; conversationId: string; error: unknown };

interface OutboxParts {
  send: (conversationId: string, outgoing: Outgoing) => Promise<PrivateMessage>;
  /** Runs something so many milliseconds later. @returns what cancels it */
  later: (run: () => void, milliseconds: number) => () => void;
  /** Runs something while no other page of this browser does the same for the conversation. */
  alone: <T>(conversationId: string, run: () => Promise<T>) => Promise<T>;
}

interface Queue {
  isRunning: boolean;
  /** It was asked for while it ran. */
  isWanted: boolean;
  /** In a row. */
  failures: number;
  cancelRetry: () => void;
}

export interface Outbox {
  /** What is on its way in a conversation, oldest first. */
  of: (conversationId: string) => readonly Outgoing[];
  add: (conversationId: string, outgoing: Outgoing) => void;
  retry: (conversationId: string, key: string) => void;
  discard: (conversationId: string, key: string) => void;
  /** Sends what waits, in all conversations. */
  resume: () => void;
  /** Another page of this browser changed what is on its way. */
  reload: (conversationId: string) => void;
  subscribe: (listener: (event: OutboxEvent) => void) => () => void;
}

/** How long to wait before the same is tried again, after so many failures in a row, in milliseconds. */
export const waitOf = (error: unknown, failures: number): number => {
  const asked = error instanceof ApiError ? Number(error.details['retryAfterSeconds'] ?? 0) * 1000 : 0;
  return Math.max(asked, Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LAST_RETRY_MS));
};

/** The messages on their way, as this device stores them. Owns those of a device that stores nothing. */
const createStore = (accountId: string, onChanged: (conversationId: string) => void) => {
  const unstored = new Map<string, readonly Outgoing[]>();
  const of = (conversationId: string): readonly Outgoing[] =>
    unstored.get(conversationId) ?? readDraft<Outgoing[]>(accountId, PREFIX + conversationId)?.typed ?? [];
  const keep = (conversationId: string, all: readonly Outgoing[]): void => {
    unstored.delete(conversationId);
    if (all.length === 0) removeDraft(accountId, PREFIX + conversationId);
    else if (!writeDraft(accountId, PREFIX + conversationId, { saved: [], typed: [...all] })) unstored.set(conversationId, all);
    onChanged(conversationId);
  };
  /** What is gone meanwhile stays gone. */
  const mark = (conversationId: string, key: string, state: Outgoing['state']): void => {
    const all = of(conversationId);
    if (all.some((one) => one.key === key && one.state !== state))
      keep(
        conversationId,
        all.map((one) => (one.key === key ? { ...one, state } : one)),
      );
  };
  const drop = (conversationId: string, key: string): void => {
    const all = of(conversationId);
    if (all.some((one) => one.key === key))
      keep(
        conversationId,
        all.filter((one) => one.key !== key),
      );
  };
  return { of, keep, mark, drop, conversations: () => [...unstored.keys()] };
};

/**
 * The messages of an account that the server doesn't have yet. They are kept on this device until it has them, each under one idempotency key,
 * so that retries, reloads and several pages send it once. In each conversation one is sent after the other; what the server refuses is kept as
 * failed. A log-out removes the drafts, and with them what is here.
 */
export const createOutbox = (accountId: string, { send, later, alone }: OutboxParts): Outbox => {
  const listeners = new Set<(event: OutboxEvent) => void>();
  const queues = new Map<string, Queue>();
  const tell = (event: OutboxEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const { of, keep, mark, drop, conversations } = createStore(accountId, (conversationId) =>
    tell({ type: 'changed', conversationId, isElsewhere: false }),
  );
  const queueOf = (conversationId: string): Queue => {
    const known = queues.get(conversationId);
    if (known) return known;
    const queue: Queue = { isRunning: false, isWanted: false, failures: 0, cancelRetry: () => undefined };
    queues.set(conversationId, queue);
    return queue;
  };

  /** @returns whether the next one may be sent now */
  const sendNext = async (conversationId: string): Promise<boolean> => {
    const queue = queueOf(conversationId);
    const next = of(conversationId).find(({ state }) => state !== 'failed');
    if (!next) return false;
    mark(conversationId, next.key, 'sending');
    try {
      const message = await send(conversationId, next);
      queue.failures = 0;
      tell({ type: 'sent', conversationId, outgoing: next, message });
      drop(conversationId, next.key);
      return true;
    } catch (error) {
      if (mayPass(error)) {
        queue.failures += 1;
        mark(conversationId, next.key, 'waiting');
        queue.cancelRetry = later(() => void run(conversationId), waitOf(error, queue.failures));
        return false;
      }
      mark(conversationId, next.key, 'failed');
      tell({ type: 'refused', conversationId, error });
      return true;
    }
  };
  const run = async (conversationId: string): Promise<void> => {
    const queue = queueOf(conversationId);
    queue.isWanted = true;
    if (queue.isRunning) return;
    queue.isRunning = true;
    try {
      while (queue.isWanted) {
        queue.isWanted = false;
        queue.cancelRetry();
        const isMore = await alone(conversationId, () => sendNext(conversationId));
        queue.isWanted ||= isMore;
      }
    } finally {
      queue.isRunning = false;
    }
  };

  return {
    of,
    add(conversationId, outgoing) {
      keep(conversationId, [...of(conversationId), outgoing]);
      void run(conversationId);
    },
    retry(conversationId, key) {
      mark(conversationId, key, 'sending');
      void run(conversationId);
    },
    discard: drop,
    resume() {
      const stored = draftNames(accountId, PREFIX).map((name) => name.slice(PREFIX.length));
      for (const conversationId of new Set([...stored, ...conversations()])) void run(conversationId);
    },
    reload: (conversationId) => tell({ type: 'changed', conversationId, isElsewhere: true }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
