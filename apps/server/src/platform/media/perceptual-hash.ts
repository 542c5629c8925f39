/**
 * PDQ, the perceptual hash that lists of forbidden pictures use: 256 bits that stay nearly the same when a picture is scaled, encoded again or
 * slightly changed. Written from the description in Meta's ThreatExchange, "The TMK+PDQF Video-Hashing Algorithm and the PDQ Image-Hashing
 * Algorithm" (2019).
 */

/** Side of the reduced picture whose frequencies are taken. */
export const HASHED_SIDE = 64;
/** Lowest frequencies in each direction, without the constant one. */
const FREQUENCIES = 16;
export const HASH_BYTES = (FREQUENCIES * FREQUENCIES) / 8;
/** Pictures below this quality have too little in them: their hash is like that of many others. PDQ's usual bound. */
export const LEAST_QUALITY = 50;
/** Hashes at most so many bits apart are of copies. PDQ's usual bound. */
export const COPY_DISTANCE = 31;

/** Pictures are scaled to a square of this side before they are hashed. */
export const SCALED_SIDE = 512;

/**
 * Hashes of a picture or a frame, each of 32 bytes, as lists print them in hexadecimal: the highest frequencies come first. Both lists have eight
 * hashes: of the picture as it is, then of its mirror images and quarter turns.
 */
export interface PerceptualHash {
  /** For comparing pictures of this site: sampled evenly, so that a mirrored or scaled copy is as near as one encoded again. */
  turns: Buffer[];
  /** For comparing with lists: sampled as PDQ's reference does, 1.5 of 512 pixels off the centre. */
  listed: Buffer[];
  /** 0 to 100: how much there is in the picture. */
  quality: number;
}

/** Cosines of the transform: one row for each frequency. */
const COSINES = Float64Array.from(
  { length: FREQUENCIES * HASHED_SIDE },
  (_, at) =>
    Math.sqrt(2 / HASHED_SIDE) * Math.cos((Math.PI / 2 / HASHED_SIDE) * (Math.floor(at / HASHED_SIDE) + 1) * (2 * (at % HASHED_SIDE) + 1)),
);

/** The low frequencies of a picture of brightness, by rows. */
const transform = (pixels: ArrayLike<number>): Float64Array => {
  const columns = new Float64Array(FREQUENCIES * HASHED_SIDE);
  for (let f = 0; f < FREQUENCIES; f += 1)
    for (let y = 0; y < HASHED_SIDE; y += 1) {
      const cosine = COSINES[f * HASHED_SIDE + y]!;
      for (let x = 0; x < HASHED_SIDE; x += 1) columns[f * HASHED_SIDE + x]! += cosine * pixels[y * HASHED_SIDE + x]!;
    }
  const frequencies = new Float64Array(FREQUENCIES * FREQUENCIES);
  for (let f = 0; f < FREQUENCIES; f += 1)
    for (let g = 0; g < FREQUENCIES; g += 1) {
      let sum = 0;
      for (let x = 0; x < HASHED_SIDE; x += 1) sum += columns[f * HASHED_SIDE + x]! * COSINES[g * HASHED_SIDE + x]!;
      frequencies[f * FREQUENCIES + g] = sum;
    }
  return frequencies;
};

/** One bit for each frequency: whether it is stronger than half of them. */
const bitsOf = (frequencies: Float64Array): Buffer => {
  // The lower of the two in the middle, as the reference has it.
  const median = Float64Array.from(frequencies).sort()[(frequencies.length - 1) >> 1]!;
  const hash = Buffer.alloc(HASH_BYTES);
  for (let bit = 0; bit < frequencies.length; bit += 1)
    if (frequencies[bit]! > median) hash[HASH_BYTES - 1 - (bit >> 3)]! |= 1 << (bit & 7);
  return hash;
};

/** The sum of visible steps in brightness between neighbours, scaled to 0 to 100. */
const qualityOf = (pixels: ArrayLike<number>): number => {
  let sum = 0;
  const step = (one: number, other: number): void => {
    sum += Math.abs(Math.trunc(((pixels[one]! - pixels[other]!) * 100) / 255));
  };
  for (let y = 0; y < HASHED_SIDE; y += 1)
    for (let x = 0; x < HASHED_SIDE; x += 1) {
      const at = y * HASHED_SIDE + x;
      if (y + 1 < HASHED_SIDE) step(at, at + HASHED_SIDE);
      if (x + 1 < HASHED_SIDE) step(at, at + 1);
    }
  return Math.min(100, Math.trunc(sum / 90));
};

/** Mirrors and quarter turns change the signs of some frequencies, and exchange rows and columns. */
interface Turn {
  isTransposed: boolean;
  /** Tells whether the sign of the frequency in row `f`, column `g` changes. */
  changes(f: number, g: number): boolean;
}

const isEven = (value: number): boolean => value % 2 === 0;
const TURNS: readonly Turn[] = [false, true].flatMap((isTransposed) =>
  [() => false, (f: number) => isEven(f), (_f: number, g: number) => isEven(g), (f: number, g: number) => isEven(f) !== isEven(g)].map(
    (changes) => ({ isTransposed, changes }),
  ),
);

/** For each turn and frequency: the one it is taken from, times two, plus one where its sign changes. */
const SOURCES = TURNS.map(({ isTransposed, changes }) =>
  Uint16Array.from({ length: FREQUENCIES * FREQUENCIES }, (_, at) => {
    const [row, column] = [Math.floor(at / FREQUENCIES), at % FREQUENCIES];
    const [f, g] = isTransposed ? [column, row] : [row, column];
    return (f * FREQUENCIES + g) * 2 + (changes(f, g) ? 1 : 0);
  }),
);

const turnsOf = (frequencies: Float64Array): Buffer[] =>
  SOURCES.map((sources) =>
    bitsOf(Float64Array.from(sources, (source) => (source & 1 ? -frequencies[source >> 1]! : frequencies[source >> 1]!))),
  );

/** Reduces a square in one direction and turns it, so that twice reduces both. @param taps weights, and where they begin relative to each eighth pixel */
const reduce = (pixels: Float32Array, lines: number, { weights, begin }: { weights: readonly number[]; begin: number }): Float32Array => {
  const pitch = SCALED_SIDE / HASHED_SIDE;
  const reduced = new Float32Array(HASHED_SIDE * lines);
  for (let line = 0; line < lines; line += 1)
    for (let at = 0; at < HASHED_SIDE; at += 1) {
      let sum = 0;
      for (let tap = 0; tap < weights.length; tap += 1)
        sum += weights[tap]! * pixels[line * SCALED_SIDE + Math.min(SCALED_SIDE - 1, at * pitch + begin + tap)]!;
      reduced[at * lines + line] = sum;
    }
  return reduced;
};

/** The mean of each eight pixels. */
const EVEN = { weights: Array.from({ length: 8 }, () => 1 / 8), begin: 0 };
/** Two means of four pixels, one after the other, taken at every eighth: PDQ's reference in a picture of this size. */
const REFERENCE = { weights: [1, 2, 3, 4, 3, 2, 1].map((weight) => weight / 16), begin: 2 };

/** Hashes a picture of brightness. @param pixels 512 × 512 values of 0 to 255, by rows */
export const hashPicture = (pixels: Float32Array): PerceptualHash => {
  const [even, reference] = [EVEN, REFERENCE].map((taps) => reduce(reduce(pixels, SCALED_SIDE, taps), HASHED_SIDE, taps));
  return { turns: turnsOf(transform(even!)), listed: turnsOf(transform(reference!)), quality: qualityOf(reference!) };
};

/**
 * Hashes a frame that a program reduced already, as PDQ's reference has frames reduced: both samplings are the same.
 * @param pixels 64 × 64 values of 0 to 255, by rows
 */
export const hashFrame = (pixels: ArrayLike<number>): PerceptualHash => {
  const turns = turnsOf(transform(pixels));
  return { turns, listed: turns, quality: qualityOf(pixels) };
};

/** The brightness of colours. @param pixels three values of 0 to 255 for each pixel */
export const brightnessOf = (pixels: Uint8Array): Float32Array => {
  const brightness = new Float32Array(pixels.length / 3);
  for (let at = 0; at < brightness.length; at += 1)
    brightness[at] = 0.299 * pixels[at * 3]! + 0.587 * pixels[at * 3 + 1]! + 0.114 * pixels[at * 3 + 2]!;
  return brightness;
};

/** Set bits of a 32-bit word. */
export const setBits = (word: number): number => {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

/** In how many of 256 bits two hashes differ. */
export const distanceOf = (one: Buffer, other: Buffer): number => {
  let distance = 0;
  for (let at = 0; at < HASH_BYTES; at += 4) distance += setBits(one.readUInt32LE(at) ^ other.readUInt32LE(at));
  return distance;
};
