import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CHROMIUM, CHROMIUM_FLAGS } from '@stagedoor/server/testing/chromium';
import { type BrowserContext, type Page, chromium } from 'playwright-core';
import { type BenchInPage, PAGE_SCRIPT } from './live-page.ts';
import { makePeople, openSession } from './people.ts';
import { processorSeconds } from './processor-time.ts';
import { type Bound, median, startOurs } from './rounds.ts';
import type { Stage } from './stage.ts';

/** Three pages are watched at once: none of them sleeps. */
const AWAKE = ['--disable-background-timer-throttling', '--disable-renderer-backgrounding', '--disable-backgrounding-occluded-windows'];
const HLS = readFileSync(createRequire(import.meta.url).resolve('hls.js/dist/hls.light.min.js'), 'utf8');

const SETTLE_MS = 8000;
const MEASURE_MS = 10_000;
const openPage = async (context: BrowserContext, url: string): Promise<Page> => {
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') console.error(message.text());
  });
  // A page of the site's origin that the site knows nothing of: no policy of its own keeps the readers out.
  await page.route('**/bench', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><link rel="icon" href="data:,">' }),
  );
  await page.goto(`${url}/bench`);
  await page.evaluate(HLS);
  await page.evaluate(PAGE_SCRIPT);
  return page;
};

/** The middle delay of the pictures shown in the next seconds, in seconds. */
const delayOf = async (page: Page): Promise<number> => {
  const from = Date.now();
  await wait(MEASURE_MS);
  return median(await page.evaluate((at) => (globalThis as unknown as BenchInPage).bench.delaysSince(at), from)) / 1000;
};

/**
 * A show of 1280×720 at 30 pictures a second, published and watched in Chromium over loopback: from the picture's drawing to its showing.
 */
export const liveShow = async (stage: Stage): Promise<readonly Bound[]> => {
  await makePeople(stage, 1, 1);
  const token = await openSession(stage, 1);
  const ours = await startOurs(stage, {
    LOG_LEVEL: 'warn',
    ROLES: 'web,worker,live',
  });
  const profile = await mkdtemp(join(tmpdir(), 'stagedoor-bench-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    args: [...CHROMIUM_FLAGS, ...AWAKE],
  });
  try {
    const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const response = await fetch(`${ours.url}/api${path}`, {
        method,
        headers: { authorization: token, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return ((await response.json()) as { data: T }).data;
    };
    // The addresses name the public url; the bench's server listens elsewhere.
    const here = (address: string): string => `${ours.url}${new URL(address).pathname}`;
    const begin = () =>
      call<{ session: { _id: string; playback: { url: string; whep: string } }; publishing: { whip: string; token: string } }>(
        'POST',
        '/streaming/live',
        { title: 'Bach by request', isRecorded: true },
      );
    const { session, publishing } = await begin();
    const joined = await call<{ token: { tokenId: string } }>('POST', `/streaming/join/${session._id}`);
    const stageDoor = await openPage(context, ours.url);
    const seat = await openPage(context, ours.url);
    const box = await openPage(context, ours.url);

    const begunAt = await stageDoor.evaluate(([url, bearer]) => (globalThis as unknown as BenchInPage).bench.publish(url, bearer), [
      here(publishing.whip),
      publishing.token,
    ] as const);
    // As a player does that came too early: it asks again until there is something.
    const playlist = here(session.playback.url);
    while (!(await fetch(playlist)).ok) await wait(25);
    await seat.evaluate((url) => (globalThis as unknown as BenchInPage).bench.watchHls(url), playlist);
    const firstShown = await seat.waitForFunction(() => (globalThis as unknown as BenchInPage).bench.firstAt());
    const firstPlayable = ((await firstShown.jsonValue())! - begunAt) / 1000;
    await wait(SETTLE_MS);

    const { pid } = JSON.parse(await readFile(join(stage.dataDirectory, 'live', 'process.json'), 'utf8')) as { pid: number };
    const before = { at: performance.now(), used: await processorSeconds(pid) };
    const llHls = await delayOf(seat);
    const share = ((await processorSeconds(pid)) - before.used) / ((performance.now() - before.at) / 1000);

    await box.evaluate(([url, bearer]) => (globalThis as unknown as BenchInPage).bench.watchWhep(url, bearer), [
      here(session.playback.whep),
      joined.token.tokenId,
    ] as const);
    await box.waitForFunction(() => (globalThis as unknown as BenchInPage).bench.firstAt());
    const whep = await delayOf(box);
    return [
      { name: 'live show, LL-HLS, from drawing to showing, median', unit: 's', measured: llHls, atMost: 1.5 },
      { name: 'live show, WHEP, from drawing to showing, median', unit: 's', measured: whep, atMost: 0.25 },
      { name: 'live show, 720p30 with LL-HLS and recording, of a core', unit: '%', measured: share * 100, atMost: 12 },
      { name: 'live show, first picture shown after going live', unit: 's', measured: firstPlayable, atMost: 3 },
    ];
  } finally {
    await context.close();
    await ours.stop();
    await rm(profile, { recursive: true, force: true });
  }
};
