import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MARKER, PLACE, taggedJpeg } from './tagged-pictures.ts';
import { runFfmpeg } from './videos.ts';

// Films and sounds with every kind of metadata that ffmpeg writes, and what it doesn't write added by hand.

const WORDS = `${MARKER} ${PLACE}`;
const LOCATION = `+${PLACE}+011.575556+519.000/`;
const TAGS = ['title', 'artist', 'comment', 'copyright', 'description', 'make', 'model', 'encoder'].flatMap((name) => [
  '-metadata',
  `${name}=${WORDS}`,
]);
const PLACES = ['-metadata', `location=${LOCATION}`, '-metadata', `com.apple.quicktime.location.ISO6709=${LOCATION}`];
const STREAM_TAGS = ['v', 'a'].flatMap((kind) => ['title', 'handler_name'].flatMap((name) => [`-metadata:s:${kind}`, `${name}=${WORDS}`]));
const SUBTITLES = `1\n00:00:00,000 --> 00:00:01,000\n${WORDS}\n`;
const CHAPTERS = `;FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle=${WORDS}\n`;

/** A box of an MP4 that only programs of one maker read, at its end. */
const foreignBox = (): Buffer => {
  const content = Buffer.from(`${'u'.repeat(16)}${WORDS}`, 'latin1');
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write('uuid', 4, 'latin1');
  return Buffer.concat([head, content]);
};

export type TaggedFilm = 'mp4' | 'mov' | 'mkv' | 'webm';
export type TaggedSound = 'mp3' | 'm4a' | 'ogg' | 'flac' | 'wav' | 'aac';

const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-tagged-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Adds a container's own hiding places: subtitles with a place in those of cameras, an attachment in Matroska. */
const extrasOf = (kind: TaggedFilm, folder: string): string[] => {
  if (kind === 'mkv')
    return ['-attach', join(folder, 'cover.jpg'), '-metadata:s:t', 'mimetype=image/jpeg', '-metadata:s:t', `filename=${WORDS}`];
  return kind === 'webm' ? [] : ['-map', '2:s', '-c:s', 'mov_text'];
};

let made = 0;

/** A film of a second; each differs. @param size as `160x90` */
export const taggedFilm = (kind: TaggedFilm, size = '160x90'): Promise<Buffer> =>
  inFolder(async (folder) => {
    made += 1;
    await writeFile(join(folder, 'places.srt'), SUBTITLES);
    await writeFile(join(folder, 'chapters.txt'), CHAPTERS);
    await writeFile(join(folder, 'cover.jpg'), await taggedJpeg());
    const path = join(folder, `film.${kind}`);
    const codecs = kind === 'webm' ? ['-c:v', 'libvpx', '-c:a', 'libopus'] : ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
    const sources = [`testsrc=size=${size}:rate=10`, `sine=frequency=${300 + made}`].flatMap((source) => ['-f', 'lavfi', '-i', source]);
    const texts = ['places.srt', 'chapters.txt'].flatMap((name) => ['-i', join(folder, name)]);
    const streams = ['-map', '0:v', '-map', '1:a', '-t', '1'].concat(codecs);
    const tags = TAGS.concat(PLACES, STREAM_TAGS, extrasOf(kind, folder), '-map_chapters', '3');
    const form = kind === 'mov' ? ['-movflags', 'use_metadata_tags'] : [];
    await runFfmpeg(...sources, ...texts, ...streams, ...tags, ...form, path);
    const film = await readFile(path);
    return kind === 'mp4' || kind === 'mov' ? Buffer.concat([film, foreignBox()]) : film;
  });

/** Tags at the end of a sound without a container: APE, and ID3v1. */
const endTags = (): Buffer => {
  const ape = Buffer.from(`APETAGEX\xd0\x07\0\0${WORDS}`, 'latin1');
  const id3 = Buffer.alloc(128);
  id3.write(`TAG${WORDS}`, 'latin1');
  return Buffer.concat([ape, id3]);
};

/** A sound of a second, with a cover where its container takes one. */
export const taggedSound = (kind: TaggedSound): Promise<Buffer> =>
  inFolder(async (folder) => {
    made += 1;
    await writeFile(join(folder, 'cover.jpg'), await taggedJpeg());
    const path = join(folder, `sound.${kind}`);
    const hasCover = kind === 'mp3' || kind === 'm4a' || kind === 'flac';
    const cover = hasCover
      ? ['-i', join(folder, 'cover.jpg'), '-map', '0:a', '-map', '1:v', '-c:v', 'copy', '-disposition:v', 'attached_pic']
      : [];
    await runFfmpeg(
      '-f',
      'lavfi',
      '-i',
      `sine=frequency=${300 + made}`,
      ...cover,
      '-t',
      '1',
      ...TAGS,
      '-metadata:s:a',
      `title=${WORDS}`,
      path,
    );
    const sound = await readFile(path);
    return kind === 'mp3' || kind === 'aac' ? Buffer.concat([sound, endTags()]) : sound;
  });
