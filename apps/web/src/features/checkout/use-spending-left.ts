import { useData } from '../../app/data.ts';

/** Where something is paid: no show, one by its id, or one that is only asked for. */
export type ShowPaidIn = { streamId: string } | 'new' | undefined;

/** What the buyer's own limits leave, in the site's currency; null where there is no limit. */
export interface SpendingLeft {
  /** Of the day and the month, the one that leaves less. */
  period: { kind: 'day' | 'month'; left: number } | null;
  /** In the show. */
  inShow: number | null;
  /** Nothing can be bought until then. */
  coolOffUntil: string | null;
}

/** Null until it is known. */
export const useSpendingLeft = (show: ShowPaidIn): SpendingLeft | null => {
  const streamId = typeof show === 'object' ? show.streamId : undefined;
  // What was paid a moment ago counts.
  const { data } = useData('GET /spending-limits', streamId ? { query: { streamId } } : {}, { refetchOnMount: 'always' });
  if (!data) return null;
  const { daily, monthly, coolOffUntil } = data;
  const isDay = daily.left !== null && (monthly.left === null || daily.left <= monthly.left);
  const left = isDay ? daily.left : monthly.left;
  return {
    period: left === null ? null : { kind: isDay ? 'day' : 'month', left },
    inShow: show === undefined ? null : show === 'new' ? data.show.limit : (data.show.inShow?.left ?? null),
    coolOffUntil,
  };
};
