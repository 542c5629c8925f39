// Formats of files without Zod, so that the web shares them.

/** The formats that the site takes, by kind, as people name them. */
export const FILE_FORMATS = {
  image: ['JPEG', 'PNG', 'WebP', 'AVIF', 'GIF', 'HEIC'],
  video: ['MP4', 'MOV', 'WebM', 'MKV', '3GP'],
  audio: ['MP3', 'M4A', 'OGG', 'WAV', 'FLAC', 'AAC'],
  document: ['PDF'],
  archive: ['ZIP', 'EPUB'],
  captions: ['WebVTT', 'SRT'],
} as const satisfies Record<string, readonly string[]>;
export type FileKind = keyof typeof FILE_FORMATS;

/** Formats of pictures that only this site's decoder shows: refused where a file is shown as it came. */
const DECODED_FORMATS: readonly string[] = ['HEIC'];

/** The formats of kinds in one line: "JPEG, PNG". @param isShownAsItCame leaves out what browsers don't show */
export const formatsOf = (kinds: readonly FileKind[], isShownAsItCame = false): string =>
  kinds
    .flatMap((kind) => [...FILE_FORMATS[kind]])
    .filter((format) => !isShownAsItCame || !DECODED_FORMATS.includes(format))
    .join(', ');
