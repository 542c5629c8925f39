import { Damaged, type Piece, type Source, openSource, readWhole } from './clean-pieces.ts';
import { type Box, type Patch, blankHandler, boxesOf, contentOf, freed, patched, zeroOutside } from './clean-isobmff.ts';

/** Items that pictures consist of; others, such as `Exif` and `mime` (XMP), are overwritten. */
const PICTURE_ITEMS = new Set(['av01', 'grid', 'iovl', 'iden', 'tmap']);
/** Boxes of a picture's `meta` that say how it looks. */
const NEEDED = new Set(['hdlr', 'pitm', 'iinf', 'iref', 'iprp', 'iloc', 'idat', 'grpl']);
/** Properties that describe in words, and times. */
const WORDS = new Set(['udes', 'uuid', 'free', 'crtt', 'mdft', 'altt']);
const MAX_EXTENTS = 100_000;

interface Item {
  id: number;
  type: string;
  /** Its name in the file. */
  name: { start: number; end: number };
}

/** Reads one entry of the list of items. @throws Damaged */
const itemOf = async (source: Source, box: Box): Promise<Item> => {
  const data = await contentOf(source, box);
  const version = data[0];
  const idBytes = version === 3 ? 4 : 2;
  if ((version !== 2 && version !== 3) || data.length < 4 + idBytes + 6) throw new Damaged('an item of an unknown version');
  const typeAt = 4 + idBytes + 2;
  const nameAt = typeAt + 4;
  const nameEnd = data.indexOf(0, nameAt);
  const start = box.content + nameAt;
  return {
    id: data.readUIntBE(4, idBytes),
    type: data.toString('latin1', typeAt, nameAt),
    name: { start, end: nameEnd < 0 ? box.end : box.content + nameEnd },
  };
};

/** A range of an item's bytes: in the file, or in the box `idat`. */
interface Extent {
  id: number;
  place: 'file' | 'idat';
  start: number;
  end: number;
}

/** Reads the places of items (ISO/IEC 14496-12, 8.11.3). @throws Damaged */
const extentsOf = (data: Buffer): Extent[] => {
  let at = 0;
  const number = (bytes: number): number => {
    if (at + bytes > data.length) throw new Damaged('the places of items end early');
    at += bytes;
    return bytes === 0 ? 0 : bytes === 8 ? Number(data.readBigUInt64BE(at - 8)) : data.readUIntBE(at - bytes, bytes);
  };
  const version = number(1);
  number(3);
  if (version > 2) throw new Damaged('places of items of an unknown version');
  const [sizes, more] = [number(1), number(1)];
  const [offsetBytes, lengthBytes, baseBytes, indexBytes] = [sizes >> 4, sizes & 15, more >> 4, version > 0 ? more & 15 : 0];
  if ([offsetBytes, lengthBytes, baseBytes, indexBytes].some((bytes) => ![0, 4, 8].includes(bytes))) throw new Damaged('sizes of places');
  const extents: Extent[] = [];
  const count = number(version < 2 ? 2 : 4);
  for (let item = 0; item < count; item += 1) {
    const id = number(version < 2 ? 2 : 4);
    const method = version > 0 ? number(2) & 15 : 0;
    number(2);
    const base = number(baseBytes);
    if (method > 1) throw new Damaged('items of other files');
    const parts = number(2);
    for (let part = 0; part < parts; part += 1) {
      number(indexBytes);
      const start = base + number(offsetBytes);
      const length = number(lengthBytes);
      extents.push({ id, place: method === 1 ? 'idat' : 'file', start, end: length === 0 ? Number.MAX_SAFE_INTEGER : start + length });
      if (extents.length > MAX_EXTENTS) throw new Damaged('too many places of items');
    }
  }
  return extents;
};

/** Overwrites what a picture's `meta` says besides the picture. @returns also the ranges of the file with its pixels */
const cleanMeta = async (source: Source, meta: Box): Promise<{ patches: Patch[]; kept: { start: number; end: number }[] }> => {
  const boxes = await boxesOf(source, meta.content + 4, meta.end);
  const found = (type: string): Box | undefined => boxes.find((box) => box.type === type);
  const patches = boxes.filter(({ type }) => !NEEDED.has(type)).flatMap(freed);
  for (const box of boxes) if (box.type === 'hdlr') patches.push(...blankHandler(box));
  const [list, places] = [found('iinf'), found('iloc')];
  if (!list || !places) throw new Damaged('a picture without items');
  const isLong = (await readWhole(source, list.content, 1))[0] !== 0;
  const items: Item[] = [];
  for (const box of await boxesOf(source, list.content + (isLong ? 8 : 6), list.end)) {
    const item = await itemOf(source, box);
    items.push(item);
    patches.push({ ...item.name, with: Buffer.alloc(item.name.end - item.name.start, ' ') });
  }
  const pictures = new Set(items.filter(({ type }) => PICTURE_ITEMS.has(type)).map(({ id }) => id));
  const kept = extentsOf(await contentOf(source, places)).filter(({ id }) => pictures.has(id));
  const data = found('idat');
  if (data) {
    const shifted = kept
      .filter(({ place }) => place === 'idat')
      .map(({ start, end }) => ({ start: data.content + start, end: data.content + end }));
    patches.push(...zeroOutside({ start: data.content, end: data.end }, shifted));
  }
  const properties = found('iprp');
  for (const container of properties ? await boxesOf(source, properties.content, properties.end) : [])
    if (container.type === 'ipco')
      for (const property of await boxesOf(source, container.content, container.end))
        if (WORDS.has(property.type)) patches.push(...freed(property));
  return { patches, kept: kept.filter(({ place }) => place === 'file') };
};

/** Tells whether an AVIF is animated: a sequence of pictures, held as the track of a film. */
export const isSequence = async (path: string): Promise<boolean> => {
  const source = await openSource(path);
  try {
    return (await boxesOf(source, 0, source.size)).some(({ type }) => type === 'moov');
  } catch (error) {
    if (error instanceof Damaged) return false;
    throw error;
  } finally {
    await source.close();
  }
};

/**
 * Plans an AVIF without metadata: all bytes that no picture of it consists of are overwritten, so that its positions stay valid. Its orientation
 * is a property of the picture, and stays.
 * @throws Damaged; also for sequences of pictures, which are cleaned by decoding
 */
export const planAvif = async (source: Source): Promise<Piece[]> => {
  const boxes = await boxesOf(source, 0, source.size);
  const meta = boxes.find(({ type }) => type === 'meta');
  if (boxes[0]?.type !== 'ftyp' || !meta) throw new Damaged('not an AVIF');
  if (boxes.some(({ type }) => type === 'moov')) throw new Damaged('a sequence of pictures');
  const { patches, kept } = await cleanMeta(source, meta);
  const size = boxes.at(-1)!.end;
  for (const box of boxes) {
    if (box.type === 'mdat') patches.push(...zeroOutside({ start: box.content, end: box.end }, kept));
    else if (box !== meta && box !== boxes[0]) patches.push(...freed(box));
  }
  const effective = await changing(source, patches);
  return effective.length === 0 && size === source.size ? [{ start: 0, end: size }] : patched(size, patches);
};

const COMPARED_BYTES = 1024 * 1024;

/** The patches that change anything: a clean picture stays as it is. */
const changing = async (source: Source, patches: readonly Patch[]): Promise<Patch[]> => {
  const changed: Patch[] = [];
  for (const patch of patches)
    for (let at = patch.start; at < patch.end; at += COMPARED_BYTES) {
      const bytes = await readWhole(source, at, Math.min(COMPARED_BYTES, patch.end - at));
      const isSame = patch.with ? bytes.equals(patch.with) : bytes.every((byte) => byte === 0);
      if (isSame) continue;
      changed.push(patch);
      break;
    }
  return changed;
};
