import type { PerformerCard } from '@stagedoor/contract/performers';
import type { Call } from '../../app/api.ts';

/** The featured performers of the front door. Without them the door still opens. */
export const loadFeatured = async (call: Call): Promise<PerformerCard[]> => {
  const list = await call('GET /ranking-performers', { query: { type: 'featured', limit: 12 } }).catch(() => null);
  return list?.data ?? [];
};
