import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CHROMIUM, CHROMIUM_FLAGS } from '@stagedoor/server/testing/chromium';
import { runFfmpeg } from '@stagedoor/server/testing/videos';
import { type CDPSession, chromium } from 'playwright-core';
import { CPU_SLOWDOWN, NETWORK, VIEWPORT } from './mid-phone.ts';
import { makePeople, openSession } from './people.ts';
import { type Bound, median, startOurs } from './rounds.ts';
import type { Stage } from './stage.ts';

const SWIPES = 60;
/** The heap is compared with what it was by then. */
const EARLY = 10;
/** More than are swiped through, so that the last one isn't the end. */
const REELS = SWIPES + 4;
const FILM_SECONDS = 5;
/** How long a reel is watched before the next swipe. */
const WATCH_MS = 2000;
const SWIPE = { steps: 11, pixels: 42, stepMs: 16 };
const LATE_MS = 20_000;
const UPLOADS_AT_ONCE = 4;

interface Swipe {
  /** Milliseconds from the finger's touch to the first picture of the next reel. */
  fromTouch: number;
  /** The same from when the finger left. */
  fromLeave: number;
  /** Video elements in the document. */
  videos: number;
}

/** Runs in the page: notes touches, and the first picture that is shown after a film began to play. */
const OBSERVE = `
  globalThis.swiping = { touch: 0, leave: 0, first: null, most: 0 };
  addEventListener('touchstart', (event) => { swiping.touch = event.timeStamp; }, { capture: true, passive: true });
  addEventListener('touchend', (event) => { swiping.leave = event.timeStamp; }, { capture: true, passive: true });
  addEventListener('play', ({ target }) => {
    target.requestVideoFrameCallback((_now, { expectedDisplayTime }) => swiping.first?.(expectedDisplayTime));
  }, true);
  new MutationObserver(() => {
    swiping.most = Math.max(swiping.most, document.getElementsByTagName('video').length);
  }).observe(document, { childList: true, subtree: true });
  swiping.next = (lateMs) => new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('no picture came')), lateMs);
    swiping.most = document.getElementsByTagName('video').length;
    swiping.first = (at) => {
      swiping.first = null;
      clearTimeout(late);
      resolve(at);
    };
  });
`;

interface InPage {
  swiping: { touch: number; leave: number; most: number; next(lateMs: number): Promise<number> };
}

/** A finger that moves up by more than half of a reel within a fifth of a second. */
const swipeUp = async (protocol: CDPSession): Promise<void> => {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    protocol.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: VIEWPORT.width / 2, y: at }] });
  const from = VIEWPORT.height * 0.75;
  await touch('touchStart', from);
  for (let step = 1; step <= SWIPE.steps; step += 1) {
    await touch('touchMove', from - step * SWIPE.pixels);
    await wait(SWIPE.stepMs);
  }
  await touch('touchEnd');
};

const heapOf = async (protocol: CDPSession): Promise<number> => {
  // What finalizers free is collected by a second one.
  await protocol.send('HeapProfiler.collectGarbage');
  await protocol.send('HeapProfiler.collectGarbage');
  return (await protocol.send('Runtime.getHeapUsage')).usedSize;
};

/** Uploads reels and waits until all are encoded. */
const makeReels = async (stage: Stage, url: string): Promise<void> => {
  const authorization = await openSession(stage, 1);
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-bench-reel-'));
  const path = join(folder, 'film.mp4');
  const sources = ['-f', 'lavfi', '-i', 'testsrc2=size=360x640:rate=30', '-f', 'lavfi', '-i', 'sine=frequency=440'];
  const form = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  await runFfmpeg(...sources, '-t', String(FILM_SECONDS), ...form, path);
  const film = new Blob([await readFile(path)], { type: 'video/mp4' });
  await rm(folder, { recursive: true, force: true });
  const upload = async (number: number): Promise<void> => {
    const form = new FormData();
    form.set('title', `Scales, part ${number}`);
    form.set('file', film, 'film.mp4');
    const response = await fetch(`${url}/api/performer/performer-assets/reels/upload`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    });
    if (!response.ok) throw new Error(`reels: ${response.status} ${await response.text()}`);
  };
  for (let number = 0; number < REELS; number += UPLOADS_AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(UPLOADS_AT_ONCE, REELS - number) }, (_, index) => upload(number + index + 1)));
  const count = async (): Promise<number> =>
    (await stage.sql.query<{ count: number }>(`select count(*)::int as count from items where kind = 'reel' and state = 'active'`)).rows[0]!
      .count;
  while ((await count()) < REELS) await wait(500);
};

/**
 * Reels on a mid phone on 4G: small films of five seconds, uploaded and encoded as any other, each watched for two seconds before the finger
 * moves to the next.
 */
export const reels = async (stage: Stage): Promise<readonly Bound[]> => {
  await makePeople(stage, 1, 1);
  const ours = await startOurs(stage, {
    LOG_LEVEL: 'warn',
    ROLES: 'web,worker',
    WEB: '1',
    // Encoding gives way to nothing here: it is done before anything is measured.
    BACKGROUND_YIELDS: 'no',
  });
  const profile = await mkdtemp(join(tmpdir(), 'stagedoor-bench-browser-'));
  try {
    await makeReels(stage, ours.url);
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: CHROMIUM,
      args: [...CHROMIUM_FLAGS],
      viewport: VIEWPORT,
      deviceScaleFactor: 1.75,
      isMobile: true,
      hasTouch: true,
    });
    try {
      await context.addCookies([{ name: 'token', value: await openSession(stage, 2), url: ours.url, httpOnly: true }]);
      const page = context.pages()[0] ?? (await context.newPage());
      const protocol = await context.newCDPSession(page);
      await protocol.send('Network.enable');
      await protocol.send('Network.emulateNetworkConditions', NETWORK);
      await protocol.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
      await page.addInitScript(OBSERVE);
      page.setDefaultTimeout(120_000);
      await page.goto(`${ours.url}/reels`, { waitUntil: 'load' });
      await page.waitForFunction(() => [...document.querySelectorAll('video')].some((video) => !video.paused && video.currentTime > 0));
      const swipe = async (): Promise<Swipe> => {
        await wait(WATCH_MS);
        const first = page.evaluate((lateMs) => (globalThis as unknown as InPage).swiping.next(lateMs), LATE_MS);
        await swipeUp(protocol);
        const at = await first;
        const { touch, leave, most } = await page.evaluate(() => {
          const { swiping } = globalThis as unknown as InPage;
          return { touch: swiping.touch, leave: swiping.leave, most: swiping.most };
        });
        return { fromTouch: at - touch, fromLeave: at - leave, videos: most };
      };
      const swipes: Swipe[] = [];
      let early = 0;
      for (let number = 1; number <= SWIPES; number += 1) {
        swipes.push(await swipe());
        if (number === EARLY) early = await heapOf(protocol);
      }
      const late = await heapOf(protocol);
      const seconds = (key: 'fromTouch' | 'fromLeave'): number => median(swipes.map((one) => one[key])) / 1000;
      const slowest = Math.max(...swipes.map(({ fromTouch }) => fromTouch)) / 1000;
      const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);
      console.log(
        `reels: first picture ${seconds('fromLeave').toFixed(2)} s after the finger left, slowest ${slowest.toFixed(2)} s after its touch; heap ${megabytes(early)} MB after ${EARLY} swipes, ${megabytes(late)} MB after ${SWIPES}`,
      );
      return [
        { name: 'reels on a mid phone, first picture after the touch that swipes', unit: 's', measured: seconds('fromTouch'), atMost: 1 },
        {
          name: `reels on a mid phone, video elements in ${SWIPES} swipes`,
          unit: '',
          measured: Math.max(...swipes.map(({ videos }) => videos)),
          atMost: 3,
        },
        {
          name: `reels on a mid phone, JS heap after ${SWIPES} swipes by that after ${EARLY}`,
          unit: '',
          measured: late / early,
          atMost: 1.2,
        },
      ];
    } finally {
      await context.close();
    }
  } finally {
    await ours.stop();
    await rm(profile, { recursive: true, force: true });
  }
};
