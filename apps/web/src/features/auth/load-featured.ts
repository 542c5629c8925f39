import type { PerformerCard } from '@stagedoor/contract/performers';
import type { Call } from '../../app/api.ts';

/** The featured performers of the log-in page, which also works without them. */
export const loadFeatured = async (call: Call): Promise<PerformerCard[]> => {
  const list = await call('GET /ranking-performers', { query: { type: 'featured', limit: 12 } }).catch(() => null);
  return list?.data ?? [];
};
