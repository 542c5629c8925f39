import type { ResponseOf, Contract } from '@stagedoor/contract';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '../../../app/api.ts';
import { call } from '../../../app/browser-call.ts';
import { useRealtimeEvent } from '../../../app/realtime.tsx';

export type Payout = ResponseOf<Contract['GET /payout-requests/search']>['data'][number];
export type Quote = ResponseOf<Contract['POST /payout-requests/calculate']>;

const CALCULATE = 'POST /payout-requests/calculate';
const PENDING = 'POST /payout-requests/check-pending';
const STATS = 'POST /payout-requests/stats';
const LISTS = ['GET /payout-requests/search', 'GET /payout-requests/held', 'GET /earning/stats'];

/** What can be requested now: read by a call that is posted. */
export const useQuote = (): UseQueryResult<Quote, ApiError> =>
  useQuery<Quote, ApiError>({ queryKey: [CALCULATE], queryFn: ({ signal }) => call(CALCULATE, { body: {}, signal }) });

/** The payout that is on its way. */
export const usePending = (): UseQueryResult<{ pending: Payout | null }, ApiError> =>
  useQuery<{ pending: Payout | null }, ApiError>({ queryKey: [PENDING], queryFn: ({ signal }) => call(PENDING, { signal }) });

/** Reads everything about payouts again: after an own change, and when the site announces one. */
export const usePayoutsChanged = (): (() => Promise<unknown>) => {
  const queries = useQueryClient();
  const changed = () => Promise.all([CALCULATE, PENDING, STATS, ...LISTS].map((key) => queries.invalidateQueries({ queryKey: [key] })));
  useRealtimeEvent('payouts/changed', () => void changed());
  return changed;
};
