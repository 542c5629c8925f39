export { refreshFeatured } from './featured-candidates.ts';

export { listedContent } from './content.queries.ts';
export { decideReview } from './decide-reviews.ts';
export { restoreContent, takeDownContent } from './manage-content.ts';
