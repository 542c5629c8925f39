/** A repeatable sequence of numbers from 0 to 1: both sides of a line are asked for the same. @see "mulberry32" */
export const randomOf = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const sums = new Map<number, Float64Array>();

/** Sums of 1/rank up to each rank. */
const harmonicSums = (count: number): Float64Array => {
  let known = sums.get(count);
  if (!known) {
    known = new Float64Array(count);
    let sum = 0;
    for (let rank = 0; rank < count; rank += 1) known[rank] = sum += 1 / (rank + 1);
    sums.set(count, known);
  }
  return known;
};

/** A rank from 0 to `count - 1` by Zipf's law: the second is drawn half as often as the first. */
const zipfRank = (count: number, random: number): number => {
  const known = harmonicSums(count);
  const wanted = random * known[count - 1]!;
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (known[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** What the questions of one measurement are drawn with. */
export interface Draw {
  /** Each as likely. */
  any<T>(from: readonly T[]): T;
  /** The first ones far more often than the last ones; one in ten is drawn from all alike, and so is mostly cold. */
  zipf<T>(from: readonly T[]): T;
  /** The next one, from the beginning again after the last. */
  next<T>(from: readonly T[]): T;
}

const COLD_SHARE = 0.1;

export const drawOf = (seed: number): Draw => {
  const random = randomOf(seed);
  let place = Math.floor(random() * 1_000_000);
  const any = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  return {
    any,
    zipf: (from) => (random() < COLD_SHARE ? any(from) : from[zipfRank(from.length, random())]!),
    next(from) {
      place += 1;
      return from[place % from.length]!;
    },
  };
};
