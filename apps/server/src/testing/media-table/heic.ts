import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { ffmpegPath, runFfmpeg } from '../videos.ts';

// Writes HEIC files as phones do (ISO/IEC 23008-12): a picture of one part, or a grid of tiles with a cut at the right and at the bottom.

const run = promisify(execFile);

const u8 = (...values: number[]): Buffer => Buffer.from(values);
const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const box = (type: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(8 + body.length), Buffer.from(type, 'latin1'), body]);
};
const fullBox = (type: string, version: number, flags: number, ...content: Buffer[]): Buffer =>
  box(type, u32(version * 2 ** 24 + flags), ...content);

/** Encodes a picture by itself. All of one size have the same configuration. */
const encodeTile = async (png: string, path: string, pixelFormat: string): Promise<{ config: Buffer; data: Buffer }> => {
  const film = `${path}.mp4`;
  const color = ['-color_range', 'tv', '-colorspace', 'smpte170m'];
  const codec = ['-c:v', 'libx265', '-x265-params', 'log-level=none:keyint=1:info=0', '-crf', '8', '-tag:v', 'hvc1'];
  await runFfmpeg('-i', png, ...codec, '-pix_fmt', pixelFormat, ...color, film);
  const bytes = await readFile(film);
  const at = bytes.indexOf('hvcC') - 4;
  const probe = (await ffmpegPath()).replace(/ffmpeg$/, 'ffprobe');
  const { stdout } = await run(probe, ['-v', 'error', '-show_entries', 'packet=size,pos', '-of', 'json', film]);
  await rm(film);
  const [packet] = (JSON.parse(stdout) as { packets: { size: string; pos: string }[] }).packets;
  const position = Number(packet!.pos);
  return {
    config: Buffer.from(bytes.subarray(at, at + bytes.readUInt32BE(at))),
    data: Buffer.from(bytes.subarray(position, position + Number(packet!.size))),
  };
};

export interface HeicOptions {
  /** Paths of the tiles, row by row; all of one size. */
  tiles: readonly string[];
  columns: number;
  tile: { width: number; height: number };
  /** The picture's own size, before it is turned: the tiles may cover more. */
  width: number;
  height: number;
  /** Quarter turns to the left. */
  turns?: number;
  profile?: Buffer;
  pixelFormat?: string;
  /** Leaves the last tile out of the file. */
  isTileMissing?: boolean;
}

/** @param path for files in between */
export const heicOf = async (path: string, options: HeicOptions): Promise<Buffer> => {
  const { columns, tile, width, height, turns = 0, profile, pixelFormat = 'yuv420p', isTileMissing } = options;
  const encoded: Awaited<ReturnType<typeof encodeTile>>[] = [];
  for (const png of options.tiles) encoded.push(await encodeTile(png, path, pixelFormat));
  const tiles = encoded.map(({ data }) => data);
  const { config } = encoded[0]!;
  const isGrid = tiles.length > 1;
  const rows = tiles.length / columns;
  const gridId = tiles.length + 1;
  const mainId = isGrid ? gridId : 1;
  // Properties are counted from 1.
  const depth = pixelFormat.includes('10') ? 10 : 8;
  const shared = [
    fullBox('pixi', 0, 0, u8(3, depth, depth, depth)),
    ...(turns ? [box('irot', u8(turns))] : []),
    ...(profile ? [box('colr', Buffer.from('prof'), profile)] : []),
  ];
  const properties = [
    config,
    fullBox('ispe', 0, 0, u32(tile.width), u32(tile.height)),
    fullBox('ispe', 0, 0, u32(width), u32(height)),
    ...shared,
  ];
  const common = shared.map((_, index) => 4 + index);
  const ofMain = isGrid ? [3, ...common] : [0x81, 2, ...common];
  const associations = [
    ...(isGrid ? tiles.map((_, index) => Buffer.concat([u16(index + 1), u8(2, 0x81, 2)])) : []),
    Buffer.concat([u16(mainId), u8(ofMain.length, ...ofMain)]),
  ];
  const grid = Buffer.concat([u8(0, 0, rows - 1, columns - 1), u16(width), u16(height)]);
  const items = [
    ...tiles.map((data, index) => ({ id: index + 1, type: 'hvc1', data })),
    ...(isGrid ? [{ id: gridId, type: 'grid', data: grid }] : []),
  ];
  const info = items.map(({ id, type }) =>
    fullBox('infe', 2, isGrid && type === 'hvc1' ? 1 : 0, u16(id), u16(0), Buffer.from(`${type}\0`)),
  );
  const metaOf = (from: number): Buffer => {
    let at = from;
    const places = items.map(({ id, data }) => {
      const place = Buffer.concat([u16(id), u16(0), u16(1), u32(at), u32(data.length)]);
      at += data.length;
      return place;
    });
    return fullBox(
      'meta',
      0,
      0,
      fullBox('hdlr', 0, 0, u32(0), Buffer.from('pict'), Buffer.alloc(13)),
      fullBox('pitm', 0, 0, u16(mainId)),
      fullBox('iloc', 0, 0, u8(0x44, 0), u16(items.length), ...places),
      fullBox('iinf', 0, 0, u16(items.length), ...info),
      ...(isGrid ? [fullBox('iref', 0, 0, box('dimg', u16(gridId), u16(tiles.length), ...tiles.map((_, index) => u16(index + 1))))] : []),
      box('iprp', box('ipco', ...properties), fullBox('ipma', 0, 0, u32(associations.length), ...associations)),
    );
  };
  const head = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'));
  const meta = metaOf(head.length + metaOf(0).length + 8);
  const data = Buffer.concat(items.map(({ data: bytes }) => bytes));
  if (isTileMissing) data.fill(0, data.length - grid.length - tiles.at(-1)!.length, data.length - grid.length);
  return Buffer.concat([head, meta, box('mdat', data)]);
};
