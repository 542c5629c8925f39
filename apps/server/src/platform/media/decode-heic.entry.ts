import { readFile, writeFile } from 'node:fs/promises';
import heif from 'libheif-js/wasm-bundle.js';
import sharp from 'sharp';
import { withProfile } from './color-profile.ts';
import { TOO_LARGE } from './heic-answers.ts';

// Decodes one HEIC into a JPEG: in a separate process, which holds all its pixels and is killed when it takes too long. Prints
// `TOO_LARGE` when it has too many pixels. Ends with 1 for what can't be decoded completely.

const [source, target, mostPixels] = process.argv.slice(2);
const QUALITY = 92;
/** A profile of a camera has a few hundred bytes, one of a printer two megabytes. */
const MAX_PROFILE_BYTES = 4 * 1024 * 1024;

// Values of libheif's enums.
const RGB = 1;
const INTERLEAVED_RGB = 10;
const INTERLEAVED_RGBA = 11;
const INTERLEAVED = 10;
/** Positions in the options of decoding: 8 bits also of 10 bit pictures; a missing tile is an error rather than gray. */
const CONVERT_TO_8_BITS = 20;
const STRICT = 21;

/** Room for what functions write: the error in the first 12 bytes. */
const room = heif._malloc(16);
const result = room + 12;
const numberAt = (address: number): number => new DataView(heif.HEAPU8.buffer).getUint32(address, true);
const check = (): void => {
  if (numberAt(room) !== 0) throw new Error(`libheif error ${numberAt(room)}.${numberAt(room + 4)}`);
};

const bytes = await readFile(source!);
const data = heif._malloc(bytes.length);
heif.HEAPU8.set(bytes, data);
const context = heif._heif_context_alloc();
heif._heif_context_read_from_memory(room, context, data, bytes.length, 0);
check();
heif._heif_context_get_primary_image_handle(room, context, result);
check();
const handle = numberAt(result);
const size = { width: heif._heif_image_handle_get_width(handle), height: heif._heif_image_handle_get_height(handle) };

if (size.width * size.height > Number(mostPixels)) {
  console.log(TOO_LARGE);
  process.exit(0);
}

const profileBytes = heif._heif_image_handle_get_raw_color_profile_size(handle);
let profile: Buffer | null = null;
if (profileBytes > 0 && profileBytes <= MAX_PROFILE_BYTES) {
  const at = heif._malloc(profileBytes);
  heif._heif_image_handle_get_raw_color_profile(room, handle, at);
  check();
  profile = Buffer.from(heif.HEAPU8.subarray(at, at + profileBytes));
}

const hasAlpha = heif._heif_image_handle_has_alpha_channel(handle) !== 0;
const channels = hasAlpha ? 4 : 3;
const options = heif._heif_decoding_options_alloc();
heif.HEAPU8[options + CONVERT_TO_8_BITS] = 1;
heif.HEAPU8[options + STRICT] = 1;
heif._heif_decode_image(room, handle, result, RGB, hasAlpha ? INTERLEAVED_RGBA : INTERLEAVED_RGB, options);
check();
const image = numberAt(result);
const [width, height] = [heif._heif_image_get_width(image, INTERLEAVED), heif._heif_image_get_height(image, INTERLEAVED)];
const plane = heif._heif_image_get_plane_readonly2(image, INTERLEAVED, result);
const stride = numberAt(result);
if (plane === 0 || width !== size.width || height !== size.height) throw new Error('libheif made no picture of that size');

// Lines may be padded: the picture is read as wide as its lines, and then cut.
const lineWidth = Math.floor(stride / channels);
if (lineWidth * channels !== stride) throw new Error(`lines of ${stride} bytes`);
const pixels = heif.HEAPU8.subarray(plane, plane + stride * height);
const jpeg = await sharp(pixels, { raw: { width: lineWidth, height, channels } })
  .extract({ left: 0, top: 0, width, height })
  .flatten({ background: '#fff' })
  .jpeg({ quality: QUALITY, chromaSubsampling: '4:2:0' })
  .toBuffer();
await writeFile(target!, profile ? withProfile(jpeg, profile) : jpeg);
process.exit(0);
