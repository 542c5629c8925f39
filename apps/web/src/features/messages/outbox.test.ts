import type { PrivateMessage } from '@stagedoor/contract/conversations';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../app/api.ts';
import { removeDraftsOf } from '../../ui/forms/draft-store.ts';
import { createOutbox, FIRST_RETRY_MS, LAST_RETRY_MS, type OutboxEvent } from './outbox.ts';
import type { Outgoing } from './thread-state.ts';

const createStorage = (): Storage => {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
};
beforeEach(() => vi.stubGlobal('localStorage', createStorage()));

const outgoing = (key: string): Outgoing => ({ key, text: key, files: [], price: null, replyTo: null, state: 'sending' });
const AWAY = new ApiError(0, 'NETWORK', '');
const REFUSED = new ApiError(403, 'MESSAGES_NOT_ALLOWED', 'Not allowed.');

/** An outbox whose server answers what `answers` holds next, and otherwise accepts; time passes by `passTime`. */
const createPage = (accountId = 'ana') => {
  const asked: string[] = [];
  const answers: (Error | Promise<never>)[] = [];
  const events: OutboxEvent[] = [];
  const timers: { run: () => void; milliseconds: number; isCancelled: boolean }[] = [];
  const outbox = createOutbox(accountId, {
    async send(conversationId, { key }) {
      asked.push(`${conversationId}:${key}`);
      const answer = answers.shift();
      if (answer) throw await answer;
      return { _id: key } as PrivateMessage;
    },
    later(run, milliseconds) {
      const timer = { run, milliseconds, isCancelled: false };
      timers.push(timer);
      return () => {
        timer.isCancelled = true;
      };
    },
    alone: (_, run) => run(),
  });
  outbox.subscribe((event) => events.push(event));
  const states = (conversationId = 'c') => outbox.of(conversationId).map(({ key, state }) => `${key} ${state}`);
  /** The longest wait that is due; what was cancelled never is. */
  const passTime = () => timers.splice(0).forEach(({ run, isCancelled }) => isCancelled || run());
  return { outbox, asked, answers, events, timers, states, passTime };
};

test('what fails without an answer is sent again by itself, later each time, under its key, and what follows after it', async () => {
  const { outbox, asked, answers, timers, states, passTime } = createPage();
  answers.push(AWAY, new ApiError(503, 'UNAVAILABLE', ''));
  outbox.add('c', outgoing('one'));
  await vi.waitUntil(() => timers.length === 1);
  expect([states(), timers[0]!.milliseconds]).toEqual([['one waiting'], FIRST_RETRY_MS]);
  passTime();
  await vi.waitUntil(() => timers.length === 1);
  expect(timers[0]!.milliseconds).toBe(2 * FIRST_RETRY_MS);
  passTime();
  await vi.waitUntil(() => states().length === 0);
  outbox.add('c', outgoing('two'));
  outbox.add('c', outgoing('three'));
  await vi.waitUntil(() => states().length === 0);
  expect([asked, localStorage.length]).toEqual([['c:one', 'c:one', 'c:one', 'c:two', 'c:three'], 0]);
});

test('waits no longer than a minute, unless the server says so', async () => {
  const { outbox, answers, timers, passTime } = createPage();
  answers.push(...Array<Error>(8).fill(AWAY), new ApiError(429, 'RATE_LIMITED', '', {}, { retryAfterSeconds: 90 }));
  outbox.add('c', outgoing('one'));
  const waits: number[] = [];
  for (let failure = 0; failure < 9; failure += 1) {
    await vi.waitUntil(() => timers.length === 1);
    waits.push(timers[0]!.milliseconds);
    passTime();
  }
  expect(waits.slice(-3)).toEqual([LAST_RETRY_MS, LAST_RETRY_MS, 90_000]);
});

test('“Try again” and a new connection don’t wait for the time, in all conversations', async () => {
  const { outbox, asked, answers, timers, states } = createPage();
  answers.push(AWAY, AWAY, AWAY);
  outbox.add('c', outgoing('one'));
  await vi.waitUntil(() => timers.length === 1);
  outbox.add('d', outgoing('two'));
  await vi.waitUntil(() => timers.length === 2);
  outbox.retry('c', 'one');
  await vi.waitUntil(() => timers.length === 3);
  outbox.resume();
  await vi.waitUntil(() => states('c').length + states('d').length === 0);
  expect([asked, timers.filter(({ isCancelled }) => !isCancelled)]).toEqual([['c:one', 'd:two', 'c:one', 'c:one', 'd:two'], []]);
});

test('what the server refuses stays, and the next one is sent; it can be sent again or discarded', async () => {
  const { outbox, answers, events, states } = createPage();
  answers.push(REFUSED);
  outbox.add('c', outgoing('one'));
  outbox.add('c', outgoing('two'));
  await vi.waitUntil(() => states().length === 1);
  expect(states()).toEqual(['one failed']);
  expect(events.filter(({ type }) => type === 'refused')).toEqual([{ type: 'refused', conversationId: 'c', error: REFUSED }]);
  answers.push(REFUSED);
  outbox.retry('c', 'one');
  await vi.waitUntil(() => states()[0] === 'one failed');
  outbox.discard('c', 'one');
  expect([states(), localStorage.length]).toEqual([[], 0]);
});

test('another page sends what this one left, from anywhere, but not what another account left', async () => {
  const left = createPage();
  left.answers.push(AWAY);
  left.outbox.add('c', outgoing('one'));
  await vi.waitUntil(() => left.timers.length === 1);
  const other = createPage('ben');
  other.outbox.resume();
  const next = createPage();
  next.outbox.resume();
  await vi.waitUntil(() => next.states().length === 0);
  expect([next.asked, other.asked]).toEqual([['c:one'], []]);
  // The first page finds nothing to do.
  left.passTime();
  left.outbox.resume();
  expect([left.asked, next.events.find(({ type }) => type === 'sent')]).toEqual([
    ['c:one'],
    { type: 'sent', conversationId: 'c', outgoing: expect.objectContaining({ key: 'one' }), message: { _id: 'one' } },
  ]);
});

test('a log-out removes it, also what is being sent or waits for its time', async () => {
  const { outbox, asked, answers, timers, states, passTime } = createPage();
  answers.push(AWAY);
  outbox.add('c', outgoing('one'));
  await vi.waitUntil(() => timers.length === 1);
  const hanging = Promise.withResolvers<never>();
  answers.push(hanging.promise);
  outbox.add('d', outgoing('two'));
  removeDraftsOf('ana');
  expect([states('c'), states('d'), localStorage.length]).toEqual([[], [], 0]);
  hanging.reject(AWAY);
  await vi.waitUntil(() => timers.length === 2);
  passTime();
  outbox.resume();
  expect([asked, states('d'), localStorage.length]).toEqual([['c:one', 'd:two'], [], 0]);
});

test('without storage it still sends', async () => {
  vi.stubGlobal('localStorage', undefined);
  const { outbox, asked, answers, timers, states } = createPage();
  answers.push(AWAY);
  outbox.add('c', outgoing('one'));
  await vi.waitUntil(() => timers.length === 1);
  expect(states()).toEqual(['one waiting']);
  outbox.resume();
  await vi.waitUntil(() => states().length === 0);
  expect(asked).toEqual(['c:one', 'c:one']);
});
