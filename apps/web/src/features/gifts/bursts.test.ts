import { describe, expect, it } from 'vitest';
import { type Burst, COMBO_MS, NO_BURSTS, withBurst, withoutFirst } from './bursts.ts';

const rose = (id: string, count = 1, giverId = 'fan'): Burst => ({
  id,
  name: 'Ann',
  tokens: count,
  giverId,
  gift: { _id: 'rose', name: 'Rose', image: '/gifts/rose.svg', symbol: null, animation: 'float', count },
});
const tip = (id: string, tokens: number): Burst => ({ id, name: 'Ann', tokens, giverId: 'fan', gift: null });
const shown = (bursts: { queue: readonly Burst[] }) => bursts.queue.map(({ id, gift }) => [id, gift?.count ?? null]);

describe('animations over a picture', () => {
  it('include every gift, and tips from 25 on', () => {
    const bursts = [tip('a', 24.99), tip('b', 25), rose('c')].reduce((known, burst) => withBurst(known, burst, 0), NO_BURSTS);
    expect(shown(bursts)).toEqual([
      ['b', null],
      ['c', 1],
    ]);
  });

  it('count up in place when the same fan gives the same again', () => {
    const bursts = [rose('a'), rose('b', 5), rose('c', 1, 'other')].reduce((known, burst) => withBurst(known, burst, 0), NO_BURSTS);
    expect(shown(bursts)).toEqual([
      ['a', 6],
      ['c', 1],
    ]);
  });

  it('continue a combo after it was shown, and restart once it expired', () => {
    const seen = withoutFirst(withBurst(NO_BURSTS, rose('a', 2), 0));
    const again = withBurst(seen, rose('b'), COMBO_MS - 1);
    expect(shown(again)).toEqual([['b', 3]]);
    expect(shown(withBurst(withoutFirst(again), rose('c'), 2 * COMBO_MS - 1))).toEqual([['c', 1]]);
  });

  it('limit the queue', () => {
    const many = Array.from({ length: 20 }, (_, index) => rose(`${index}`, 1, `fan ${index}`));
    expect(many.reduce((known, burst) => withBurst(known, burst, 0), NO_BURSTS).queue).toHaveLength(8);
  });
});
