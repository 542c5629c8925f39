import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { COPY_DISTANCE, HASH_BYTES, setBits } from './perceptual-hash.ts';

const WORDS = HASH_BYTES / 4;
/** Hashes are cut into bands: two that differ in at most 31 of 256 bits differ in at most one bit of one of 16 bands. */
const BANDS = 16;
const BAND_VALUES = 65_536;
/** A band's value, and those that differ from it in one bit. */
const MASKS = [0, ...Array.from({ length: 16 }, (_, bit) => 1 << bit)];
/** Hashes added since the bands were sorted are compared one by one; at most so many, or this share of all. */
const MAX_UNSORTED = 4096;
const UNSORTED_SHARE = 1 / 16;

export interface Near {
  /** As it was added. */
  id: number;
  /** 0 to 31. */
  distance: number;
}

/**
 * Hashes in memory, searched for those at most 31 bits away: exactly, not approximately. A million take 110 MB: 32 bytes of each hash, 8 of its id,
 * and 64 in the bands.
 */
export interface HashIndex {
  size(): number;
  /** @param id a whole number of the caller's; hashes are never removed: the caller drops removed ones from the results */
  add(id: number, hash: Uint8Array): void;
  /** Sorts what was added into the bands, band by band, so that others get the thread in between. */
  settle(): Promise<void>;
  near(hash: Buffer): Near[];
}

interface Bands {
  /** How many hashes are in them. */
  sorted: number;
  /** For each band and value: where its entries begin. */
  begins: Uint32Array[];
  /** Places of hashes, by the value of the band. */
  places: Uint32Array[];
}

const bandOf = (words: Uint32Array, place: number, band: number): number =>
  (words[place * WORDS + (band >> 1)]! >>> ((band & 1) * 16)) & 0xffff;

const sortBand = (words: Uint32Array, count: number, band: number): { begins: Uint32Array; places: Uint32Array } => {
  const begins = new Uint32Array(BAND_VALUES + 1);
  for (let place = 0; place < count; place += 1) begins[bandOf(words, place, band) + 1]! += 1;
  for (let value = 0; value < BAND_VALUES; value += 1) begins[value + 1]! += begins[value]!;
  const next = begins.slice();
  const places = new Uint32Array(count);
  for (let place = 0; place < count; place += 1) places[next[bandOf(words, place, band)]!++] = place;
  return { begins, places };
};

/** @param maxUnsorted hashes that are compared one by one before they are sorted; tests sort at once */
export const createHashIndex = (maxUnsorted = MAX_UNSORTED): HashIndex => {
  let words = new Uint32Array(WORDS * 64);
  let ids = new Float64Array(64);
  let count = 0;
  let bands: Bands = { sorted: 0, begins: [], places: [] };
  let sorting: Promise<void> | undefined;
  /** The number of the search that compared a hash last: most near ones are found in many bands. */
  let compared = new Uint32Array(64);
  let search = 0;

  const grow = (): void => {
    const [wider, longer, further] = [new Uint32Array(words.length * 2), new Float64Array(ids.length * 2), new Uint32Array(ids.length * 2)];
    wider.set(words);
    longer.set(ids);
    further.set(compared);
    [words, ids, compared] = [wider, longer, further];
  };

  const sort = async (): Promise<void> => {
    const sorted = count;
    const next: Bands = { sorted, begins: [], places: [] };
    for (let band = 0; band < BANDS; band += 1) {
      const { begins, places } = sortBand(words, sorted, band);
      next.begins.push(begins);
      next.places.push(places);
      if (sorted > MAX_UNSORTED) await yieldToOthers();
    }
    bands = next;
  };

  const wanted = new Uint32Array(WORDS);
  /** At most 31, or more than 31. */
  const distanceTo = (place: number): number => {
    let distance = 0;
    for (let word = 0; word < WORDS && distance <= COPY_DISTANCE; word += 1)
      distance += setBits(words[place * WORDS + word]! ^ wanted[word]!);
    return distance;
  };

  return {
    size: () => count,
    add(id, hash) {
      if (count === ids.length) grow();
      const view = new DataView(hash.buffer, hash.byteOffset, HASH_BYTES);
      for (let word = 0; word < WORDS; word += 1) words[count * WORDS + word] = view.getUint32(word * 4, true);
      ids[count] = id;
      count += 1;
    },
    async settle() {
      while (count - bands.sorted > Math.max(maxUnsorted, maxUnsorted > 0 ? bands.sorted * UNSORTED_SHARE : 0)) {
        sorting ??= sort().finally(() => (sorting = undefined));
        await sorting;
      }
    },
    near(hash) {
      search = search === 0xffffffff ? 1 : search + 1;
      for (let word = 0; word < WORDS; word += 1) wanted[word] = hash.readUInt32LE(word * 4);
      const found: Near[] = [];
      const compare = (place: number): void => {
        if (compared[place] === search) return;
        compared[place] = search;
        const distance = distanceTo(place);
        if (distance <= COPY_DISTANCE) found.push({ id: ids[place]!, distance });
      };
      if (bands.sorted > 0)
        for (let band = 0; band < BANDS; band += 1) {
          const value = bandOf(wanted, 0, band);
          const [begins, places] = [bands.begins[band]!, bands.places[band]!];
          for (const mask of MASKS) {
            const end = begins[(value ^ mask) + 1]!;
            for (let at = begins[value ^ mask]!; at < end; at += 1) compare(places[at]!);
          }
        }
      for (let place = bands.sorted; place < count; place += 1) compare(place);
      return found;
    },
  };
};
