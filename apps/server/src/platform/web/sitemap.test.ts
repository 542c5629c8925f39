import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { expect, test } from 'vitest';
import { type SitemapSource, createSitemap } from './sitemap.ts';

const ORIGIN = 'https://stage.example.org';
const HOUR = 3_600_000;
const textOf = async (body: Promise<Buffer>): Promise<string> => (await promisify(gunzip)(await body)).toString();
const locations = (xml: string): string[] => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc!.replaceAll('&amp;', '&'));

/** A source of numbered addresses that counts what it is asked. */
const numbered = (name: string, count: () => number) => {
  const asked: string[] = [];
  const source: SitemapSource = {
    name,
    async cursorAfter(after, step) {
      asked.push(`end ${after}`);
      const end = Number(after ?? 0) + step;
      return end < count() ? String(end) : null;
    },
    async read(after, step) {
      asked.push(`read ${after}`);
      const from = Number(after ?? 0);
      const length = Math.max(0, Math.min(step, count() - from));
      return Array.from({ length }, (_, index) => ({ path: `/${name}/${from + index + 1}`, changedAt: new Date(0) }));
    },
  };
  return { source, asked };
};

test('parts follow each other and hold every address once; the next index looks at what is new alone', async () => {
  let count = 7;
  let now = 0;
  const { source, asked } = numbered('videos', () => count);
  const sitemap = createSitemap({ sources: [source, numbered('reels', () => 0).source], origin: ORIGIN, now: () => now, partAddresses: 3 });
  const parts = async () => locations(await textOf(sitemap.index(['site'], true)));
  const queries = (await parts()).map((address) => new URL(address).search);
  expect(queries).toEqual(['?part=site', '?part=videos', '?part=videos&after=3', '?part=videos&after=6']);
  const all = await Promise.all([undefined, '3', '6'].map(async (after) => locations(await textOf(sitemap.part('videos', after)))));
  expect(all.flat()).toEqual(Array.from({ length: 7 }, (_, index) => `${ORIGIN}/videos/${index + 1}`));
  count = 10;
  expect(await parts()).toHaveLength(4);
  now += HOUR;
  asked.length = 0;
  expect(await parts()).toHaveLength(5);
  expect(asked).toEqual(['end 6', 'end 9']);
  expect(locations(await textOf(sitemap.index(['site'], false)))).toHaveLength(1);
});

test('a part is made once for those who ask at the same time, and lives an hour', async () => {
  let now = 0;
  const { source, asked } = numbered('videos', () => 2);
  const sitemap = createSitemap({ sources: [source], origin: ORIGIN, now: () => now });
  await Promise.all([sitemap.part('videos', undefined), sitemap.part('videos', undefined)]);
  await sitemap.part('videos', undefined);
  expect(asked).toEqual(['read undefined']);
  now += HOUR;
  await sitemap.part('videos', undefined);
  expect(asked).toHaveLength(2);
  expect(() => sitemap.part('feeds', undefined)).toThrow('NOT_FOUND');
});

test('addresses are escaped', async () => {
  const sitemap = createSitemap({ sources: [], origin: ORIGIN, now: () => 0 });
  const xml = await textOf(sitemap.own('x', async () => [{ path: '/a&b<c>', changedAt: null }]));
  expect(xml).toContain(`<url><loc>${ORIGIN}/a&amp;b&lt;c&gt;</loc></url>`);
});
