export { sourceOf as earningSourceOf } from './earnings.rules.ts';
