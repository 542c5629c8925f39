import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { CodedError } from '../errors.ts';
import type { HashAnswer, HashOrder } from './hash-process.ts';

const ENTRY = fileURLToPath(new URL('./hash-process.ts', import.meta.url));
/** A process gets its next order while it works on one, so that it never waits for us. */
const AHEAD = 2;
/** Waiting beyond this is refused: on one core, some five seconds of work. */
const MAX_WAITING = 200;
/** An order is tried again once when the process that had it died. */
const MAX_TRIES = 2;

interface Order {
  password: string;
  stored: string | undefined;
  tries: number;
  resolve: (answer: HashAnswer) => void;
  reject: (error: Error) => void;
}

interface Worker {
  child: ChildProcess;
  orders: Map<number, Order>;
}

/** Hashes in processes of its own. */
export interface HashPool {
  /** @throws CodedError UNAVAILABLE when too much waits */
  hash(password: string): Promise<string>;
  /** @throws CodedError UNAVAILABLE when too much waits */
  verify(stored: string, password: string): Promise<boolean>;
  /** How many were hashed or checked so far. */
  count(): number;
  /** The processes that run now. */
  pids(): number[];
}

/**
 * As many processes as there are cores, each started when there is work for it. They don't keep this process alive, and end with it: their
 * channel closes. One that dies is replaced when there is work again, and what it was at is done by another.
 */
export const createHashPool = (options: { processes?: number; maxWaiting?: number } = {}): HashPool => {
  const { processes = availableParallelism(), maxWaiting = MAX_WAITING } = options;
  const workers = new Set<Worker>();
  const waiting: Order[] = [];
  let lastId = 0;
  let answered = 0;

  const hold = ({ child, orders }: Worker): void => {
    if (orders.size > 0) child.channel?.ref();
    else child.channel?.unref();
  };

  const start = (): Worker => {
    // Detached is a session of its own, for the priority of hash-process.ts; the end of the channel ends it all the same.
    const child = fork(ENTRY, { execArgv: [], detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const worker: Worker = { child, orders: new Map() };
    workers.add(worker);
    child.unref();
    child.on('message', (answer: HashAnswer) => {
      const order = worker.orders.get(answer.id);
      worker.orders.delete(answer.id);
      hold(worker);
      answered += 1;
      if (answer.failure === undefined) order?.resolve(answer);
      else order?.reject(new Error(answer.failure));
      dispatch();
    });
    const gone = (): void => {
      if (!workers.delete(worker)) return;
      for (const order of worker.orders.values()) {
        if (order.tries >= MAX_TRIES) order.reject(new CodedError('UNAVAILABLE'));
        else waiting.unshift(order);
      }
      worker.orders.clear();
      dispatch();
    };
    child.on('exit', gone);
    child.on('error', gone);
    return worker;
  };

  const dispatch = (): void => {
    while (waiting.length > 0) {
      const freest = [...workers].toSorted((a, b) => a.orders.size - b.orders.size)[0];
      const worker = !freest || (freest.orders.size > 0 && workers.size < processes) ? start() : freest;
      if (worker.orders.size >= AHEAD) return;
      const order = waiting.shift()!;
      lastId += 1;
      order.tries += 1;
      worker.orders.set(lastId, order);
      hold(worker);
      const message: HashOrder = { id: lastId, password: order.password, ...(order.stored === undefined ? {} : { stored: order.stored }) };
      // Were it gone meanwhile, its exit gives the order to another.
      worker.child.send(message, () => {});
    }
  };

  const ask = (password: string, stored?: string): Promise<HashAnswer> =>
    new Promise((resolve, reject) => {
      if (waiting.length >= maxWaiting) return reject(new CodedError('UNAVAILABLE'));
      waiting.push({ password, stored, tries: 0, resolve, reject });
      dispatch();
    });

  return {
    hash: async (password) => (await ask(password)).hash!,
    verify: async (stored, password) => (await ask(password, stored)).matches!,
    count: () => answered,
    pids: () => [...workers].flatMap(({ child }) => child.pid ?? []),
  };
};
