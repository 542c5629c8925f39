/** Codecs of the files that people have, by ffmpeg's names: decoded. */
const DECODED = 'h264 hevc vp8 vp9 av1 mpeg4 h263 prores aac mp3 opus vorbis flac amr_nb pcm_s16le gif apng'.split(' ');
/** Codecs of what the site makes: encoded. */
const ENCODED = ['h264', 'aac', 'png', 'webp'];

/**
 * Names the codecs that a build of ffmpeg lacks.
 * @param list what `ffmpeg -codecs` prints: ` DEV.LS h264  …`, D where it decodes, E where it encodes
 */
export const missingCodecs = (list: string): string[] => {
  const flags = new Map(
    list.split('\n').flatMap((line) => (/^ ([D.])([E.])\S* +(\S+)/.exec(line) ? [[line.trim().split(/ +/)[1]!, line] as const] : [])),
  );
  return [
    ...DECODED.filter((name) => flags.get(name)?.[1] !== 'D').map((name) => `the decoder of ${name}`),
    ...ENCODED.filter((name) => flags.get(name)?.[2] !== 'E').map((name) => `the encoder of ${name}`),
  ];
};
