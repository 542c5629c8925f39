import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROMIUM, CHROMIUM_FLAGS } from '@stagedoor/server/testing/chromium';
import { picture } from '@stagedoor/server/testing/factories';
import { type Page, chromium } from 'playwright-core';
import { CPU_SLOWDOWN, NETWORK, VIEWPORT } from './mid-phone.ts';
import { makePeople, openSession } from './people.ts';
import { type Bound, median, startOurs } from './rounds.ts';
import type { Stage } from './stage.ts';

const VISITS = 5;
/** The page counts as idle when there was no task longer than 50 ms for this long. */
const QUIET_MS = 3000;
const PHOTOS = 9;

interface Figures {
  /** Milliseconds until the largest thing stood (LCP). */
  largest: number;
  /** The worst five seconds' worth of shifted layout (CLS). */
  shift: number;
  /** What shifted. */
  moved: readonly string[];
  /** Milliseconds by which tasks exceeded 50 ms after the first paint (TBT). */
  blocking: number;
}

/** Runs in the page before anything else: notes what the browser reports. */
const OBSERVE = `
  globalThis.vitals = { largest: 0, shifts: [], moved: [], tasks: [], firstPaint: 0, lastLong: 0 };
  const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch('largest-contentful-paint', (entry) => { vitals.largest = entry.startTime; });
  watch('layout-shift', (entry) => {
    if (entry.hadRecentInput) return;
    vitals.shifts.push([entry.startTime, entry.value]);
    for (const { node } of entry.sources) vitals.moved.push(node?.outerHTML?.slice(0, 120) ?? node?.nodeName);
  });
  watch('paint', (entry) => { if (entry.name === 'first-contentful-paint') vitals.firstPaint = entry.startTime; });
  watch('longtask', (entry) => { vitals.tasks.push([entry.startTime, entry.duration]); vitals.lastLong = entry.startTime + entry.duration; });
`;

interface Vitals {
  largest: number;
  shifts: [number, number][];
  /** What shifted. */
  moved: string[];
  tasks: [number, number][];
  firstPaint: number;
  lastLong: number;
}

/** The worst session of shifts: at most a second between two, at most five in all (web.dev, "Evolving CLS"). */
const worstSession = (shifts: readonly [number, number][]): number => {
  let worst = 0;
  let sum = 0;
  let begun = 0;
  let last = 0;
  for (const [at, value] of shifts) {
    if (at - last > 1000 || at - begun > 5000) {
      sum = 0;
      begun = at;
    }
    sum += value;
    last = at;
    worst = Math.max(worst, sum);
  }
  return worst;
};

const measure = async (page: Page, url: string): Promise<Figures> => {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Network.enable');
  await protocol.send('Network.setCacheDisabled', { cacheDisabled: true });
  await protocol.send('Network.emulateNetworkConditions', NETWORK);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(OBSERVE);
  const response = await page.goto(url, { waitUntil: 'load' });
  // The page of an error would be fast.
  if (!response?.ok()) throw new Error(`${url} answered ${response?.status()}`);
  await page.waitForFunction(
    (quiet) =>
      performance.now() -
        Math.max((globalThis as unknown as { vitals: Vitals }).vitals.lastLong, performance.timing.loadEventEnd - performance.timeOrigin) >
      quiet,
    QUIET_MS,
    { polling: 200 },
  );
  const vitals = await page.evaluate(() => (globalThis as unknown as { vitals: Vitals }).vitals);
  const blocking = vitals.tasks
    .filter(([at]) => at >= vitals.firstPaint)
    .reduce((sum, [, duration]) => sum + Math.max(0, duration - 50), 0);
  return { largest: vitals.largest, shift: worstSession(vitals.shifts), moved: vitals.moved, blocking };
};

/** Bounds of visitors' pages, and of those of a signed-in fan. */
const VISITOR = { largest: 2.5, shift: 0.05, blocking: 200 };
const SIGNED_IN = { largest: 1.5, shift: 0.01, blocking: 150 };

/** Web vitals of pages with pictures on a mid-range phone, for a visitor and a fan: each visit with a new browser and an empty cache. */
export const pageSpeed = async (stage: Stage): Promise<readonly Bound[]> => {
  await makePeople(stage, 3, 1);
  const ours = await startOurs(stage, {
    LOG_LEVEL: 'warn',
    ROLES: 'web,worker',
    WEB: '1',
  });
  const posts: string[] = [];
  try {
    const fan = await openSession(stage, 4);
    for (const person of [1, 2, 3]) {
      const authorization = await openSession(stage, person);
      const send = async (path: string, field: string, size: { width: number; height: number }): Promise<{ _id: string }> => {
        const form = new FormData();
        form.set(field, await picture({ ...size, hue: person * 70 }), 'picture.jpg');
        const response = await fetch(`${ours.url}/api${path}`, { method: 'POST', headers: { authorization }, body: form });
        if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
        return ((await response.json()) as { data: { _id: string } }).data;
      };
      await send('/performers/avatar/upload', 'avatar', { width: 800, height: 800 });
      await send('/performers/cover/upload', 'cover', { width: 1920, height: 720 });
      if (person > 1) continue;
      for (let number = 0; number < PHOTOS; number += 1) {
        const { _id } = await send('/feeds/files/photo/upload', 'file', { width: 1600, height: 1200 });
        const response = await fetch(`${ours.url}/api/performer/feeds`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ text: 'Out of the kiln this morning.', title: '', audience: 'everyone', price: null, fileIds: [_id] }),
        });
        if (!response.ok) throw new Error(`feeds: ${response.status} ${await response.text()}`);
        posts.push(((await response.json()) as { data: { _id: string } }).data._id);
      }
    }
    const { rows } = await stage.sql.query<{ id: string }>(`select bench_id('person1') as id`);
    const followed = await fetch(`${ours.url}/api/reactions`, {
      method: 'POST',
      headers: { authorization: fan, 'content-type': 'application/json' },
      body: JSON.stringify({ objectType: 'performer', objectId: rows[0]!.id, action: 'follow' }),
    });
    if (!followed.ok) throw new Error(`a follow answered ${followed.status}`);
    const lines: Bound[] = [];
    for (const [name, path, token, bounds] of [
      ['log-in', '/auth/login', null, VISITOR],
      ['public profile', '/person1', null, VISITOR],
      ['home', '/', fan, SIGNED_IN],
      ['wallet', '/wallet', fan, SIGNED_IN],
      ['discover', '/discover', fan, SIGNED_IN],
      ['a post', `/feeds/${posts[0]}`, fan, SIGNED_IN],
    ] as const) {
      const figures: Figures[] = [];
      for (let round = 0; round < VISITS; round += 1) {
        const profile = await mkdtemp(join(tmpdir(), 'stagedoor-bench-browser-'));
        const context = await chromium.launchPersistentContext(profile, {
          executablePath: CHROMIUM,
          args: [...CHROMIUM_FLAGS],
          viewport: VIEWPORT,
          deviceScaleFactor: 1.75,
          isMobile: true,
          hasTouch: true,
        });
        try {
          if (token) await context.addCookies([{ name: 'token', value: token, url: ours.url, httpOnly: true }]);
          figures.push(await measure(context.pages()[0] ?? (await context.newPage()), ours.url + path));
        } finally {
          await context.close();
          await rm(profile, { recursive: true, force: true });
        }
      }
      const of = (key: 'largest' | 'shift' | 'blocking'): number => median(figures.map((figure) => figure[key]));
      if (of('shift') > bounds.shift)
        console.log(`${name}: ${[...new Set(figures.flatMap(({ moved }) => moved))].slice(0, 8).join('\n  ')}`);
      lines.push(
        { name: `${name} on a mid phone, LCP`, unit: 's', measured: of('largest') / 1000, atMost: bounds.largest },
        { name: `${name} on a mid phone, CLS`, unit: '', measured: of('shift'), atMost: bounds.shift },
        { name: `${name} on a mid phone, TBT`, unit: 'ms', measured: of('blocking'), atMost: bounds.blocking },
      );
    }
    return lines;
  } finally {
    await ours.stop();
  }
};
