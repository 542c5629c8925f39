/** The same numbers in every run: a linear congruential generator, 0 to `below`. */
export const createNumbers = (seed: number): ((below: number) => number) => {
  let state = BigInt(seed);
  return (below) => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) & 0xffff_ffff_ffff_ffffn;
    return Number((state >> 33n) % BigInt(below));
  };
};

const EXTREMES = [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];
/** Matroska describes itself at its beginning. */
const MATROSKA_HEAD = 600;

/** Where a container describes itself: the `moov` box of MP4 and MOV, the beginning of Matroska and WebM. */
const descriptionOf = (film: Buffer): { from: number; length: number } => {
  const at = film.indexOf('moov');
  return at < 0 ? { from: 0, length: Math.min(MATROSKA_HEAD, film.length) } : { from: at, length: film.length - at };
};

/**
 * A copy of a film with some bytes changed, some numbers made extreme, a piece repeated or removed, or its end cut off: mostly where the
 * container describes itself.
 */
export const damage = (film: Buffer, pick: (below: number) => number): Buffer => {
  const { from, length } = descriptionOf(film);
  const place = (): number => (pick(4) === 0 ? pick(film.length - 4) : from + pick(length - 4));
  const damaged = Buffer.from(film);
  const way = pick(5);
  if (way === 3) {
    const [at, size] = [place(), 1 + pick(64)];
    return pick(2) === 0
      ? Buffer.concat([film.subarray(0, at), film.subarray(at + size)])
      : Buffer.concat([film.subarray(0, at + size), film.subarray(at)]);
  }
  if (way === 4) return damaged.subarray(0, 64 + pick(damaged.length - 64));
  for (let count = 1 + pick(6); count > 0; count -= 1) {
    if (way === 0) damaged[place()] = pick(256);
    else damaged.writeUInt32BE(EXTREMES[pick(EXTREMES.length)]!, place());
  }
  return way === 2 && pick(2) === 0 ? damaged.subarray(0, 64 + pick(damaged.length - 64)) : damaged;
};
