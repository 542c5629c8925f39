import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROMIUM, CHROMIUM_FLAGS } from '@stagedoor/server/testing/chromium';
import { type Page, chromium } from 'playwright-core';
import { CODE } from './film.ts';
import type { BenchShow } from './show-stage.ts';
import { WATCHING_SCRIPT, type WatchingPage } from './watching-page.ts';

/** Pages that are watched beside others don't sleep. */
const AWAKE = ['--disable-background-timer-throttling', '--disable-renderer-backgrounding', '--disable-backgrounding-occluded-windows'];
const HLS = readFileSync(createRequire(import.meta.url).resolve('hls.js/dist/hls.light.min.js'), 'utf8');

export const WAYS = { WHEP: 'byWhep', 'LL-HLS': 'byHls' } as const;
export type Way = keyof typeof WAYS;

/** A browser whose pages watch shows and note what they show. */
export interface Browser {
  /** @param at the origin that it belongs to, by default the site's */
  openPage(at?: string): Promise<Page>;
  close(): Promise<void>;
}

export const openBrowser = async (url: string): Promise<Browser> => {
  const profile = await mkdtemp(join(tmpdir(), 'stagedoor-bench-browser-'));
  const context = await chromium.launchPersistentContext(profile, { executablePath: CHROMIUM, args: [...CHROMIUM_FLAGS, ...AWAKE] });
  return {
    async openPage(at = url) {
      const page = await context.newPage();
      // A page of the site's origin that the site knows nothing of: no policy of its own keeps the readers out.
      await page.route('**/bench', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><link rel="icon" href="data:,">' }),
      );
      await page.goto(`${at}/bench`);
      await page.evaluate(HLS);
      await page.evaluate(WATCHING_SCRIPT, CODE);
      return page;
    },
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
};

export const watchIn = (
  page: Page,
  way: Way,
  show: Pick<BenchShow, 'whep' | 'playlist'>,
  token: string,
): Promise<{ begunAt: number; shownAt: number }> =>
  page.evaluate(([method, url, bearer]) => (globalThis as unknown as WatchingPage).watching[method](url, bearer), [
    WAYS[way],
    way === 'WHEP' ? show.whep : show.playlist,
    token,
  ] as const);

export const takeFrom = (page: Page): Promise<ReturnType<WatchingPage['watching']['take']>> =>
  page.evaluate(() => (globalThis as unknown as WatchingPage).watching.take());
