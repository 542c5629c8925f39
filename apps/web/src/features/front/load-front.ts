import type { Contract, ResponseOf } from '@stagedoor/contract';
import type { PerformerCard } from '@stagedoor/contract/performers';
import type { Call } from '../../app/api.ts';
import { LIVE_LIMIT } from '../streams/use-live-shows.ts';

export interface FrontData {
  live: ResponseOf<Contract['GET /streaming/live']>;
  featured: readonly PerformerCard[];
}

/** Performers shown on the front page. */
const FEATURED = 6;

export const loadFront = async (by: Call): Promise<FrontData> => {
  const [live, featured] = await Promise.all([
    by('GET /streaming/live', { query: { limit: LIVE_LIMIT } }),
    by('GET /ranking-performers', { query: { type: 'featured', limit: FEATURED } }),
  ]);
  return { live, featured: featured.data };
};
