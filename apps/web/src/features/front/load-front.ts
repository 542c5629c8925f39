import type { Contract, ResponseOf } from '@stagedoor/contract';
import type { PerformerCard } from '@stagedoor/contract/performers';
import type { PlannedShow } from '@stagedoor/contract/schedule';
import type { Call } from '../../app/api.ts';
import { LIVE_LIMIT } from '../streams/use-live-shows.ts';

export interface FrontData {
  live: ResponseOf<Contract['GET /streaming/live']>;
  featured: readonly PerformerCard[];
  coming: readonly PlannedShow[];
}

/** Performers shown on the front page. */
const FEATURED = 6;
/** Coming shows on it. */
const COMING = 6;

export const loadFront = async (by: Call): Promise<FrontData> => {
  const [live, featured, coming] = await Promise.all([
    by('GET /streaming/live', { query: { limit: LIVE_LIMIT } }),
    by('GET /ranking-performers', { query: { type: 'featured', limit: FEATURED } }),
    // The page is complete without them.
    by('GET /streaming/schedule', { query: { limit: COMING } }).catch(() => null),
  ]);
  return { live, featured: featured.data, coming: coming?.data ?? [] };
};
