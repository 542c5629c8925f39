export { refreshFeatured } from './featured-candidates.ts';
