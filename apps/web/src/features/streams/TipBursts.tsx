import { useCallback, useState } from 'react';
import { TipBurst } from '../../ui/TipBurst.tsx';

/** From this on a tip is seen on the picture as well, in tokens. */
const BURST_FROM = 25;
/** More than this wait for nobody: they are in the chat. */
const QUEUE = 8;

export interface Burst {
  id: string;
  name: string;
  tokens: number;
}

/** Big tips wait here for their turn. */
export const useBursts = () => {
  const [queue, setQueue] = useState<readonly Burst[]>([]);
  const add = useCallback((burst: Burst) => {
    if (burst.tokens >= BURST_FROM) setQueue((known) => (known.length < QUEUE ? [...known, burst] : known));
  }, []);
  const next = useCallback(() => setQueue((known) => known.slice(1)), []);
  return { current: queue[0] ?? null, add, next };
};

/** Rays and a number for each big tip, one at a time. */
export const TipBursts = ({ current, onDone }: { current: Burst | null; onDone: () => void }) =>
  current ? <TipBurst key={current.id} name={current.name} tokens={current.tokens} onDone={onDone} /> : null;
