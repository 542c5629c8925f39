import { useListSearch } from '../../lists/use-list-search.ts';
import { useState } from 'react';
import { useSiteTime } from '../../../app/site-time.ts';
import { keysOf } from '@stagedoor/contract/keys.values';

const DAY_MS = 86_400_000;

/** Days of each period. */
const PERIODS = { days7: 7, days30: 30, year: 365 } as const;

type Period = keyof typeof PERIODS;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export const PERIOD_NAMES = keysOf(PERIODS);

/** A number of days until today, of the site's clock. */
export const lastDays = (today: number, days: number) => ({ from: dayOf(today - (days - 1) * DAY_MS), to: dayOf(today) });

/** The chosen period, and its first and last day. Choosing one takes days out of the address. */
export const useEarningPeriod = () => {
  const { change } = useListSearch();
  const [period, setPeriod] = useState<Period>('days30');
  const today = useSiteTime();
  const choose = (next: Period) => {
    setPeriod(next);
    change({ from: null, to: null, offset: null });
  };
  return { period, choose, query: lastDays(today, PERIODS[period]) };
};
