import { MINUTE_MS, SETTLING_MS } from '../../modules/streams/minutes.rules.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Random } from '../chaos/random.ts';
import { topUp } from '../factories.ts';
import type { TestApp } from '../test-app.ts';
import type { Connection, PlayedClient } from './played-clients.ts';
import type { PlayedNode } from './played-node.ts';
import type { PlayedSeat } from './played-seat.ts';

/** Lengths of a playlist, and of a node's memory (live/media/window.ts). */
const [LISTED_MS, KEPT_MS] = [24_000, 54_000];
/** Longer than a node takes to close a silent connection and to report it. */
const UNTIL_REPORTED = 14;
/** A sign of life counts with the node's next tick. */
const TICK_MS = 1_000;

/** The stage of all shows: their nodes, and how often something of ours or of the performer's broke. */
export interface Venue {
  app: TestApp;
  random: Random;
  hostOf(streamId: string): PlayedNode | undefined;
  breaksOf(streamId: string): number;
}

/** A person's doings, one second after the other. */
export type Course = AsyncGenerator<undefined, void>;

/** A fan's means in a show: two tokens, of a phone and of a laptop. */
const createMeans = (venue: Venue, seat: PlayedSeat) => {
  const { app, hostOf, random } = venue;
  const { streamId, fan } = seat;
  /** @returns undefined when it was refused, as fans are who have no seat, no show, or another device */
  const attempt = async <T>(act: (node: PlayedNode) => Promise<T>): Promise<T | undefined> => {
    const node = hostOf(streamId);
    if (!node) return undefined;
    try {
      return await act(node);
    } catch (error) {
      if (error instanceof CodedError && error.status < 500) return undefined;
      throw error;
    }
  };
  const join = async (device: string): Promise<PlayedClient | undefined> => {
    const { status, data } = await fan.client.send('POST /streaming/join/{id}', { params: { id: streamId } });
    return status < 300 ? seat.client(data.token.tokenId, device) : undefined;
  };
  return {
    join,
    async topUp(): Promise<void> {
      await topUp(app, fan, 5 + Math.floor(random.next() * 5));
    },
    leave: () => fan.client.send('POST /streaming/leave/{id}', { params: { id: streamId } }),
    connect: (client: PlayedClient) => attempt((node) => node.connect(streamId, client)),
    fetchNewest: (client: PlayedClient, ms: number) => attempt((node) => node.fetchNewest(streamId, client, ms)),
    open: (client: PlayedClient) => attempt((node) => node.open(streamId, client)),
  };
};
type Means = ReturnType<typeof createMeans>;

/** A way to watch, or to cheat, for some seconds. */
type Habit = (means: Means, client: PlayedClient, seconds: number, venue: Venue, seat: PlayedSeat) => Course;

export async function* wait(seconds: number): Course {
  for (let second = 0; second < seconds; second += 1) yield;
}
/** Reports for some seconds, unless the connection is closed. */
async function* reportFor(connection: Connection | undefined, seconds: number): Course {
  for (let second = 0; second < seconds && connection?.isClosed() === false; second += 1) {
    connection.report();
    yield;
  }
}

const HABITS: Record<string, Habit> = {
  async *watches({ connect }, client, seconds) {
    const connection = await connect(client);
    yield* reportFor(connection, seconds);
    connection?.close();
  },
  async *plays({ fetchNewest }, client, seconds) {
    for (let second = 0; second < seconds; second += 2) {
      await fetchNewest(client, 4_000);
      yield* wait(2);
    }
  },
  async *usesBoth({ connect, fetchNewest }, client, seconds) {
    const connection = await connect(client);
    for (let second = 0; second < seconds; second += 2) {
      await fetchNewest(client, 8_000);
      yield* reportFor(connection, 2);
      if (connection?.isClosed() !== false) yield* wait(2);
    }
    connection?.close();
  },
  async *bursts({ fetchNewest }, client, seconds, { random }) {
    const [everySeconds, ms] = random.pick([
      [18, LISTED_MS],
      [24, LISTED_MS],
      [50, KEPT_MS],
    ] as const);
    for (let second = 0; second < seconds + everySeconds; second += everySeconds) {
      await fetchNewest(client, ms);
      yield* wait(everySeconds);
    }
  },
  async *opensAndCloses({ fetchNewest, open }, client, seconds, { random }) {
    for (let second = 0; second < seconds; second += 18) {
      await fetchNewest(client, LISTED_MS);
      const file = await open(client);
      const openSeconds = random.pick([0, 1, 3]);
      yield* wait(openSeconds);
      file?.close();
      yield* wait(18 - openSeconds);
    }
  },
  async *downloads({ open }, client, seconds) {
    const file = await open(client);
    yield* wait(seconds);
    file?.close();
  },
  async *reconnects({ connect }, client, seconds, { random }) {
    for (let second = 0; second < seconds; second += 10) {
      const connection = await connect(client);
      yield* reportFor(connection, random.pick([3, 6, 8, 9]));
      connection?.close();
      yield* wait(random.pick([1, 2, 8]));
    }
  },
  async *isSuspended({ connect, fetchNewest }, client, seconds, { random }) {
    const connection = await connect(client);
    for (let second = 0; second < seconds; second += 10) {
      yield* reportFor(connection, 4);
      yield* wait(random.pick([3, 6]));
    }
    connection?.close();
    yield* wait(random.pick([5, 20]));
    await fetchNewest(client, LISTED_MS);
  },
  async *losesPackets({ connect }, client, seconds, { random }) {
    const connection = await connect(client);
    for (let second = 0; second < seconds; second += 1) {
      if (connection) connection.isCut = random.chance(0.3);
      yield* reportFor(connection, 1);
    }
    connection?.close();
  },
  async *dies({ connect }, client, seconds, { breaksOf, random }, seat) {
    const connection = await connect(client);
    const [beforeMs, isUnlucky] = [random.pick([2_000, 5_000, 7_000, 8_000]), random.chance(0.8)];
    yield* reportFor(connection, 1 + (seconds % 10));
    // Close to where a minute begins.
    for (
      let left = 60;
      isUnlucky && left > 0 && MINUTE_MS - ((seat.positionMs() + MINUTE_MS - SETTLING_MS) % MINUTE_MS) > beforeMs;
      left -= 1
    )
      yield* reportFor(connection, 1);
    if (connection?.isClosed() !== false) return;
    connection.report();
    const fromMs = seat.positionMs() + TICK_MS;
    const breaks = breaksOf(seat.streamId);
    connection.isCut = true;
    yield* wait(UNTIL_REPORTED);
    if (connection.isClosed() && breaksOf(seat.streamId) === breaks) seat.absences.push({ fromMs, toMs: seat.positionMs() });
    connection.close();
    yield* wait(random.pick([0, 10, 40]));
  },
  async *neverReports({ connect }, client, seconds) {
    for (let second = 0; second < seconds; second += 9) {
      const connection = await connect(client);
      yield* wait(9);
      connection?.close();
    }
  },
  async *passesTokensOn({ connect, fetchNewest, join }, client, seconds) {
    const other = await join('laptop');
    const connection = await connect(client);
    for (let second = 0; second < seconds; second += 6) {
      yield* reportFor(connection, 3);
      if (other) await fetchNewest(other, LISTED_MS);
      yield* wait(2);
      await fetchNewest(client, 8_000);
      yield;
    }
    connection?.close();
  },
  async *sharesOneToken({ fetchNewest }, client, seconds) {
    const copy = { ...client, device: 'somebody else' };
    for (let second = 0; second < seconds; second += 4) {
      await fetchNewest(client, 8_000);
      yield* wait(2);
      await fetchNewest(copy, 8_000);
      yield* wait(2);
    }
  },
  async *leaves({ connect, leave }, client, seconds) {
    const connection = await connect(client);
    yield* reportFor(connection, seconds);
    await leave();
    yield* reportFor(connection, 3);
    connection?.close();
  },
  async *isAway(_means, _client, seconds) {
    yield* wait(seconds);
  },
};

/** Plays a fan of a show, until its end. */
export async function* liveOf(venue: Venue, seat: PlayedSeat): Course {
  const means = createMeans(venue, seat);
  const { random } = venue;
  for (;;) {
    // A new token each time, as a page that is opened again: the one of a seat that was given up is worth nothing.
    const client = await means.join('phone');
    if (!client) {
      if (random.chance(0.5)) await means.topUp();
      yield* wait(10);
      continue;
    }
    for (let habits = 1 + Math.floor(random.next() * 3); habits > 0; habits -= 1) {
      const name = random.pick(Object.keys(HABITS));
      const seconds = random.pick([5, 12, 30, 61, 90, 130]) + Math.floor(random.next() * 10);
      seat.did.push(`${name} ${seconds}`);
      yield* HABITS[name]!(means, client, seconds, venue, seat);
    }
  }
}
