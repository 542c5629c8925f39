import { WEB_PATHS } from '@stagedoor/contract/routes';
import { PAGES } from '@stagedoor/web/pages';
import { expect, test } from 'vitest';
import { robotsText, sitePaths } from './robots.ts';

const ORIGIN = 'https://stage.example.org';
const pages = Object.values(PAGES);

/** Whether a crawler may read an address, as RFC 9309 tells: the longest rule holds, of two equally long ones that which allows. */
const allows = (robots: string, address: string): boolean => {
  const rules = [...robots.matchAll(/^(Allow|Disallow): (.*)$/gm)].map(([, kind, pattern]) => ({
    isAllowed: kind === 'Allow',
    length: pattern!.length,
    matcher: new RegExp(`^${pattern!.replace(/[.?+^()[\]{}|\\]/g, '\\$&').replaceAll('*', '.*')}`),
  }));
  const holding = rules.filter(({ matcher }) => matcher.test(address)).sort((a, b) => b.length - a.length || (a.isAllowed ? -1 : 1));
  return holding[0]?.isAllowed ?? true;
};

const concrete = (path: string): string => path.replaceAll(/:\w+\??/g, 'x1');

test('every page of visitors may be read, and no other', () => {
  const robots = robotsText(pages, 'everything', ORIGIN);
  for (const page of pages.filter(({ path }) => path !== '*')) {
    const expected = page.cached !== undefined && page.path !== '/model/:username';
    expect([page.path, allows(robots, concrete(page.path))]).toEqual([page.path, expected]);
  }
  expect(robots).toContain(`\nSitemap: ${ORIGIN}/sitemap.xml\n`);
});

test.each([
  ['/api/feeds', false],
  ['/metrics', false],
  ['/admin/anything', false],
  ['/model/star', false],
  // Names that begin like what is refused.
  ['/administrata', true],
  ['/accounting', true],
  ['/apis', true],
  ['/discover?online=true', false],
  ['/search?q=bach', false],
  ['/videos?sortBy=popular', false],
  ['/search', true],
  ['/takedown?url=x', false],
  ['/star?tab=videos', true],
  ['/og/feeds/x', true],
  ['/assets/a.js', true],
])('%s: %j', (address, expected) => {
  expect(allows(robotsText(pages, 'everything', ORIGIN), address)).toBe(expected);
});

test('before the age gate only information about the site, and what it is drawn with', () => {
  const robots = robotsText(pages, 'information', ORIGIN);
  const allowed = ['/contact', '/takedown', '/auth/login', '/page/terms', '/assets/a.css', '/sitemap.xml'];
  expect(allowed.filter((address) => !allows(robots, address))).toEqual([]);
  expect(
    ['/', '/star', '/discover', '/feeds/x', '/contacts', '/api/feeds', '/auth/verify-email'].filter((one) => allows(robots, one)),
  ).toEqual([]);
});

test('where nothing may be read, everything is refused and no sitemap named', () => {
  expect(robotsText(pages, 'nothing', ORIGIN)).toBe('User-agent: *\nDisallow: /\n');
});

test('the sitemap has the pages with one address, those of settings only while they are on', () => {
  const paths = sitePaths(pages, 'everything', () => false);
  expect(paths).toEqual(expect.arrayContaining(['/', '/discover', '/live', '/contact']));
  expect(
    paths.filter((path) => !(WEB_PATHS as readonly string[]).includes(path) || /[:*]|^\/(?:auth|admin|model|cart|404)/.test(path)),
  ).toEqual([]);
  expect(paths).not.toContain('/ledger');
  expect(sitePaths(pages, 'information', (key) => key === 'ledgerPageEnabled')).toEqual([
    '/takedown',
    '/contact',
    '/ledger',
    '/statements/verify',
  ]);
});
