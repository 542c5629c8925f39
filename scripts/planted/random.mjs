/**
 * A generator of pseudo-random numbers (mulberry32): the same seed gives the same sequence on every machine.
 *
 * @param {number} seed
 * @returns {() => number} numbers from 0 to below 1
 */
export const randomFrom = (seed) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = state;
    value = Math.imul(value ^ (value >>> 15), value | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
};

/**
 * A shuffled copy (Fisher–Yates).
 *
 * @template Value
 * @param {readonly Value[]} values
 * @param {() => number} random
 * @returns {Value[]}
 */
export const shuffled = (values, random) => {
  const copy = [...values];
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [copy[last], copy[other]] = [copy[other], copy[last]];
  }
  return copy;
};
