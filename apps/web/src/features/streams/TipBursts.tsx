import type { Message } from '@stagedoor/contract/conversations';
import { useCallback, useState } from 'react';
import { TipBurst } from '../../ui/TipBurst.tsx';
import { type Burst, NO_BURSTS, withBurst, withoutFirst } from '../gifts/bursts.ts';

/** Queue of large tips, gifts and emoji. */
export const useBursts = () => {
  const [bursts, setBursts] = useState(NO_BURSTS);
  const add = useCallback((message: Message) => {
    if (message.tip === null) return;
    const { gift, sender } = message;
    const burst: Burst = {
      id: message._id,
      name: sender.name.split(' ')[0] ?? '',
      tokens: message.tip,
      giverId: sender._id,
      gift: gift && { ...gift, count: gift.quantity },
    };
    setBursts((known) => withBurst(known, burst, Date.now()));
  }, []);
  const next = useCallback(() => setBursts(withoutFirst), []);
  return { current: bursts.queue[0] ?? null, add, next };
};

/** Plays the animation of each large tip and each gift, one at a time. */
export const TipBursts = ({ current, onDone }: { current: Burst | null; onDone: () => void }) =>
  current ? <TipBurst key={current.id} name={current.name} tokens={current.tokens} gift={current.gift} onDone={onDone} /> : null;
