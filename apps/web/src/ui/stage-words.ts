import type { LiveState } from '@stagedoor/contract/live-state';
import { useAmountText } from './Amount.tsx';
import { useFormat } from './format.tsx';
import { useText } from './text.ts';

/** The parts of a performer's live state in words. */
export interface StageWords {
  /** The price of a group show's minute, in tokens and in money. */
  rate: string | null;
  /** How many seats of a group show are free. */
  seats: string | null;
  /** Why the performer can't be watched now. */
  away: string | null;
}

const NOTHING: StageWords = { rate: null, seats: null, away: null };
const AWAY = { private: 'stage.private', paused: 'stage.paused', starting: 'stage.starting' } as const;

/** Puts live states into words. */
export const useStageWords = (): ((live: LiveState) => StageWords) => {
  const t = useText();
  const format = useFormat();
  const written = useAmountText();
  return (live) => {
    if (live.state === 'private' || live.state === 'paused' || live.state === 'starting') return { ...NOTHING, away: t(AWAY[live.state]) };
    if (live.state !== 'group') return NOTHING;
    const free = Math.max(0, live.seats - live.taken);
    return {
      ...NOTHING,
      rate: t('stage.rate', { amount: written(live.rate, { money: live.money, trim: true }) }),
      seats: free > 0 ? t('stage.seatsFree', { count: free, free: format.count(free), seats: format.count(live.seats) }) : t('stage.full'),
    };
  };
};
