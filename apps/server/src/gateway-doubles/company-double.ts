import { buyer, type Visit } from './buyer.ts';
import type { TEST_CARDS } from './cards.ts';
import { addConsole, type ConsoleCompany } from './console-routes.ts';
import { DAY_MS } from './dates.ts';
import { DeliveryQueue, type QueueSettings, type QueueState, type TakenDelivery } from './delivery.ts';
import { createDoubleServer, type Fields } from './double-server.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';

/** State that every double has. */
export interface DoubleState {
  /** How far the console has moved the double's clock ahead of the given one. */
  clockAheadMs: number;
  queue: QueueState;
}

/** Options that every double has. */
export interface DoubleOptions {
  /** Address of the site's callback. A shop or sub-account may have its own. */
  callbackUrl: string;
  now?: () => Date;
  /** Records callbacks in place of sending them. */
  record?: boolean;
  /** Waits in ms before a callback is sent again; the last one repeats. */
  callbackRetryMs?: readonly number[];
  callbackTimeoutMs?: number;
  /** File in which the state survives a restart. Without it the state is in memory alone. */
  snapshotFile?: string;
}

const RETRY_MS = [60_000, 300_000, 900_000, 3_600_000];
const TIMEOUT_MS = 10_000;
const MOST_REFUSALS = 50;

/** A simulated company: its server, its clock, its callbacks, and a buyer who pays on its pages. */
export abstract class CompanyDouble<State extends DoubleState> {
  readonly state: State;
  /** The callbacks, with switches to lose, double, delay, hold and reorder the next ones. */
  readonly deliveries: DeliveryQueue;
  /** Reasons why orders were refused, newest first. */
  readonly refusals: string[] = [];
  protected readonly server = createDoubleServer();
  readonly #snapshotFile: string | undefined;

  constructor(options: DoubleOptions, settings: { now: () => Date }, empty: State, queue: Pick<QueueSettings, 'addressOf' | 'isAccepted'>) {
    const state = readSnapshot(options.snapshotFile, empty);
    const { now } = settings;
    settings.now = () => new Date(now().getTime() + state.clockAheadMs);
    this.state = state;
    this.#snapshotFile = options.snapshotFile;
    this.deliveries = new DeliveryQueue(state.queue, {
      ...queue,
      now: settings.now,
      retryMs: options.callbackRetryMs ?? RETRY_MS,
      record: options.record ?? false,
      timeoutMs: options.callbackTimeoutMs ?? TIMEOUT_MS,
    });
  }

  /** Does what is due by the clock: renewals, retries, expiries. */
  protected abstract passTime(): void;

  /** Called after callbacks were sent by `work`. */
  protected afterSending(): void {}

  protected addConsole(company: Omit<ConsoleCompany, 'queue' | 'settle' | 'refusals' | 'now' | 'advance'>, now: () => Date): void {
    addConsole(this.server, {
      ...company,
      now,
      refusals: this.refusals,
      queue: this.deliveries,
      settle: () => this.settle(),
      advance: (days) => this.advance(days),
    });
  }

  protected readonly refuse = (reason: string): void => {
    this.refusals.unshift(reason);
    this.refusals.splice(MOST_REFUSALS);
  };

  get url(): string {
    return this.server.url;
  }

  /** @returns the double's address */
  async listen(port = 0): Promise<string> {
    return await this.server.listen(port);
  }

  async close(): Promise<void> {
    await this.server.close();
  }

  protected save(): void {
    writeSnapshot(this.#snapshotFile, this.state);
  }

  /** Sends the callbacks that are due and saves the state. */
  async settle(): Promise<void> {
    await this.deliveries.send();
    this.save();
  }

  protected async after<Result>(result: Result): Promise<Result> {
    await this.settle();
    return result;
  }

  /** Does what is due and sends callbacks. Called every few seconds, or after moving the clock. */
  async work(): Promise<void> {
    this.passTime();
    await this.deliveries.send();
    this.afterSending();
    await this.settle();
  }

  /** Moves the double's own clock ahead and does what is due then. */
  async advance(days: number): Promise<void> {
    this.state.clockAheadMs += days * DAY_MS;
    await this.work();
  }

  /** Returns the callbacks that were sent or recorded since the last call. */
  takeDeliveries(): TakenDelivery[] {
    return this.deliveries.take();
  }

  /** Opens a buyer's page and pays with a test card. */
  async approve(url: string, card: keyof typeof TEST_CARDS = 'approved', more: Fields = {}): Promise<Visit> {
    return await buyer.pay(url, card, more);
  }

  /** Opens a buyer's page and pays with a card, or from an account, that is declined. */
  async decline(url: string): Promise<Visit> {
    return await buyer.pay(url, 'declined', { account: 'declined' });
  }

  /** Pays with a card that asks for 3-D Secure, then passes or fails the check. */
  async challenge(url: string, passes: boolean): Promise<Visit> {
    return await buyer.challenge(url, passes);
  }

  /** Leaves a buyer's page by its cancel button. */
  async cancel(url: string): Promise<Visit> {
    return await buyer.cancel(url);
  }
}
