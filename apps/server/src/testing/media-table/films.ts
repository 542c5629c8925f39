import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { runFfmpeg, turnedBy } from '../videos.ts';
import { type Color, CORNERS, pixelsOf, quadrants } from './quadrants.ts';
import { KIND_REFUSED, type Row } from './row.ts';

interface Film {
  width?: number;
  height?: number;
  rate?: number;
  seconds?: number;
  /** Frequencies of its sound tracks, in Hz. */
  sounds?: readonly number[];
  /** Options of the picture. */
  video?: readonly string[];
  /** Options of the sound. */
  audio?: readonly string[];
  /** Options of the file. */
  file?: readonly string[];
  /** Degrees that it is turned by to the right when it is shown. */
  turned?: 90 | 180 | 270;
  /** Light coded by PQ or HLG. */
  hdr?: 'smpte2084' | 'arib-std-b67';
}

/** White paper of an HDR film, in cd/m². */
const WHITE = 203;
const codeOfPq = (light: number): number => {
  const [m1, m2, c1, c2, c3] = [0.1593017578125, 78.84375, 0.8359375, 18.8515625, 18.6875];
  const power = (light / 10_000) ** m1;
  return ((c1 + c2 * power) / (1 + c3 * power)) ** m2;
};
const codeOfHlg = (scene: number): number =>
  scene <= 1 / 12 ? Math.sqrt(3 * scene) : 0.17883277 * Math.log(12 * scene - 0.28466892) + 0.55991073;

/** A color of a screen of today as an HDR film codes it, 0 to 1. */
const hdrOf = (transfer: NonNullable<Film['hdr']>, color: Color): Color => {
  const [red, green, blue] = color.map((value) => (value / 255) ** 2.2);
  const light = [
    0.6274 * red! + 0.3293 * green! + 0.0433 * blue!,
    0.0691 * red! + 0.9195 * green! + 0.0114 * blue!,
    0.0164 * red! + 0.088 * green! + 0.8956 * blue!,
  ].map((value) => value * WHITE);
  if (transfer === 'smpte2084') return [codeOfPq(light[0]!), codeOfPq(light[1]!), codeOfPq(light[2]!)];
  const brightness = (0.2627 * light[0]! + 0.678 * light[1]! + 0.0593 * light[2]!) / 1000;
  const gain = brightness ** (1 / 1.2 - 1) / 1000;
  return [codeOfHlg(light[0]! * gain), codeOfHlg(light[1]! * gain), codeOfHlg(light[2]! * gain)];
};

const writeFrame = async (path: string, size: { width: number; height: number }, hdr: Film['hdr']): Promise<void> => {
  if (!hdr) return void (await quadrants(size.width, size.height).png().toFile(path));
  const colors = CORNERS.map((color): Color => {
    const [red, green, blue] = hdrOf(hdr, color);
    return [Math.round(red * 65_535), Math.round(green * 65_535), Math.round(blue * 65_535)];
  });
  const pixels = pixelsOf(new Uint16Array(size.width * size.height * 3), size, colors);
  await sharp(pixels, { raw: { ...size, channels: 3 } })
    .toColourspace('rgb16')
    .png()
    .toFile(path);
};

/** Writes a film that shows the quadrants. */
const writeFilm = async (folder: string, name: string, film: Film): Promise<string> => {
  const { width = 320, height = 180, rate = 10, seconds = 1, sounds = [440], video = [], audio = [], file = [], turned, hdr } = film;
  const [frame, path] = [join(folder, 'frame.png'), join(folder, name)];
  await writeFrame(frame, { width, height }, hdr);
  const tones = sounds.flatMap((frequency) => ['-f', 'lavfi', '-t', String(seconds), '-i', `sine=frequency=${frequency}`]);
  const maps = ['-map', '0:v', ...sounds.flatMap((_, index) => ['-map', `${index + 1}:a`])];
  const light = hdr
    ? ['-vf', 'scale=out_color_matrix=bt2020:out_range=tv', '-color_primaries', 'bt2020', '-color_trc', hdr, '-colorspace', 'bt2020nc']
    : [];
  const still = ['-loop', '1', '-framerate', String(rate), '-t', String(seconds), '-i', frame];
  const format = video.includes('-pix_fmt') ? [] : ['-pix_fmt', 'yuv420p'];
  await runFfmpeg(...still, ...tones, ...maps, ...light, ...format, ...video, ...audio, ...file, path);
  if (turned) await writeFile(path, turnedBy(await readFile(path), turned));
  return path;
};

const row = (name: string, out: string, file: string, film: Film = {}): Row => ({
  name,
  out,
  make: (folder) => writeFilm(folder, file, film),
});

/** A row for a film that is changed after it was written. */
const changed = (name: string, out: string, file: string, film: Film, change: (bytes: Buffer) => Uint8Array): Row => ({
  name,
  out,
  async make(folder) {
    const path = await writeFilm(folder, file, film);
    await writeFile(path, change(await readFile(path)));
    return path;
  },
});

const hevc = (pixelFormat: string, extra = ''): string[] => [
  '-c:v',
  'libx265',
  '-x265-params',
  `log-level=none${extra}`,
  '-pix_fmt',
  pixelFormat,
];
const OUT = 'Film, 320 × 180, RGWB, 1.0 s, 10 fps';
const HDR_OUT = `${OUT}, BT.709`;
const UNREADABLE = 'Refused: This file can’t be read. Is it damaged?';

/** The films of the table. */
export const FILM_ROWS: readonly Row[] = [
  row('MP4, H.264, AAC', `${OUT}; sound`, 'a.mp4'),
  row('MOV, ProRes 4:2:2 10 bit, PCM', `${OUT}; sound`, 'a.mov', {
    video: ['-c:v', 'prores_ks', '-pix_fmt', 'yuv422p10le'],
    audio: ['-c:a', 'pcm_s16le'],
  }),
  row('MOV, H.264 4:2:2 10 bit', `${OUT}; sound`, 'a.mov', { video: ['-c:v', 'libx264', '-pix_fmt', 'yuv422p10le'] }),
  row('MKV, H.264 4:4:4, Opus', `${OUT}; sound`, 'a.mkv', {
    video: ['-c:v', 'libx264', '-pix_fmt', 'yuv444p'],
    audio: ['-c:a', 'libopus'],
  }),
  row('WebM, VP8, Vorbis', `${OUT}; sound`, 'a.webm', { video: ['-c:v', 'libvpx', '-b:v', '1M'], audio: ['-c:a', 'libvorbis'] }),
  row('WebM, VP9, Opus', `${OUT}; sound`, 'a.webm', {
    video: ['-c:v', 'libvpx-vp9', '-cpu-used', '8', '-b:v', '1M'],
    audio: ['-c:a', 'libopus'],
  }),
  row('MKV, AV1, FLAC', `${OUT}; sound`, 'a.mkv', {
    video: ['-c:v', 'libaom-av1', '-cpu-used', '8', '-b:v', '1M'],
    audio: ['-c:a', 'flac'],
  }),
  row('MP4, HEVC', `${OUT}; sound`, 'a.mp4', { video: hevc('yuv420p') }),
  row('MP4, HEVC 10 bit, HDR by PQ', `${HDR_OUT}; sound`, 'a.mp4', {
    hdr: 'smpte2084',
    video: hevc(
      'yuv420p10le',
      ':hdr10=1:max-cll=1000,400:master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)',
    ),
  }),
  row('MOV, HEVC 4:2:2 10 bit, HDR by HLG', `${HDR_OUT}; sound`, 'a.mov', { hdr: 'arib-std-b67', video: hevc('yuv422p10le') }),
  row('MKV, HEVC 4:4:4 10 bit, HDR by PQ', `${HDR_OUT}; sound`, 'a.mkv', { hdr: 'smpte2084', video: hevc('yuv444p10le') }),
  row('M4V, H.264', `${OUT}; sound`, 'a.m4v', { file: ['-f', 'ipod', '-brand', 'M4V '] }),
  row('3GP, H.263', 'Film, 176 × 144, RGWB, 1.1 s, 10 fps; sound', 'a.3gp', {
    width: 176,
    height: 144,
    video: ['-c:v', 'h263'],
    audio: ['-c:a', 'aac', '-ar', '16000'],
  }),
  row('MP4, MPEG-4 Visual', `${OUT}; sound`, 'a.mp4', { video: ['-c:v', 'mpeg4', '-q:v', '3'] }),
  row('MP4, full range', `${OUT}; sound`, 'a.mp4', { video: ['-pix_fmt', 'yuvj420p'] }),
  row('MKV, anamorphic 16:9 of PAL', 'Film, 1024 × 576, RGWB, 1.0 s, 10 fps; sound', 'a.mkv', {
    width: 720,
    height: 576,
    video: ['-vf', 'setsar=64/45'],
  }),
  row('MP4, anamorphic, to be turned by 90°', 'Film, 180 × 640, BRGW, 1.0 s, 10 fps; sound', 'a.mp4', {
    turned: 90,
    video: ['-vf', 'setsar=2'],
  }),
  row('MP4, to be turned by 90°', 'Film, 180 × 320, BRGW, 1.0 s, 10 fps; sound', 'a.mp4', { turned: 90 }),
  row('MOV, to be turned by 180°', 'Film, 320 × 180, WBRG, 1.0 s, 10 fps; sound', 'a.mov', { turned: 180 }),
  row('MOV, to be turned by 270°', 'Film, 180 × 320, GWBR, 1.0 s, 10 fps; sound', 'a.mov', { turned: 270 }),
  row('MKV, 321 × 181', 'Film, 320 × 180 of 321 × 181, RGWB, 1.0 s, 10 fps; sound', 'a.mkv', {
    width: 321,
    height: 181,
    video: ['-c:v', 'libx264', '-pix_fmt', 'yuv444p'],
  }),
  row('MP4, 16 × 16', 'Film, 16 × 16, RGWB, 1.0 s, 10 fps; sound', 'a.mp4', { width: 16, height: 16 }),
  row('MP4, 3840 × 2160', 'Film, 1920 × 1080 of 3840 × 2160, RGWB, 1.0 s, 5 fps; sound', 'a.mp4', {
    width: 3840,
    height: 2160,
    rate: 5,
    video: ['-preset', 'ultrafast'],
  }),
  row('MP4, 120 frames a second', 'Film, 320 × 180, RGWB, 1.0 s, 60 fps; sound', 'a.mp4', { rate: 120 }),
  row('MP4, frames at varying times', 'Film, 320 × 180, RGWB, 3.0 s, 30 fps; sound', 'a.mp4', {
    rate: 1000,
    seconds: 3,
    video: ['-vf', "select='lt(mod(n,211),1)+lt(mod(n,397),1)'", '-fps_mode', 'vfr', '-video_track_timescale', '90000'],
  }),
  row('MP4 without sound', `${OUT}; silent`, 'a.mp4', { sounds: [] }),
  row('MKV with two sounds, the second one the default', `${OUT}; sound of 880 Hz`, 'a.mkv', {
    sounds: [300, 880],
    file: ['-disposition:a:0', '0', '-disposition:a:1', 'default'],
  }),
  row('MP4 with six channels of sound', `${OUT}; sound`, 'a.mp4', { audio: ['-ac', '6'] }),
  {
    name: 'MP4 with a cover picture before the film',
    out: `${OUT}; sound`,
    async make(folder) {
      const [film, cover, path] = [await writeFilm(folder, 'a.mp4', {}), join(folder, 'cover.png'), join(folder, 'b.mp4')];
      await sharp({ create: { width: 90, height: 90, channels: 3, background: '#333' } })
        .png()
        .toFile(cover);
      await runFfmpeg('-i', cover, '-i', film, '-map', '0', '-map', '1', '-c', 'copy', '-disposition:v:0', 'attached_pic', path);
      return path;
    },
  },
  row('MP4 of six seconds', 'Film, 320 × 180, RGWB, 6.0 s, 10 fps; sound; teaser of 1 s', 'a.mp4', { seconds: 6 }),
  changed('MP4, named JPEG', `${OUT}; sound`, 'a.mp4', {}, (bytes) => bytes),
  changed('MP4, cut short', UNREADABLE, 'a.mp4', { file: ['-movflags', '+faststart'], video: ['-qp', '0'], seconds: 4 }, (bytes) =>
    bytes.subarray(0, Math.round(bytes.length * 0.5)),
  ),
  changed('MP4 of zeros after its head', UNREADABLE, 'a.mp4', {}, (bytes) => Buffer.concat([bytes.subarray(0, 40), Buffer.alloc(20_000)])),
  row('AVI', KIND_REFUSED, 'a.avi', { video: ['-c:v', 'mpeg4'] }),
  row('MPEG transport stream', KIND_REFUSED, 'a.ts'),
];
