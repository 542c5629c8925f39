import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../testing/chaos/random.ts';
import { type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { assertSound } from '../../testing/paid-show-fixtures.ts';
import { type PlayedShow, buyTokens, playShows } from '../../testing/played-shows/play-shows.ts';
import type { PlayedSeat } from '../../testing/played-shows/played-seat.ts';
import { type SeatAccount, minutesBegun, minutesOver, readSeats } from '../../testing/seat-accounts.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { MINUTE_MS, SETTLING_MS } from './minutes.rules.ts';

// Shows on the virtual clock, from the node's count to the ledger. SHOWS_SEED plays others; a failure prints its seed.
const SHOWS = 300;
const TOGETHER = 100;
const SECONDS = 240;
const seed = Number(process.env['SHOWS_SEED'] ?? 47);
const random = createRandom(seed);

let app: TestApp;
const performers: Person[] = [];
const fans: Person[] = [];
beforeAll(async () => {
  app = await createTestApp();
  const admin = await createAdmin(app);
  for (let count = 0; count < TOGETHER; count += 1) performers.push(await createPerformer(app, { admin }));
  for (let count = 0; count < TOGETHER * 2; count += 1) fans.push(await createFan(app));
});
afterAll(() => app.close());

/** Names the faults of a seat that was played. */
const faultsOf = (seat: PlayedSeat, account: SeatAccount): string[] => {
  const { charged, givenBack, missed, connectedMs, nextFromMs, minutes, price, paid } = account;
  const faults: string[] = [];
  const check = (isRight: boolean, fault: string): void => void (isRight || faults.push(fault));
  check(connectedMs === seat.connectedMs(), `${connectedMs} ms are counted, ${seat.connectedMs()} were reported`);
  // Nobody watches for nothing.
  const isDue = connectedMs >= nextFromMs;
  const lostMs = seat.positionMs() - seat.connectedMs() + seat.lostMs();
  const accountable = seat.receivedMs() - lostMs - (isDue ? seat.excusedMs() : 0);
  check(
    charged + missed >= minutesOver(accountable),
    `${charged} minutes charged, ${missed} missed: too few for ${accountable} ms received`,
  );
  const coveredMs = Math.min(connectedMs, nextFromMs);
  check(
    charged + missed >= Math.ceil((coveredMs - SETTLING_MS) / MINUTE_MS),
    `${charged} minutes charged, ${missed} missed: too few for ${coveredMs} ms connected`,
  );
  // Nobody pays for nothing.
  const kept = charged - givenBack;
  check(kept <= minutesBegun(connectedMs), `${kept} minutes charged: too many for ${connectedMs} ms connected`);
  for (const [index, { minute, fromMs, isGivenBack }] of minutes.entries()) {
    const before = minutes[index - 1];
    const freeFrom = before === undefined ? SETTLING_MS : before.isGivenBack ? before.toMs! : before.fromMs + MINUTE_MS;
    check(minute === index + 1 && fromMs >= freeFrom && fromMs <= connectedMs, `minute ${minute} begins at ${fromMs}, after ${freeFrom}`);
    const absence = seat.absences.find(({ fromMs: goneFrom, toMs }) => fromMs > goneFrom && fromMs <= toMs);
    check(isGivenBack || !absence, `minute ${minute} begins at ${fromMs}, when the fan was gone: ${JSON.stringify(absence)}`);
  }
  check(minutes.length === charged, `${minutes.length} minutes are listed of ${charged}`);
  check(paid.count === kept && paid.tokens === kept * price, `${paid.count} minutes are paid with ${paid.tokens}, of ${kept} at ${price}`);
  return faults;
};

const faultsOfShows = async (shows: readonly PlayedShow[]): Promise<string[]> => {
  const accounts = await readSeats(
    app,
    shows.map(({ streamId }) => streamId),
  );
  return shows.flatMap(({ streamId, seats }) =>
    seats.flatMap((seat) => {
      const account = accounts.find((one) => one.streamId === streamId && one.accountId === seat.fan.id);
      if (!account) return seat.receivedMs() > 0 ? [`no seat received ${seat.receivedMs()} ms`] : [];
      return faultsOf(seat, account).map((fault) => `${fault} (${seat.did.join(', ')})`);
    }),
  );
};

test('in 300 shows nobody watches for nothing, nobody pays for nothing, and the ledger is right', async () => {
  const faults: string[] = [];
  const sums = { shows: 0, seats: 0, charged: 0, givenBack: 0, missed: 0, absences: 0 };
  while (sums.shows < SHOWS) {
    await buyTokens(app, fans, random);
    const shows = await playShows(app, { random, performers, fans, seconds: SECONDS });
    faults.push(...(await faultsOfShows(shows)));
    for (const { performer, streamId } of shows) await performer.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
    faults.push(...(await faultsOfShows(shows)));
    for (const account of await readSeats(
      app,
      shows.map(({ streamId }) => streamId),
    )) {
      if (account.held !== 0) faults.push(`${account.held} are held after the end`);
      sums.seats += 1;
      sums.charged += account.charged;
      sums.givenBack += account.givenBack;
      sums.missed += account.missed;
    }
    sums.shows += shows.length;
    sums.absences += shows.flatMap(({ seats }) => seats.flatMap(({ absences }) => absences)).length;
    if (faults.length > 0) break;
  }
  expect({ seed, faults: faults.slice(0, 20) }).toEqual({ seed, faults: [] });
  await assertSound(app);
}, 900_000);
