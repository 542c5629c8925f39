import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Person, createFan, createPerformer, topUp } from '../testing/factories.ts';
import { assertSound, tokensOf } from '../testing/paid-show-fixtures.ts';
import { type SeatAccount, minutesBegun, minutesOver, readSeats } from '../testing/seat-accounts.ts';
import { type ServerProcess, startServer } from '../testing/server-process.ts';
import { type TestApp, createTestApp } from '../testing/test-app.ts';
import { type BrowserViewer, watchInBrowser } from './testing/browser-viewer.ts';
import { curl, curlAll, curlAndClose } from './testing/curl.ts';
import { type ForeignViewer, watchAsForeigner } from './testing/foreign-viewer.ts';
import { CARD } from './testing/media-fixtures.ts';
import { readPlaylist } from './testing/playlist-client.ts';
import { type TestPublisher, publish } from './testing/publisher.ts';

// Clients that aren't ours watch a group show of a whole server at the same time, for two minutes, some of them as attackers would. What they
// were charged is compared with what they measured themselves.

const DEADLINE = { timeout: 60_000, interval: 100 };
/** Tokens a minute, and the least that can be bought. */
const PRICE = 5;
const TOKENS = 10 * PRICE;
/** Three minutes begin within it: at 10, 70 and 130 s. */
const WATCHED_MS = 133_000;
/** Media can be written to a client that closes its connection before they arrive. */
const UNDERWAY_MS = 3_000;
/**
 * The most media for a fan who can pay one minute: the settling seconds, that minute, and the time until they are out. That takes five seconds
 * (docs/domains/streams.md), and up to 25 where other tests keep the cores busy. Others get 133 seconds.
 */
const ONE_MINUTE_MS = 10_000 + 60_000 + 25_000;

let app: TestApp;
let server: ServerProcess;
let performer: Person;
let streamId: string;
let publishToken: string;
let publisher: TestPublisher;
let foreignToken: string;

beforeAll(async () => {
  app = await createTestApp();
  const place = { databaseUrl: app.testDatabase.ownerUrl, dataDirectory: app.dataDirectory };
  server = await startServer(place, { ROLES: 'web,worker,live', LOG_LEVEL: 'error' });
  performer = await createPerformer(app);
  const client = server.client(performer.client.token);
  const { session, publishing } = await client.call('POST /streaming/group-chat', {
    body: { title: 'Four blues', price: PRICE, seats: 20, minimumMinutes: 1, audience: 'everyone', isRecorded: false },
  });
  streamId = session._id;
  publishToken = publishing.token;
  const stranger = await createPerformer(app);
  const other = await server.client(stranger.client.token).call('POST /streaming/live', { body: { title: 'Scales' } });
  foreignToken = (
    await server.client(stranger.client.token).call('POST /streaming/token', { body: { id: other.session._id, type: 'play' } })
  ).tokenId;
  publisher = await vi.waitFor(() => publish({ url: address(`whip/${streamId}`), token: publishToken }), DEADLINE);
  const { database } = app.platform;
  const state = () => database.selectFrom('streams').select('state').where('id', '=', streamId).executeTakeFirstOrThrow();
  await vi.waitUntil(async () => (await state()).state === 'live', DEADLINE);
});
afterAll(async () => {
  publisher.vanish();
  server.child.kill('SIGTERM');
  await server.exited;
  await app.close();
});

const address = (path: string): string => `${server.url}/media/stagedoor/${path}`;
const playlistUrl = (): string => address(`streams/${streamId}.m3u8`);

interface Fan extends Person {
  playToken: string;
}
/** A fan with tokens and a seat. */
const seatFan = async (tokens = TOKENS): Promise<Fan> => {
  const fan = await createFan(app);
  await topUp(app, fan, tokens);
  const { token } = await server.client(fan.client.token).call('POST /streaming/join/{id}', { params: { id: streamId } });
  return { ...fan, playToken: token.tokenId };
};
/** Waits until the performer has sent so much more, or all is over. */
const passes = async (ms: number, isOver: () => boolean): Promise<void> => {
  const until = publisher.sent() + (ms / 1000) * CARD.fps;
  await vi.waitUntil(() => publisher.sent() >= until || isOver(), { timeout: ms + 60_000, interval: 100 });
};

/** Downloads each listed segment once with curl. */
const createDownloader = ({ playToken }: Fan) => {
  const fetched = new Set<number>();
  let receivedMs = 0;
  return {
    receivedMs: () => receivedMs,
    /** @param query blocks until a segment is there @returns the number of the next segment; undefined when it is refused */
    async fetchNew(query = ''): Promise<number | undefined> {
      const { status, text } = await curl(`${playlistUrl()}${query}`, playToken);
      if (status !== 200) return undefined;
      const { segments } = readPlaylist(text);
      const wanted = segments.filter(({ number, uri }) => uri !== undefined && !fetched.has(number));
      const urls = wanted.map(({ uri }) => new URL(uri!, playlistUrl()).href);
      for (const [index, { status: got, bytes }] of (await curlAll(urls, playToken)).entries()) {
        if (got !== 200 || bytes === 0) continue;
        fetched.add(wanted[index]!.number);
        receivedMs += wanted[index]!.duration! * 1000;
      }
      return segments.at(-1)!.number + (segments.at(-1)!.uri === undefined ? 0 : 1);
    },
  };
};

/** Plays with curl as a player does, until it has so much or is refused. @returns how much it received */
const playWithCurl = async (fan: Fan, enoughMs: number): Promise<number> => {
  const download = createDownloader(fan);
  let next = await download.fetchNew();
  while (next !== undefined && download.receivedMs() < enoughMs) next = await download.fetchNew(`?_HLS_msn=${next}`);
  return download.receivedMs();
};

/** Fetches a burst of segments every 18 seconds, and opens and closes the endless file, which once looked like leaving. */
const burstWithCurl = async (fan: Fan, isOver: () => boolean): Promise<number> => {
  const download = createDownloader(fan);
  while (!isOver()) {
    await download.fetchNew();
    expect(await curlAndClose(address(`streams/${streamId}.mp4`), fan.playToken)).toBeGreaterThan(0);
    await passes(18_000, isOver);
  }
  return download.receivedMs();
};

const watchForeign = (fan: Fan, isSilent = false): Promise<ForeignViewer> =>
  watchAsForeigner({ url: address(`whep/${streamId}`), token: fan.playToken, isSilent });

/** Media as a client measured them: those that arrived, and those with what was lost on the way. */
interface Media {
  receivedMs: number;
  sentMs: number;
}
const withoutLoss = (receivedMs: number): Media => ({ receivedMs, sentMs: receivedMs });
const measured = (viewer: { receivedMs(): number; sentMs(): number }): Media => ({
  receivedMs: viewer.receivedMs(),
  sentMs: viewer.sentMs(),
});

/** Connects again and again, for some seconds each. */
const reconnect = async (fan: Fan, forMs: number, isOver: () => boolean, isSilent = false): Promise<Media> => {
  const sum: Media = { receivedMs: 0, sentMs: 0 };
  while (!isOver()) {
    const viewer = await watchForeign(fan, isSilent);
    await passes(forMs, isOver);
    await viewer.stop();
    sum.receivedMs += viewer.receivedMs();
    sum.sentMs += viewer.sentMs();
  }
  return sum;
};

/** Watches until it is refused, with a new connection every 20 seconds. */
const watchUntilRefused = async (fan: Fan): Promise<number> => {
  let receivedMs = 0;
  for (;;) {
    const viewer = await watchForeign(fan).catch((error: unknown) => {
      if ((error as { cause?: { status?: number } }).cause?.status === 403) return undefined;
      throw error;
    });
    if (!viewer) return receivedMs;
    await passes(20_000, () => false);
    await viewer.stop();
    receivedMs += viewer.receivedMs();
  }
};

/** The seats once nothing moves any more: nobody is connected, and nothing is due. */
const settledSeats = async (): Promise<Map<string, SeatAccount>> => {
  const seats = await vi.waitUntil(async () => {
    const read = await readSeats(app, [streamId]);
    return read.every(({ isRunning, connectedMs, nextFromMs, hasLeft }) => !isRunning && (hasLeft || connectedMs < nextFromMs)) && read;
  }, DEADLINE);
  return new Map(seats.map((seat) => [seat.accountId, seat]));
};

test('without a seat nothing comes from any address of the show', async () => {
  const { playToken } = await seatFan();
  const text = await vi.waitUntil(async () => {
    const answer = await curl(playlistUrl(), playToken);
    return answer.status === 200 && /\/\d+\.m4s/.test(answer.text) ? answer.text : undefined;
  }, DEADLINE);
  const listed = (pattern: RegExp): string => new URL(pattern.exec(text)![0], playlistUrl()).href;
  const addresses = [
    playlistUrl(),
    listed(/[\w-]+\/\d+\.m4s/),
    listed(/[\w-]+\/\d+\.\d+\.m4s/),
    listed(/[\w-]+\/init-\d+\.mp4/),
    address(`streams/${streamId}.mp4`),
  ];
  for (const one of addresses.slice(0, -1)) expect((await curl(one, playToken, ['--output', '/dev/null'])).status).toBe(200);

  const outsider = await createFan(app);
  const refusals = [
    await server.client(outsider.client.token).send('POST /streaming/join/{id}', { params: { id: streamId } }),
    await server.client(outsider.client.token).send('POST /streaming/token', { body: { id: streamId, type: 'play' } }),
    await server.client().send('POST /streaming/join/{id}', { params: { id: streamId } }),
  ];
  expect(refusals.map(({ error }) => error?.error)).toEqual(['INSUFFICIENT_TOKENS', 'LOCKED', 'UNAUTHENTICATED']);
  const offer = ['--header', 'content-type: application/sdp', '--data-binary', 'v=0'];
  for (const bad of [undefined, 'forged', foreignToken, publishToken, outsider.client.token]) {
    for (const one of addresses) {
      const { status, text: body } = await curl(one, bad);
      expect([one, status, (JSON.parse(body) as { error: string }).error]).toEqual([one, 403, 'LIVE_TOKEN_INVALID']);
    }
    expect((await curl(address(`whep/${streamId}`), bad, offer)).status).toBe(403);
    await expect(
      watchAsForeigner({ url: address(`whep/${streamId}`), ...(bad === undefined ? {} : { token: bad }) }),
    ).rejects.toMatchObject({
      cause: { status: 403 },
    });
  }
  for (const bad of [undefined, 'forged', foreignToken, playToken, outsider.client.token])
    expect((await curl(address(`whip/${streamId}`), bad, offer)).status).toBe(403);
});

test('a burst of segments just before leaving is paid', async () => {
  const fan = await seatFan();
  const download = createDownloader(fan);
  await vi.waitUntil(async () => {
    await download.fetchNew();
    return download.receivedMs() > 12_000;
  }, DEADLINE);
  await server.client(fan.client.token).call('POST /streaming/leave/{id}', { params: { id: streamId } });
  expect(await tokensOf(app, fan)).toEqual({ wallet: TOKENS - PRICE, held: 0 });
});

test('each client is charged for the minutes that it received, attackers too', async () => {
  const players = { curl: await seatFan(), foreign: await seatFan(), browser: await seatFan() };
  const attackers = { bursts: await seatFan(), reconnects: await seatFan(), silent: await seatFan() };
  const poor = { curl: await seatFan(PRICE), foreign: await seatFan(PRICE) };
  const browser: BrowserViewer = await watchInBrowser(
    address(`whep/${streamId}`),
    players.browser.playToken,
    await mkdtemp(join(app.dataDirectory, 'browser-')),
  );
  let isOver = false;
  const attacks = Promise.all([
    burstWithCurl(attackers.bursts, () => isOver),
    reconnect(attackers.reconnects, 8_000, () => isOver),
    reconnect(attackers.silent, 10_000, () => isOver, true),
  ]);
  const poorReceived = playWithCurl(poor.curl, Number.POSITIVE_INFINITY);
  const poorWatched = watchUntilRefused(poor.foreign);
  const foreign = await watchForeign(players.foreign);
  expect(foreign.offer.split('m=audio')[1]).not.toContain('a=fmtp');
  const curlReceived = playWithCurl(players.curl, WATCHED_MS);
  const patience = { timeout: WATCHED_MS + 60_000, interval: 100 };
  await vi.waitUntil(() => foreign.receivedMs() >= WATCHED_MS && browser.receivedMs() >= WATCHED_MS, patience);
  const received = { curl: withoutLoss(await curlReceived), foreign: measured(foreign), browser: measured(browser) };
  expect(browser.frames()).toBeGreaterThan((WATCHED_MS / 1000) * CARD.fps * 0.5);
  isOver = true;
  await Promise.all([foreign.stop(), browser.stop()]);
  const [bursts, reconnects, silent] = await attacks;
  const media: Record<string, Media> = { ...received, bursts: withoutLoss(bursts), reconnects, silent };

  const seats = await settledSeats();
  const seatOf = ({ id }: Fan): SeatAccount => seats.get(id)!;
  for (const [name, fan] of Object.entries({ ...players, ...attackers })) {
    const { receivedMs, sentMs } = media[name]!;
    const { charged, givenBack, missed, paid, price } = seatOf(fan);
    expect.soft([name, receivedMs > 70_000]).toEqual([name, true]);
    // Nobody watches for nothing, and nobody pays for nothing.
    expect.soft([name, charged + missed >= minutesOver(receivedMs)]).toEqual([name, true]);
    expect.soft([name, charged - givenBack <= minutesBegun(sentMs + UNDERWAY_MS)]).toEqual([name, true]);
    expect.soft([name, paid]).toEqual([name, { count: charged - givenBack, tokens: (charged - givenBack) * price }]);
  }

  // Those who can't pay the second minute.
  for (const [fan, ms] of [
    [poor.curl, await poorReceived],
    [poor.foreign, await poorWatched],
  ] as const) {
    expect(ms).toBeLessThanOrEqual(ONE_MINUTE_MS);
    expect(seatOf(fan)).toMatchObject({ charged: 1, givenBack: 0, hasLeft: true });
    await expect(watchForeign(fan)).rejects.toMatchObject({ cause: { status: 403 } });
  }

  await server.client(performer.client.token).call('POST /streaming/end/{id}', { params: { id: streamId } });
  for (const fan of [...Object.values(players), ...Object.values(attackers)]) {
    const { charged, givenBack } = seatOf(fan);
    expect(await tokensOf(app, fan)).toEqual({ wallet: TOKENS - PRICE * (charged - givenBack), held: 0 });
  }
  await assertSound(app);
}, 240_000);
