import { Damaged, type Piece, type Source, keepRange, readWhole } from './clean-pieces.ts';

const IMAGE = 0x2c;
const EXTENSION = 0x21;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
/** Applications whose extension says how often an animation repeats. */
const LOOPS = ['NETSCAPE2.0', 'ANIMEXTS1.0'];
/** Length of a loop's extension: introducer, label, name, three bytes with their length, the end. */
const LOOP_BYTES = 19;

/** Bytes of a color table, by a field of packed bits. */
const tableBytes = (packed: number): number => ((packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 0x07) + 1));

/** The position after a chain of blocks, each with its length in front. */
const endOfBlocks = async (source: Source, from: number): Promise<number> => {
  for (let at = from; ; ) {
    const length = (await readWhole(source, at, 1))[0]!;
    at += 1 + length;
    if (length === 0) return at;
    if (at > source.size) throw new Damaged('a block beyond the end');
  }
};

/**
 * Plans a GIF without comments, texts and data of applications; animations keep their repetition. What follows the end is cut.
 * @throws Damaged
 */
export const planGif = async (source: Source): Promise<Piece[]> => {
  const header = await readWhole(source, 0, 13);
  if (!/^GIF8[79]a$/.test(header.toString('latin1', 0, 6))) throw new Damaged('not a GIF');
  const pieces: Piece[] = [];
  let at = 13 + tableBytes(header[10]!);
  keepRange(pieces, 0, at);
  for (;;) {
    const [kind, label] = await readWhole(source, at, 2).catch(() => readWhole(source, at, 1));
    if (kind === TRAILER) {
      keepRange(pieces, at, at + 1);
      return pieces;
    }
    const start = at;
    if (kind === IMAGE) {
      const image = await readWhole(source, at, 10);
      // After the descriptor and its colors stands the size of the first codes.
      at = await endOfBlocks(source, at + 10 + tableBytes(image[9]!) + 1);
      keepRange(pieces, start, at);
    } else if (kind === EXTENSION) {
      at = await endOfBlocks(source, at + 2);
      const isLoop =
        label === APPLICATION && at - start === LOOP_BYTES && LOOPS.includes((await readWhole(source, start + 3, 11)).toString('latin1'));
      if (isLoop || (label === GRAPHIC_CONTROL && at - start === 8)) keepRange(pieces, start, at);
    } else throw new Damaged(`no block at ${at}`);
  }
};
