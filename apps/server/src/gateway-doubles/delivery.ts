/** A callback as a company composes it. */
export interface Callback {
  event: string;
  saleId: string;
  /** The sub-account or shop whose callback address is used. */
  account: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  query: Record<string, string>;
  body: string;
}

/** One sending of a callback and the answer to it. Without a status nobody answered. */
export interface Attempt {
  at: number;
  status: number | undefined;
  answer: string;
}

export type DeliveryState = 'waiting' | 'held' | 'delivered' | 'recorded' | 'lost' | 'stopped';

export interface Delivery extends Callback {
  id: number;
  createdAt: number;
  dueAt: number;
  /** Order of sending among those that are due. */
  place: number;
  state: DeliveryState;
  /** Held until its group is complete, and then sent in reverse. */
  swaps: boolean;
  attempts: Attempt[];
  /** Set once a test has taken it. */
  taken: boolean;
}

/** A callback as it goes over the wire. */
export interface TakenDelivery {
  id: number;
  event: string;
  saleId: string;
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  query: Record<string, string>;
  body: Buffer;
  attempts: readonly Attempt[];
}

/** A mishap of one of the next callbacks. */
type Mishap = { kind: 'lose' | 'double' | 'hold' } | { kind: 'delay'; ms: number } | { kind: 'reorder'; last: boolean };

export interface QueueState {
  lastId: number;
  deliveries: Delivery[];
  mishaps: Mishap[];
}

export interface QueueSettings {
  now: () => Date;
  addressOf: (account: string) => string;
  isAccepted: (status: number, answer: string) => boolean;
  /** Waits between attempts in ms; the last one repeats. */
  retryMs: readonly number[];
  /** Records callbacks in place of sending them. */
  record: boolean;
  timeoutMs: number;
}

const MOST_DELIVERIES = 500;
const ANSWER_LENGTH = 400;

/** An address with more parameters in its query. */
export const withQuery = (address: string, query: Record<string, string>): string => {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value);
  return url.href;
};

export const emptyQueue = (): QueueState => ({ lastId: 0, deliveries: [], mishaps: [] });

/** Sends callbacks in order, retries those that weren't accepted, and makes them go astray when asked to. */
export class DeliveryQueue {
  readonly #state: QueueState;
  readonly #settings: QueueSettings;
  #sending: Promise<void> = Promise.resolve();

  constructor(state: QueueState, settings: QueueSettings) {
    this.#state = state;
    this.#settings = settings;
  }

  get list(): readonly Delivery[] {
    return this.#state.deliveries;
  }

  /** Changes whether callbacks are recorded in place of being sent. */
  set record(record: boolean) {
    this.#settings.record = record;
  }

  add(callback: Callback): void {
    const mishap = this.#state.mishaps.shift();
    const delivery = this.#append(callback);
    if (mishap?.kind === 'lose') delivery.state = 'lost';
    if (mishap?.kind === 'hold' || mishap?.kind === 'reorder') delivery.state = 'held';
    if (mishap?.kind === 'delay') delivery.dueAt += mishap.ms;
    if (mishap?.kind === 'double') this.#append(callback);
    if (mishap?.kind === 'reorder') delivery.swaps = true;
    if (mishap?.kind === 'reorder' && mishap.last) this.#swap();
  }

  #append(callback: Callback): Delivery {
    const now = this.#settings.now().getTime();
    const id = (this.#state.lastId += 1);
    const delivery: Delivery = {
      ...callback,
      id,
      createdAt: now,
      dueAt: now,
      place: id,
      state: 'waiting',
      swaps: false,
      attempts: [],
      taken: false,
    };
    this.#state.deliveries.push(delivery);
    if (this.#state.deliveries.length > MOST_DELIVERIES) this.#state.deliveries.shift();
    return delivery;
  }

  /** Loses the next callbacks: they are never sent. */
  lose(count = 1): void {
    this.#plan(count, () => ({ kind: 'lose' }));
  }

  /** Sends each of the next callbacks twice. */
  double(count = 1): void {
    this.#plan(count, () => ({ kind: 'double' }));
  }

  /** Delays the next callbacks. */
  delay(ms: number, count = 1): void {
    this.#plan(count, () => ({ kind: 'delay', ms }));
  }

  /** Holds the next callbacks until `release`. */
  hold(count = 1): void {
    this.#plan(count, () => ({ kind: 'hold' }));
  }

  /** Holds the next callbacks until there are as many, then sends them in reverse. */
  reorder(count = 2): void {
    this.#plan(count, (at) => ({ kind: 'reorder', last: at === count - 1 }));
  }

  #plan(count: number, mishapAt: (at: number) => Mishap): void {
    this.#state.mishaps.push(...Array.from({ length: count }, (_, at) => mishapAt(at)));
  }

  /** Lets held callbacks go, in their order. */
  release(): void {
    for (const delivery of this.#state.deliveries) if (delivery.state === 'held') this.#letGo(delivery);
  }

  #letGo(delivery: Delivery): void {
    delivery.state = 'waiting';
    delivery.swaps = false;
  }

  #swap(): void {
    const group = this.#state.deliveries.filter(({ state, swaps }) => state === 'held' && swaps);
    const places = group.map(({ place }) => place).toReversed();
    for (const [at, delivery] of group.entries()) {
      this.#letGo(delivery);
      delivery.place = places[at] ?? delivery.place;
    }
  }

  /** Sends a callback once more with the same content. */
  resend(id: number): void {
    const found = this.#state.deliveries.find((delivery) => delivery.id === id);
    if (!found) throw new Error(`There is no callback with the number ${id}.`);
    const { event, saleId, account, method, headers, query, body } = found;
    this.#append({ event, saleId, account, method, headers, query, body });
  }

  /** Gives a callback up: it is not retried. */
  stop(id: number): void {
    const found = this.#state.deliveries.find((delivery) => delivery.id === id);
    if (found?.state === 'waiting' || found?.state === 'held') found.state = 'stopped';
  }

  /** Returns the callbacks that were sent or recorded since the last call, in the order of sending. */
  take(): TakenDelivery[] {
    this.#recordDue();
    const fresh = this.#state.deliveries.filter(({ taken, state, attempts }) => !taken && (state === 'recorded' || attempts.length > 0));
    for (const delivery of fresh) delivery.taken = true;
    return fresh
      .toSorted((left, right) => left.dueAt - right.dueAt || left.place - right.place)
      .map((delivery) => ({
        id: delivery.id,
        event: delivery.event,
        saleId: delivery.saleId,
        method: delivery.method,
        url: this.#urlOf(delivery),
        headers: { ...delivery.headers },
        query: { ...delivery.query },
        body: Buffer.from(delivery.body),
        attempts: [...delivery.attempts],
      }));
  }

  /** Sends everything that is due, one after the other. Calls wait for one another. */
  async send(): Promise<void> {
    const mine = this.#sending.then(() => this.#sendDue());
    this.#sending = mine.catch(() => {});
    await mine;
  }

  #due(): Delivery[] {
    const now = this.#settings.now().getTime();
    return this.#state.deliveries
      .filter(({ state, dueAt }) => state === 'waiting' && dueAt <= now)
      .toSorted((left, right) => left.dueAt - right.dueAt || left.place - right.place);
  }

  #recordDue(): void {
    if (this.#settings.record) for (const delivery of this.#due()) delivery.state = 'recorded';
  }

  async #sendDue(): Promise<void> {
    this.#recordDue();
    for (const delivery of this.#due()) await this.#attempt(delivery);
  }

  #urlOf({ account, query }: Delivery): string {
    return withQuery(this.#settings.addressOf(account), query);
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const { now, isAccepted, retryMs, timeoutMs } = this.#settings;
    const at = now().getTime();
    const attempt: Attempt = { at, status: undefined, answer: '' };
    let accepted = false;
    try {
      const response = await fetch(this.#urlOf(delivery), {
        method: delivery.method,
        headers: delivery.headers,
        body: delivery.method === 'POST' ? delivery.body : null,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const answer = await response.text();
      attempt.status = response.status;
      attempt.answer = answer.slice(0, ANSWER_LENGTH);
      accepted = isAccepted(response.status, answer);
    } catch (error) {
      attempt.answer =
        error instanceof Error ? `${error.message}${error.cause instanceof Error ? `: ${error.cause.message}` : ''}` : String(error);
    }
    delivery.attempts.push(attempt);
    if (accepted) delivery.state = 'delivered';
    else delivery.dueAt = at + (retryMs[Math.min(delivery.attempts.length, retryMs.length) - 1] ?? 0);
  }
}
