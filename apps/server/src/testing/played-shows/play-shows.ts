import { sql } from 'kysely';
import { sweepMinutes, sweepShows } from '../../modules/streams/index.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Random } from '../chaos/random.ts';
import { type Person, topUp } from '../factories.ts';
import { beginGroupShow } from '../paid-show-fixtures.ts';
import type { TestApp } from '../test-app.ts';
import { createPrivateShow } from '../test-node.ts';
import { type Course, type Venue, liveOf, wait } from './played-fans.ts';
import { type PlayedNode, createPlayedNode } from './played-node.ts';
import { type PlayedSeat, createSeat } from './played-seat.ts';

const NODES = 2;
const SECOND_MS = 1_000;
const SWEEP_SHOWS_SECONDS = 5;

export interface PlayedShow {
  streamId: string;
  performer: Person;
  publishToken: string;
  seats: PlayedSeat[];
}

/** Until which second what of ours fails. */
interface Outages {
  reports: Map<PlayedNode, number>;
  workers: number;
}

/** Opens a private show, or a group show. */
const openShow = async (
  app: TestApp,
  random: Random,
  performer: Person,
  guests: readonly Person[],
  isOutage: () => boolean,
): Promise<PlayedShow> => {
  const price = 1 + Math.floor(random.next() * 3);
  const seatsIn = (streamId: string): PlayedSeat[] => guests.map((fan) => createSeat(streamId, fan, isOutage));
  if (guests.length === 1 && random.chance(0.4)) {
    const { streamId, token } = await createPrivateShow(app, performer, guests[0]!, { price: BigInt(price * 100) });
    return { streamId, performer, publishToken: token, seats: seatsIn(streamId) };
  }
  const { streamId, publishToken } = await beginGroupShow(performer, { price, seats: guests.length + 1 });
  return { streamId, performer, publishToken, seats: seatsIn(streamId) };
};

/** Has a node report, and notes which seats it was counted for. */
const reportOf = async (app: TestApp, node: PlayedNode, seatsOf: ReadonlyMap<string, readonly PlayedSeat[]>): Promise<void> => {
  const counts = await node.report();
  const { rows } = await sql<{ seat: string }>`
    select p.stream_id || ' ' || p.account_id as seat from stream_participants p join streams s on s.id = p.stream_id
    where s.node_id = ${node.id}::uuid and p.left_at is null`.execute(app.platform.database);
  const counted = new Set(rows.map(({ seat }) => seat));
  for (const { streamId, countId, hasEnded } of counts)
    for (const seat of seatsOf.get(streamId) ?? []) {
      seat.reported(countId, !hasEnded && counted.has(`${streamId} ${seat.fan.id}`));
      if (hasEnded) seat.lose(countId);
    }
};

/** Charges as one worker or two do, while the page of a fan asks too. */
const sweepOf = async (app: TestApp, random: Random, shows: readonly PlayedShow[]): Promise<void> => {
  const sweeps = random.chance(0.3) ? [sweepMinutes(app.platform), sweepMinutes(app.platform)] : [sweepMinutes(app.platform)];
  const { streamId, seats } = random.pick(shows);
  const tick = random.pick(seats).fan.client.send('POST /payment-wallet/send-private-chat/{id}', { params: { id: streamId } });
  await Promise.all([...sweeps, tick]);
};

/**
 * Plays shows beside each other on the app's clock: performers who drop and return, fans who cheat or have bad luck (played-fans.ts), and
 * outages of ours. Afterwards nobody is connected, and everything that can be reported and charged is.
 */
export const playShows = async (
  app: TestApp,
  { random, performers, fans, seconds }: { random: Random; performers: readonly Person[]; fans: readonly Person[]; seconds: number },
): Promise<PlayedShow[]> => {
  const nodes = Array.from({ length: NODES }, () => createPlayedNode(app));
  const hosts = new Map<string, PlayedNode>();
  const breaks = new Map<string, number>();
  const outages: Outages = { reports: new Map(), workers: 0 };
  let second = 0;
  let outagesSoFar = 0;
  const reportsFail = (node: PlayedNode): boolean => (outages.reports.get(node) ?? 0) > second;
  const workersFail = (): boolean => outages.workers > second;
  const isOutage = (): boolean => workersFail() || nodes.some(reportsFail);
  const hit = (streamId: string): void => void breaks.set(streamId, (breaks.get(streamId) ?? 0) + 1);
  const venue: Venue = {
    app,
    random,
    hostOf: (streamId) => hosts.get(streamId),
    breaksOf: (streamId) => (breaks.get(streamId) ?? 0) + outagesSoFar,
  };

  async function* perform({ streamId, publishToken }: PlayedShow): Course {
    for (;;) {
      // A node that can't reach the database can't accept a publisher either.
      const reachable = nodes.filter((one) => !reportsFail(one));
      if (reachable.length === 0) {
        yield;
        continue;
      }
      const node = random.pick(reachable);
      try {
        await node.publish(streamId, publishToken);
      } catch (error) {
        // The show is over.
        if (error instanceof CodedError && error.status < 500) return;
        throw error;
      }
      hosts.set(streamId, node);
      hit(streamId);
      for (let left = 20 + Math.floor(random.next() * 200); left > 0 && node.isPublishing(streamId); left -= 1) yield;
      const isDropping = node.isPublishing(streamId);
      hit(streamId);
      node.drop(streamId);
      yield* wait(isDropping ? random.pick([1, 3, 12, 35]) : random.pick([2, 6, 12]));
    }
  }

  const shows: PlayedShow[] = [];
  let next = 0;
  for (const performer of performers) {
    const guests = fans.slice(next, next + 1 + Math.floor(random.next() * 3));
    next += guests.length;
    if (guests.length > 0) shows.push(await openShow(app, random, performer, guests, isOutage));
  }
  const seatsOf = new Map(shows.map(({ streamId, seats }) => [streamId, seats]));
  const courses = new Set<Course>(shows.flatMap((show) => [perform(show), ...show.seats.map((seat) => liveOf(venue, seat))]));

  const kill = (node: PlayedNode): void => {
    for (const { streamId, countId } of node.kill()) {
      hit(streamId);
      for (const seat of seatsOf.get(streamId) ?? []) seat.lose(countId);
    }
    nodes.splice(nodes.indexOf(node), 1, createPlayedNode(app));
  };
  const misfortune = (): void => {
    if (random.chance(1 / 90)) kill(random.pick(nodes));
    const wereLate = nodes.some(reportsFail);
    if (random.chance(1 / 90)) outages.reports.set(random.pick(nodes), second + random.pick([4, 8, 20, 70]));
    if (random.chance(1 / 90)) outages.workers = second + random.pick([5, 15, 75]);
    if (random.chance(1 / 150)) {
      outages.workers = second + random.pick([10, 40, 80]);
      for (const node of nodes) outages.reports.set(node, outages.workers);
    }
    if (wereLate || nodes.some(reportsFail)) outagesSoFar += 1;
  };
  for (; second < seconds; second += 1) {
    app.clock.advance(SECOND_MS);
    for (const node of nodes) node.pass(SECOND_MS);
    for (const course of courses) if ((await course.next()).done) courses.delete(course);
    misfortune();
    for (const [index, node] of nodes.entries()) if ((second + index) % 2 === 0 && !reportsFail(node)) await reportOf(app, node, seatsOf);
    if (workersFail()) continue;
    if (second % SWEEP_SHOWS_SECONDS === 0) await sweepShows(app.platform);
    await sweepOf(app, random, shows);
  }
  for (const node of nodes) node.disconnectAll();
  for (const node of nodes) await reportOf(app, node, seatsOf);
  while ((await sweepMinutes(app.platform)) > 0);
  return shows;
};

/** Gives people tokens for some minutes. */
export const buyTokens = async (app: TestApp, fans: readonly Person[], random: Random): Promise<void> => {
  for (const fan of fans) await topUp(app, fan, 5 + Math.floor(random.next() * 12));
};
