import type { RankingPeriod } from '@stagedoor/contract/videos.values';
import type { Call, CallInput } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import type { ItemRef } from '../items/item-calls.ts';
import type { HomeFilter } from './home-filter.ts';

export type FeedType = 'photo' | 'video' | 'text';
type FeedQuery = NonNullable<CallInput<'GET /feeds'>['query']>;
type GalleryQuery = NonNullable<CallInput<'GET /performer-assets/galleries/search'>['query']>;
type VideoQuery = NonNullable<CallInput<'GET /performer-assets/videos/search'>['query']>;

/** A page of items; `after` is the cursor of the next one. */
export interface ItemPage {
  data: readonly ItemRef[];
  after: string | null;
}

/** The source of a list: the home feed, all posts, bookmarks, one performer's posts, posts with some words; galleries and videos, those bought, those kept. */
export type ItemSource =
  | { list: 'home'; filter: HomeFilter }
  | { list: 'newest'; type?: FeedType | undefined }
  | { list: 'saved' }
  | { list: 'performer'; performerId: string; type?: FeedType | undefined }
  | { list: 'search'; query: Pick<FeedQuery, 'q' | 'categoryId' | 'tag' | 'access' | 'sortBy' | 'sort'> }
  | { list: 'galleries'; query: Omit<GalleryQuery, 'after' | 'limit'> }
  | { list: 'purchasedGalleries' }
  | { list: 'videos'; query: Omit<VideoQuery, 'after' | 'limit'> }
  | { list: 'rankedVideos'; period: RankingPeriod }
  | { list: 'purchasedVideos' }
  | { list: 'favourites' }
  | { list: 'watchLater' }
  | { list: 'reels'; query: { q?: string; performerId?: string; categoryId?: string; tag?: string } }
  | { list: 'photos'; performerId: string };

const LIMIT = 10;
/** Tiles are small. */
const TILES = 24;

/** Loads a page of a list. @param after the cursor of the page before @param by the API's client, on the server */
export const loadItems = (source: ItemSource, after?: string, by: Call = call): Promise<ItemPage> => {
  const query = { limit: LIMIT, ...(after ? { after } : {}) };
  switch (source.list) {
    case 'home':
      return by('GET /feeds/home-feeds', { query: { ...query, ...source.filter } });
    case 'newest':
      return by('GET /feeds', { query: { ...query, ...(source.type ? { type: source.type } : {}) } });
    case 'performer':
      return by('GET /feeds', { query: { ...query, performerId: source.performerId, ...(source.type ? { type: source.type } : {}) } });
    case 'search':
      return by('GET /feeds', { query: { ...query, ...source.query } });
    case 'saved':
      return by('GET /reactions/feeds/bookmark', { query });
    case 'galleries':
      return by('GET /performer-assets/galleries/search', { query: { ...query, ...source.query, limit: TILES } });
    case 'purchasedGalleries':
      return by('GET /performer-assets/galleries/purchased', { query: { ...query, limit: TILES } });
    case 'videos':
      return by('GET /performer-assets/videos/search', { query: { ...query, ...source.query, limit: TILES } });
    case 'rankedVideos':
      return by('GET /ranking-videos', { query: { ...query, period: source.period, limit: TILES } });
    case 'purchasedVideos':
      return by('GET /performer-assets/videos/purchased', { query: { ...query, limit: TILES } });
    case 'photos':
      return by('GET /performer-assets/{performerId}/photos', {
        params: { performerId: source.performerId },
        query: { ...query, limit: TILES },
      });
    case 'reels':
      return by('GET /videos/reels', { query: { ...query, ...source.query, sortBy: 'publishedAt', limit: TILES } });
    case 'favourites':
      return by('GET /reactions/videos/favourites', { query: { ...query, limit: TILES } });
    case 'watchLater':
      return by('GET /reactions/videos/watch-later', { query: { ...query, limit: TILES } });
  }
};
