import type { Call } from '../../app/api.ts';
import { orErrorPage } from '../../app/route-data.ts';
import { loadItems } from '../../features/item-lists/sources.ts';
import { offsetIn } from '../../features/lists/use-list-search.ts';
import { openTabOf, sourceOf } from './tabs.ts';

const FIRST_PAGE = 10;
/** Page size of the shop tab. */
export const PRODUCTS = 24;

/** A profile and the first page of its open tab. */
export const loadProfile = async (by: Call, username: string, url: string) => {
  const search = new URL(url).searchParams;
  const profile = await orErrorPage(by('GET /performers/{id}', { params: { id: username } }));
  const { open, postType } = openTabOf(profile, search);
  const { type } = postType;
  const performerId = profile._id;
  const [feeds, products, items] = await Promise.all([
    open === 'posts' ? by('GET /feeds', { query: { performerId, limit: FIRST_PAGE, ...(type ? { type } : {}) } }) : null,
    open === 'shop'
      ? by('GET /performer-assets/products/search', { query: { performerId, limit: PRODUCTS, offset: offsetIn(search) } })
      : null,
    open === 'posts' || open === 'shop' || open === 'about' ? null : loadItems(sourceOf(open, performerId), undefined, by),
  ]);
  return { profile, feeds, products, items };
};
export type ProfileData = Awaited<ReturnType<typeof loadProfile>>;
