import { useListSearch } from '../../lists/use-list-search.ts';

/** States of content reviewed before publication; the first is shown unless the address names another. */
export const REVIEW_STATES = ['pending', 'approved', 'rejected'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export const REVIEW_STATE_TEXT = { pending: 'admin.waiting', approved: 'admin.approved', rejected: 'admin.rejected' } as const;

/** The state named in the address. */
export const useReviewState = (): ReviewState => {
  const { get } = useListSearch();
  return REVIEW_STATES.find((known) => known === get('state')) ?? 'pending';
};
