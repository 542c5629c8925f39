import { useListSearch } from '../lists/use-list-search.ts';

/** States of what is looked at before it is published; the first is shown unless the address says otherwise. */
export const REVIEW_STATES = ['pending', 'approved', 'rejected'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export const REVIEW_STATE_TEXT = { pending: 'admin.waiting', approved: 'admin.approved', rejected: 'admin.rejected' } as const;

/** The state the address asks for. */
export const useReviewState = (): ReviewState => {
  const { get } = useListSearch();
  return REVIEW_STATES.find((known) => known === get('state')) ?? 'pending';
};
