import type { Call } from '../../app/api.ts';
import { homeAddress, homeFilterIn } from '../../features/item-lists/home-filter.ts';
import { FEATURED, ON_STAGE } from '../../features/home/Faces.tsx';
import { loadPromos } from '../../features/promos/load-promos.ts';

/** So many items of the feed are in the document: what a phone or a desktop shows first. */
const IN_DOCUMENT = 3;

export const isFeed = (search: URLSearchParams): boolean => search.get('tab') !== 'discover';

/** The beginning of the feed that an address shows. The page is whole without it: the browser loads the feed anyway. */
const loadBeginning = async (by: Call, url: string) => {
  const search = new URL(url).searchParams;
  if (!isFeed(search)) return null;
  const filter = homeFilterIn(search);
  const page = await by('GET /feeds/home-feeds', { query: { ...filter, limit: IN_DOCUMENT } }).catch(() => null);
  return page && { of: homeAddress(filter), page };
};

/** Content above the feed is loaded with the page, to avoid layout shift. @param url of a document */
export const loadHome = async (by: Call, url: string | null) => {
  const [live, featured, promos, beginning] = await Promise.all([
    by('GET /streaming/live', ON_STAGE).catch(() => undefined),
    by('GET /ranking-performers', FEATURED).catch(() => undefined),
    loadPromos(by),
    url ? loadBeginning(by, url) : null,
  ]);
  return { live, featured, promos, beginning };
};
