import { join } from 'node:path';
import { runFfmpeg } from '@stagedoor/server/testing/videos';

export const FRAMES_PER_SECOND = 30;
/** The film is repeated: it lasts longer than any delay, so that a picture's number says when it was sent. */
const SECONDS = 10;
const KBITS = 1500;
/** The number of a picture is drawn into its upper left corner, one block for each bit, white for a one. */
export const CODE = { bits: 10, block: 40 } as const;

/** The film with a tone, as encoders send it. @returns the path of an FLV file */
export const makeFlv = async (folder: string, film: string): Promise<string> => {
  const path = join(folder, 'film.flv');
  const tone = ['-f', 'lavfi', '-i', 'sine=sample_rate=48000', '-c:a', 'aac', '-b:a', '160k', '-ac', '2'];
  await runFfmpeg('-framerate', String(FRAMES_PER_SECOND), '-i', film, ...tone, '-c:v', 'copy', '-t', String(SECONDS), '-f', 'flv', path);
  return path;
};

/** Encodes the film that shows are made of: 1280×720, 1.5 Mbit/s, as browsers send it (baseline, one slice in a picture). @returns its path */
export const makeFilm = async (folder: string): Promise<string> => {
  const path = join(folder, 'film.h264');
  const { bits, block } = CODE;
  const code = `color=black:size=${bits * block}x${block}:rate=${FRAMES_PER_SECOND},format=yuv420p,geq=lum='16+219*mod(floor(N/pow(2,floor(X/${block}))),2)':cb=128:cr=128`;
  // The grain keeps the encoder at its bitrate.
  const card = `testsrc2=size=1280x720:rate=${FRAMES_PER_SECOND},noise=alls=10:allf=t,format=yuv420p`;
  const sources = ['-f', 'lavfi', '-i', card, '-f', 'lavfi', '-i', code, '-filter_complex', '[0:v][1:v]overlay=0:0'];
  const form = ['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'baseline', '-level', '3.1', '-x264-params', 'slices=1'];
  const rate = ['-b:v', `${KBITS}k`, '-maxrate', `${KBITS}k`, '-bufsize', `${KBITS / 2}k`];
  const keys = ['-g', String(FRAMES_PER_SECOND), '-sc_threshold', '0'];
  await runFfmpeg(...sources, '-t', String(SECONDS), ...form, ...rate, ...keys, '-f', 'h264', path);
  return path;
};
