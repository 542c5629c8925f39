import { setTimeout as wait } from 'node:timers/promises';
import { processorSecondsOf } from '../processor-time.ts';
import { type Bound, median, startServer } from '../rounds.ts';
import type { SentPicture } from '../servers/live-publisher.ts';
import type { ViewersSeen } from '../servers/whep-viewers.ts';
import type { Stage } from '../stage.ts';
import { delaysOf, gapsOf, percentile } from './delays.ts';
import { FRAMES_PER_SECOND } from './film.ts';
import { type BenchShow, type ShowStage, openShowStage } from './show-stage.ts';
import { type Browser, WAYS, type Way, openBrowser, takeFrom, watchIn } from './watching-browser.ts';
import type { ShownPicture } from './watching-page.ts';

const STARTS = 3;
const JOINS = 5;
/** How long a show that has just begun is watched. */
const START_WATCH_MS = 5000;
/** How often pages are asked for what they noted. */
const TAKE_MS = 5000;
const SETTLE_MS = 8000;
const WHEP_SECONDS = 10;
const VIEWERS = 200;
const VIEWERS_SETTLE_MS = 4000;
const VIEWERS_MS = 10_000;

/** Seconds from the publisher's first request to the first picture in a page that asked before. @param onStalls is told of stalls in the next seconds */
const startOnce = async (stage: ShowStage, browser: Browser, way: Way, onStalls: (count: number) => void): Promise<number> => {
  const page = await browser.openPage();
  const show = await stage.begin();
  const watching = watchIn(page, way, show, show.playToken);
  const { begunAt, connectedAt } = await stage.publish(show);
  const { shownAt } = await watching;
  console.log(`live, the publisher was connected after ${((connectedAt - begunAt) / 1000).toFixed(2)} s`);
  await wait(START_WATCH_MS);
  const { shown, waits } = await takeFrom(page);
  onStalls(waits + gapsOf(shown));
  await page.close();
  await stage.end(show);
  return (shownAt - begunAt) / 1000;
};

/** Seconds from a page's first request to its first picture, of a show that runs. */
const joinOnce = async (stage: ShowStage, browser: Browser, way: Way, show: BenchShow): Promise<number> => {
  const page = await browser.openPage();
  const { begunAt, shownAt } = await watchIn(page, way, show, await stage.join(show));
  await page.close();
  return (shownAt - begunAt) / 1000;
};

const repeat = async (times: number, measure: () => Promise<number>): Promise<number[]> => {
  const values: number[] = [];
  for (let round = 0; round < times; round += 1) values.push(await measure());
  return values;
};

/** Watches by LL-HLS. */
const watchHls = async (stage: ShowStage, browser: Browser, show: BenchShow, minutes: number): Promise<readonly Bound[]> => {
  const page = await browser.openPage();
  await watchIn(page, 'LL-HLS', show, await stage.join(show));
  await wait(SETTLE_MS);
  await takeFrom(page);
  const taken = { shown: [] as ShownPicture[], waits: 0 };
  for (const end = performance.now() + minutes * 60_000; performance.now() < end; ) {
    await wait(Math.min(TAKE_MS, end - performance.now()));
    const { shown, waits } = await takeFrom(page);
    taken.shown.push(...shown);
    taken.waits += waits;
  }
  await page.close();
  const { delays, codes } = delaysOf(await stage.publisher.ask<SentPicture[]>({ sent: true }), taken.shown);
  const gaps = gapsOf(taken.shown);
  const expected = minutes * 60 * FRAMES_PER_SECOND;
  const shown = taken.shown.at(-1)!.count - taken.shown[0]!.count + 1;
  console.log(
    `live, LL-HLS: ${shown} of ${expected} pictures shown, ${delays.length} timed, ${codes} read off the pictures and agreeing; ${taken.waits} waits, ${gaps} gaps`,
  );
  const name = `live, LL-HLS, from sending to showing in ${minutes} min`;
  return [
    { name: `${name}, median`, unit: 's', measured: median(delays) / 1000, atMost: 1.3 },
    { name: `${name}, p95`, unit: 's', measured: percentile(delays, 0.95) / 1000, atMost: 2 },
    { name: `live, LL-HLS, stalls in ${minutes} min`, unit: '', measured: taken.waits + gaps, atMost: 0 },
  ];
};

/** Cost of many viewers by WHEP for the live process. */
const watchByMany = async (stage: ShowStage, show: BenchShow): Promise<Bound> => {
  const viewers = await startServer('./servers/whep-viewers.ts', {});
  try {
    const tokens: string[] = [];
    for (let number = 0; number < VIEWERS; number += 1) tokens.push(await stage.join(show));
    const { pid } = stage.live;
    const shareOver = async (milliseconds: number): Promise<{ user: number; system: number }> => {
      const [before, begun] = [await processorSecondsOf(pid), performance.now()];
      await wait(milliseconds);
      const [after, seconds] = [await processorSecondsOf(pid), (performance.now() - begun) / 1000];
      return { user: (after.user - before.user) / seconds, system: (after.system - before.system) / seconds };
    };
    const alone = await shareOver(VIEWERS_SETTLE_MS);
    await viewers.ask({ connect: { url: show.whep, tokens } });
    await wait(VIEWERS_SETTLE_MS);
    await viewers.ask({});
    const begun = performance.now();
    const share = await shareOver(VIEWERS_MS);
    const seen = await viewers.ask<ViewersSeen>({});
    const megabits = (bytes: number): string => ((bytes * 8) / 1e6 / ((performance.now() - begun) / 1000)).toFixed(2);
    const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;
    console.log(
      `live, ${seen.viewers} viewers by WHEP: each got ${megabits(seen.bytes / seen.viewers)} Mbit/s of video, the least ${megabits(seen.fewest)}; the live process without viewers ${percent(alone.user + alone.system)} of a core, with them ${percent(share.user)} in its code and ${percent(share.system)} in the system’s`,
    );
    return {
      name: `live, ${VIEWERS} viewers by WHEP, of a core of the live process`,
      unit: '%',
      measured: (share.user + share.system) * 100,
      atMost: 35,
    };
  } finally {
    await viewers.stop();
  }
};

/** A show of 1280×720 at 30 pictures a second and 1.5 Mbit/s that was encoded before, over loopback. @param minutes how long it is watched by LL-HLS */
export const liveLatency = async (stage: Stage, minutes: number): Promise<readonly Bound[]> => {
  const shows = await openShowStage(stage);
  const browser = await openBrowser(shows.url);
  try {
    const lines: Bound[] = [];
    const say = (name: string, values: readonly number[]): void =>
      console.log(`${name}: ${values.map((value) => value.toFixed(2)).join(', ')} s`);
    for (const way of Object.keys(WAYS) as Way[]) {
      const name = `live, first picture after going live, ${way}`;
      let stalls = 0;
      const starts = await repeat(STARTS, () => startOnce(shows, browser, way, (count) => (stalls += count)));
      say(`${name}, ${stalls} stalls in the next ${START_WATCH_MS / 1000} s`, starts);
      lines.push({ name, unit: 's', measured: median(starts), atMost: 1.2 });
    }
    const show = await shows.begin();
    await shows.publish(show);
    await wait(SETTLE_MS);
    for (const way of Object.keys(WAYS) as Way[]) {
      const name = `live, first picture after joining, ${way}`;
      const joins = await repeat(JOINS, () => joinOnce(shows, browser, way, show));
      say(name, joins);
      lines.push({ name, unit: 's', measured: median(joins), atMost: 0.6 });
    }
    const delays = await shows.publisher.ask<number[]>({
      watch: { url: show.whep, token: await shows.join(show), seconds: WHEP_SECONDS },
    });
    const name = 'live, WHEP, from sending to the complete picture, median';
    lines.push({ name, unit: 's', measured: median(delays) / 1000, atMost: 0.1 });
    lines.push(...(await watchHls(shows, browser, show, minutes)));
    await browser.close();
    lines.push(await watchByMany(shows, show));
    await shows.end(show);
    return lines;
  } finally {
    await browser.close();
    await shows.close();
  }
};
