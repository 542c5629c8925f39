import { gzipSync } from 'node:zlib';
import { createAdmin, createFan, createFeed, createPerformer } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, logIn, visit } from './browser.ts';

// What the first load of a page downloads as JavaScript: everything that its HTML preloads or imports, and what these import statically, each file
// gzipped. Code that is loaded when it is needed (sheets, menus, players, the socket) doesn't count.

let app: TestApp;
let fanName: string;
let feedId: string;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  const admin = await createAdmin(app);
  const star = await createPerformer(app, { admin, monthlyPrice: 5 });
  const fan = await createFan(app);
  feedId = await createFeed(star, { title: 'Evening light', text: 'From the hall.' });
  await fan.client.call('POST /reactions', { body: { action: 'follow', objectType: 'performer', objectId: star.id } });
  fanName = fan.username;
});
afterAll(() => app.close());

const NAMED = /(?:\bfrom|\bimport)\s*\(?\s*["'`]([^"'`]+\.js)["'`]|<link rel="modulepreload"[^>]*\shref="([^"]+)"/g;
/** Static imports of a built module: `import(…)` is late. */
const STATIC = /(?:\bfrom|\bimport)\s*["'`](\.[^"'`]+\.js)["'`]/g;

/** Kilobytes (1000 bytes) of JavaScript of a page's first load, by file. */
const scriptsOf = async (page: Page, path: string): Promise<Map<string, number>> => {
  const load = async (address: string): Promise<string> => (await page.request.get(address)).text();
  const open = [...(await load(path)).matchAll(NAMED)].map((match) => match[1] ?? match[2]!);
  const sizes = new Map<string, number>();
  for (let address = open.pop(); address !== undefined; address = open.pop()) {
    if (sizes.has(address)) continue;
    const code = await load(address);
    sizes.set(address, gzipSync(code, { level: 9 }).length / 1000);
    const base = address;
    open.push(...[...code.matchAll(STATIC)].map((match) => new URL(match[1]!, new URL(base, 'https://site')).pathname));
  }
  return sizes;
};

const sumOf = (sizes: Map<string, number>): number => [...sizes.values()].reduce((sum, size) => sum + size, 0);

test.each([
  ['log-in', '/auth/login', 170, false],
  ['home', '/', 200, true],
])('the JavaScript of %s stays within its budget', async (_, path, budget, isFan) => {
  const { page, close } = await visit(app.platform.config.publicUrl);
  if (isFan) await logIn(page, fanName);
  else await goTo(page, path);
  const sizes = await scriptsOf(page, path);
  // An empty page would be small too.
  expect(sizes.size).toBeGreaterThan(5);
  expect(sumOf(sizes)).toBeGreaterThan(100);
  expect(sumOf(sizes)).toBeLessThanOrEqual(budget);
  await close();
});

test('a document preloads the fonts that its style sheets name, and asks for a post’s picture at once', async () => {
  const { page, close } = await visit(app.platform.config.publicUrl);
  const html = await (await page.request.get(`/feeds/${feedId}`)).text();
  const hrefsOf = (link: RegExp): string[] => [...html.matchAll(link)].map(([tag]) => /href="([^"]+)"/.exec(tag)![1]!);
  const fonts = hrefsOf(/<link[^>]*rel="preload"[^>]*as="font"[^>]*>/g);
  expect(fonts).toHaveLength(2);
  const sheets = hrefsOf(/<link[^>]*rel="stylesheet"[^>]*>/g);
  const styles = (await Promise.all(sheets.map(async (href) => (await page.request.get(href)).text()))).join('');
  for (const font of fonts) expect(styles).toContain(`url(${font})`);
  const [picture] = /<img[^>]*\/files\/feedPhoto\/[^>]*>/.exec(html)!;
  expect(picture).toContain('loading="eager"');
  expect(picture).toMatch(/fetchpriority="high"/i);
  await close();
});
