import { crc32 } from 'node:zlib';
import sharp from 'sharp';

// Pictures with every kind of metadata that their formats have: each says MARKER and the coordinates of a place.

/** Stands in every tag; nothing that leaves the site may contain it. */
export const MARKER = 'TraceOfTheMaker';
/** A place as text, as apps write it. */
export const PLACE = '48.137222';
/** Degrees, minutes and seconds of a place as EXIF's rationals, little endian: 48° 8' 14". */
export const PLACE_BYTES = Buffer.from([48, 0, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0, 1, 0, 0, 0, 14, 0, 0, 0, 1, 0, 0, 0]);
const WORDS = `${MARKER} ${PLACE}`;

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

/** EXIF data with a maker, a maker's note, a place and an orientation. */
const exif = (orientation = 1): Buffer => {
  const text = latin(`${WORDS}\0`);
  const entry = (tag: number, type: number, count: number, value: number): Buffer => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16LE(tag);
    bytes.writeUInt16LE(type, 2);
    bytes.writeUInt32LE(count, 4);
    bytes.writeUInt32LE(value, 8);
    return bytes;
  };
  const directory = (...entries: Buffer[]): Buffer => {
    const count = Buffer.alloc(2);
    count.writeUInt16LE(entries.length);
    return Buffer.concat([count, ...entries, Buffer.alloc(4)]);
  };
  const words = 8;
  const camera = words + text.length;
  const place = camera + directory(entry(0, 0, 0, 0)).length;
  const rationals = place + directory(entry(0, 0, 0, 0)).length;
  const first = rationals + PLACE_BYTES.length;
  const header = latin('II*\0\0\0\0\0');
  header.writeUInt32LE(first, 4);
  return Buffer.concat([
    header,
    text,
    // A maker's note, and a latitude.
    directory(entry(0x927c, 7, text.length, words)),
    directory(entry(2, 5, 3, rationals)),
    PLACE_BYTES,
    directory(
      entry(0x010f, 2, text.length, words),
      entry(0x0112, 3, 1, orientation),
      entry(0x8769, 4, 1, camera),
      entry(0x8825, 4, 1, place),
    ),
  ]);
};

const XMP = latin(
  `<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description dc:creator="${MARKER}" exif:GPSLatitude="${PLACE}"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
);

const segment = (marker: number, ...data: Buffer[]): Buffer => {
  const content = Buffer.concat(data);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};

let made = 0;
/** Pixels that differ from picture to picture, 48 by 32. */
const pixels = () => {
  made += 1;
  const data = Buffer.from(Array.from({ length: 48 * 32 * 3 }, (_, at) => (at * 7 + made * 41 + ((at * made) >> 3)) & 255));
  return sharp(data, { raw: { width: 48, height: 32, channels: 3 } });
};

/** A JPEG with EXIF, XMP, IPTC, a preview, comments, unknown segments, and another picture after its end. */
export const taggedJpeg = async ({ orientation = 1, progressive = false } = {}): Promise<Buffer> => {
  const plain = await pixels().withIccProfile('srgb').jpeg({ progressive, quality: 90 }).toBuffer();
  const tags = [
    segment(0xe1, latin('Exif\0\0'), exif(orientation)),
    segment(0xe1, latin('http://ns.adobe.com/xap/1.0/\0'), XMP),
    segment(0xed, latin('Photoshop 3.0\0'), latin('8BIM\x04\x04\0\0\0\0\0\x20\x1c\x02\x50'), latin(WORDS)),
    segment(0xe0, latin('JFXX\0\x13'), latin(WORDS)),
    segment(0xe2, latin('MPF\0'), latin(WORDS)),
    segment(0xe4, latin(WORDS)),
    segment(0xfe, latin(WORDS)),
  ];
  // After the first segment (JFIF), and once more before the end.
  const first = 4 + plain.readUInt16BE(4);
  const end = plain.length - 2;
  return Buffer.concat([
    plain.subarray(0, first),
    ...tags,
    plain.subarray(first, end),
    segment(0xfe, latin(WORDS)),
    plain.subarray(end),
    plain,
    latin(WORDS),
  ]);
};

/** A noisy JPEG of a camera's size with EXIF data. */
export const cameraPicture = async (width: number, height: number, quality: number): Promise<Buffer> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const plain = await sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .jpeg({ quality })
    .toBuffer();
  return Buffer.concat([plain.subarray(0, 2), segment(0xe1, latin('Exif\0\0'), exif(6)), plain.subarray(2)]);
};

const chunk = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const content = Buffer.concat([latin(type), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([head, content, sum]);
};

/** A PNG with texts, EXIF, a time, a named profile, private chunks, and words after its end. */
export const taggedPng = async (orientation = 1): Promise<Buffer> => {
  const plain = await pixels().png().toBuffer();
  const tags = [
    chunk('tEXt', latin(`Author\0${WORDS}`)),
    chunk('iTXt', latin(`XML:com.adobe.xmp\0\0\0\0\0${XMP.toString('latin1')}`)),
    chunk('eXIf', exif(orientation)),
    chunk('tIME', latin(`\x07\xe4${MARKER}`)),
    chunk('prVt', latin(WORDS)),
    chunk('sPLT', latin(`${WORDS}\0\x08`)),
  ];
  return Buffer.concat([plain.subarray(0, 33), ...tags, plain.subarray(33), latin(WORDS)]);
};

const riff = (type: string, data: Buffer): Buffer => {
  const head = latin(`${type}\0\0\0\0`);
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
};

/** A WebP with EXIF, XMP, an unknown chunk, and words after its end. */
export const taggedWebp = async (orientation = 1): Promise<Buffer> => {
  const plain = await pixels().webp({ lossless: true }).toBuffer();
  const picture = plain.subarray(12);
  const extended = Buffer.from([0x0c, 0, 0, 0, 47, 0, 0, 31, 0, 0]);
  const content = [riff('VP8X', extended), picture, riff('EXIF', exif(orientation)), riff('XMP ', XMP), riff('MARK', latin(WORDS))];
  return Buffer.concat([riff('RIFF', Buffer.concat([latin('WEBP'), ...content])), latin(WORDS)]);
};

/** An animated GIF with a comment, XMP, words of an application, and words after its end. */
export const taggedGif = async (): Promise<Buffer> => {
  const frames = await pixels().resize(48, 64).raw().toBuffer();
  const plain = await sharp(frames, { raw: { width: 48, height: 64, channels: 3, pageHeight: 32 } })
    .gif({ loop: 3 })
    .toBuffer();
  const block = (text: string): Buffer => Buffer.concat([Buffer.from([text.length]), latin(text)]);
  const table = (plain[10]! & 0x80) === 0 ? 0 : 3 * 2 ** ((plain[10]! & 7) + 1);
  const at = 13 + table;
  const tags = [
    Buffer.concat([Buffer.from([0x21, 0xfe]), block(WORDS), Buffer.from([0])]),
    Buffer.concat([Buffer.from([0x21, 0xff]), block('XMP DataXMP'), block(WORDS), Buffer.from([0])]),
    Buffer.concat([Buffer.from([0x21, 0xff]), block('MARKERAPP10'), block(WORDS), Buffer.from([0])]),
  ];
  return Buffer.concat([plain.subarray(0, at), ...tags, plain.subarray(at), latin(WORDS)]);
};

/** An AVIF with EXIF and XMP, and a box of words. */
export const taggedAvif = async (): Promise<Buffer> => {
  const plain = await pixels()
    .withExif({ IFD0: { Make: WORDS, Copyright: WORDS }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 8/1 14/1' } })
    .avif({ quality: 80 })
    .toBuffer();
  const box = Buffer.alloc(8);
  box.write('uuid', 4, 'latin1');
  const content = latin(`${'u'.repeat(16)}${WORDS}`);
  box.writeUInt32BE(8 + content.length);
  return Buffer.concat([plain, box, content]);
};
