/** Over what time videos are ranked. */
export const RANKING_PERIODS = ['day', 'week', 'month', 'all'] as const;
export type RankingPeriod = (typeof RANKING_PERIODS)[number];
/** From this second on a view counts. */
export const COUNTED_SECONDS = 3;
/** How often a player tells where the viewer is, in seconds. */
export const POSITION_SECONDS = 10;
