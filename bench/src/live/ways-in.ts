import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { processorSeconds, processorSecondsOf } from '../processor-time.ts';
import { type Bound, type Server, median, startServer } from '../rounds.ts';
import type { SentPicture } from '../servers/live-publisher.ts';
import type { Stage } from '../stage.ts';
import { delaysOf, gapsOf } from './delays.ts';
import { makeFilm, makeFlv } from './film.ts';
import { type Nginx, findNginx, startNginx } from './nginx.ts';
import { type ShowStage, openShowStage } from './show-stage.ts';
import { type Browser, openBrowser, takeFrom, watchIn } from './watching-browser.ts';
import type { ShownPicture } from './watching-page.ts';

const STARTS = 3;
const SETTLE_MS = 10_000;
const WATCH_MS = 30_000;
const TAKE_MS = 5000;
const COST_ROUNDS = 3;
const COST_MS = 10_000;
const COST_SETTLE_MS = 4000;
/** The name of the stream at nginx, which asks for no key. */
const NGINX_KEY = 'film';

/** Seconds from the first keyframe that is sent to the first picture in a page that asked before. */
const startOnce = async (stage: ShowStage, browser: Browser, rtmp: Server): Promise<number> => {
  const page = await browser.openPage();
  const show = await stage.begin();
  const watching = watchIn(page, 'LL-HLS', show, show.playToken);
  await rtmp.ask({ publish: await stage.encoder() });
  const { shownAt } = await watching;
  const [first] = await rtmp.ask<SentPicture[]>({ sent: true });
  await page.close();
  await rtmp.ask({ stop: true });
  await stage.end(show);
  return (shownAt - first!.at) / 1000;
};

/** Watches in a page that joined a running show. @returns seconds from sending to showing, of each picture */
const watchIt = async (page: Page, rtmp: Server, name: string): Promise<number[]> => {
  await wait(SETTLE_MS);
  await takeFrom(page);
  const shown: ShownPicture[] = [];
  for (const end = performance.now() + WATCH_MS; performance.now() < end; ) {
    await wait(Math.min(TAKE_MS, end - performance.now()));
    shown.push(...(await takeFrom(page)).shown);
  }
  const { delays } = delaysOf(await rtmp.ask<SentPicture[]>({ sent: true }), shown);
  console.log(`${name}: ${delays.length} pictures timed, ${gapsOf(shown)} gaps, median ${(median(delays) / 1000).toFixed(2)} s`);
  return delays.map((delay) => delay / 1000);
};

const watchOurs = async (stage: ShowStage, browser: Browser, rtmp: Server): Promise<number[]> => {
  const page = await browser.openPage();
  const show = await stage.begin();
  await rtmp.ask({ publish: await stage.encoder() });
  await wait(SETTLE_MS);
  await watchIn(page, 'LL-HLS', show, await stage.join(show));
  const delays = await watchIt(page, rtmp, 'live, RTMP to LL-HLS');
  await page.close();
  await rtmp.ask({ stop: true });
  await stage.end(show);
  return delays;
};

const watchNginx = async (nginx: Nginx, browser: Browser, rtmp: Server): Promise<number[]> => {
  const page = await browser.openPage(nginx.url);
  await rtmp.ask({ publish: { port: nginx.rtmpPort!, key: NGINX_KEY } });
  await wait(SETTLE_MS);
  await watchIn(page, 'LL-HLS', { playlist: `${nginx.url}/${NGINX_KEY}.m3u8`, whep: '' }, '');
  const delays = await watchIt(page, rtmp, 'live, RTMP to the HLS of nginx-rtmp');
  await page.close();
  await rtmp.ask({ stop: true });
  return delays;
};

interface Cost {
  /** Shares of a core in percent: the live process alone, and with its children, such as the encoder of the sound. */
  alone: number;
  all: number;
}

/** The live process's share of a core, with one publisher and nobody watching. */
const costOf = async ({ live: { pid } }: ShowStage): Promise<Cost> => {
  await wait(COST_SETTLE_MS);
  const used = async () => {
    const { user, system } = await processorSecondsOf(pid);
    return { alone: user + system, all: await processorSeconds(pid), at: performance.now() };
  };
  const before = await used();
  await wait(COST_MS);
  const after = await used();
  const seconds = (after.at - before.at) / 1000;
  return { alone: ((after.alone - before.alone) / seconds) * 100, all: ((after.all - before.all) / seconds) * 100 };
};

/** One publisher by RTMP beside one by WHIP, in turns. */
const compareCosts = async (stage: ShowStage, rtmp: Server): Promise<Bound> => {
  const costs: Record<'rtmp' | 'whip', Cost[]> = { rtmp: [], whip: [] };
  for (let round = 0; round < COST_ROUNDS; round += 1) {
    const byRtmp = await stage.begin();
    await rtmp.ask({ publish: await stage.encoder() });
    costs.rtmp.push(await costOf(stage));
    await rtmp.ask({ stop: true });
    await stage.end(byRtmp);
    const byWhip = await stage.begin();
    await stage.publish(byWhip);
    costs.whip.push(await costOf(stage));
    await stage.end(byWhip);
  }
  const medianOf = (way: 'rtmp' | 'whip', part: keyof Cost): number => median(costs[way].map((cost) => cost[part]));
  for (const way of ['rtmp', 'whip'] as const)
    console.log(
      `live, a publisher by ${way.toUpperCase()}: ${medianOf(way, 'alone').toFixed(1)} % of a core, ${medianOf(way, 'all').toFixed(1)} % with its encoder of sound`,
    );
  const measured = medianOf('rtmp', 'alone') / medianOf('whip', 'alone');
  return { name: 'live, the cost of a publisher by RTMP, by that of one by WHIP', unit: '×', measured, atMost: 1.3 };
};

/** A show of 1280×720 at 30 pictures a second that an encoder publishes by RTMP, beside nginx with its RTMP module, over loopback. */
export const liveWaysIn = async (stage: Stage): Promise<readonly Bound[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-bench-flv-'));
  const rtmp = await startServer('./servers/rtmp-publisher.ts', { FLV: await makeFlv(folder, await makeFilm(folder)) });
  const program = await findNginx();
  const nginx = program === undefined ? undefined : await startNginx(program, { withRtmp: true });
  const shows = await openShowStage(stage);
  const browser = await openBrowser(shows.url);
  try {
    const starts: number[] = [];
    for (let round = 0; round < STARTS; round += 1) starts.push(await startOnce(shows, browser, rtmp));
    console.log(`live, first picture after the first keyframe: ${starts.map((value) => value.toFixed(2)).join(', ')} s`);
    const ours = median(await watchOurs(shows, browser, rtmp));
    const theirs = nginx && median(await watchNginx(nginx, browser, rtmp));
    if (theirs === undefined) console.log('live, RTMP: nginx was not found, so that nothing is compared with it');
    await browser.close();
    return [
      { name: 'live, RTMP to LL-HLS, first picture after the first keyframe', unit: 's', measured: median(starts), atMost: 2 },
      { name: 'live, RTMP to LL-HLS, median', unit: 's', measured: ours, atMost: 2.5 },
      ...(theirs === undefined
        ? []
        : [{ name: 'live, RTMP to LL-HLS by the HLS of nginx-rtmp, median', unit: '×', measured: ours / theirs, atMost: 1 }]),
      await compareCosts(shows, rtmp),
    ];
  } finally {
    await browser.close();
    await shows.close();
    await nginx?.stop();
    await rtmp.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
