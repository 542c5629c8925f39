import type { SettingKey } from '@stagedoor/contract/settings';
import { CRAWLED_SEGMENTS, REFUSED_SEGMENTS } from '@stagedoor/contract/routes';
import type { PageFlags } from './web-build.ts';

/** What a crawler may read: nothing, information about the site alone (before the age gate), or every page of visitors. */
export type CrawlScope = 'nothing' | 'information' | 'everything';

/** Whether crawlers may read a page: one that visitors see, at its only address. */
const isCrawled = (page: PageFlags, scope: CrawlScope): boolean =>
  page.cached !== undefined && !page.isSecondAddress && (scope === 'everything' || (scope === 'information' && page.beforeAge === true));

const segmentOf = (path: string): string => path.split('/')[1]!;
const hasParameters = (path: string): boolean => path.includes(':');

/** The pages with one address each that crawlers should know of, for the sitemap. */
export const sitePaths = (pages: readonly PageFlags[], scope: CrawlScope, isOn: (key: SettingKey) => boolean): string[] =>
  pages
    .filter((page) => isCrawled(page, scope) && !page.visitorOnly && !hasParameters(page.path))
    .filter(({ onlyWith }) => !onlyWith || isOn(onlyWith))
    .map(({ path }) => path);

/** Refuses a path and what is below it, but not what merely begins alike: usernames are first segments too. */
const refuse = (path: string): string[] => [`Disallow: ${path}$`, `Disallow: ${path}?`, `Disallow: ${path}/`];

/** A page's path up to its first parameter. */
const beginningOf = (path: string): string => path.slice(0, path.indexOf('/:') + 1);

/** What is refused where every page of visitors may be read. */
const refusedOf = (pages: readonly PageFlags[]): string[] => {
  const bySegment = Map.groupBy(
    pages.filter(({ path }) => !/^\/[:*]?$|^\*|^\/:/.test(path)),
    ({ path }) => segmentOf(path),
  );
  return [...bySegment].flatMap(([segment, some]) => {
    const refused = some.filter((page) => !isCrawled(page, 'everything'));
    if (refused.length === some.length) return refuse(`/${segment}`);
    return refused.flatMap(({ path }) => (hasParameters(path) ? [`Disallow: ${beginningOf(path)}`] : refuse(path)));
  });
};

/**
 * The text of robots.txt (RFC 9309; the longest rule that matches holds), from the table of the web's pages.
 * @param origin of the site's public address
 */
export const robotsText = (pages: readonly PageFlags[], scope: CrawlScope, origin: string): string => {
  const crawled = pages.filter((page) => isCrawled(page, scope));
  const rules: Record<CrawlScope, () => string[]> = {
    nothing: () => ['Disallow: /'],
    information: () => [
      'Disallow: /',
      ...CRAWLED_SEGMENTS.flatMap((segment) => [`Allow: /${segment}$`, `Allow: /${segment}/`]),
      ...crawled.map(({ path }) => (hasParameters(path) ? `Allow: ${beginningOf(path)}` : `Allow: ${path}$`)),
    ],
    everything: () => [
      ...REFUSED_SEGMENTS.flatMap((segment) => refuse(`/${segment}`)),
      ...refusedOf(pages),
      // The same lists in countless orders and filters.
      ...crawled.filter(({ path, cached }) => cached!.length > 0 && !hasParameters(path)).map(({ path }) => `Disallow: ${path}?`),
    ],
  };
  const sitemap = scope === 'nothing' ? [] : ['', `Sitemap: ${origin}/sitemap.xml`];
  return `${['User-agent: *', ...rules[scope](), ...sitemap].join('\n')}\n`;
};
