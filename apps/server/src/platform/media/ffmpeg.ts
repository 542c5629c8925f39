import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { CodedError } from '../errors.ts';
import { ENTRIES, type Probe, type ProbedFile, factsOf } from './film-facts.ts';
import { runProgram } from './run-program.ts';

/**
 * Restricts input to these containers on the local disk, regardless of the file name: references to other files or URLs in the input are not
 * followed.
 */
const inputOf = (formats: string): string[] => ['-protocol_whitelist', 'file', '-format_whitelist', formats];
const INPUT = inputOf('mov,matroska,webm');
/** Of sound recordings; browsers record into WebM and MP4. */
const AUDIO_INPUT = inputOf('mov,matroska,webm,ogg,mp3,wav,aac,flac');
/** 8192 × 4320: larger frames would need too much memory. */
const MAX_PIXELS = 8192 * 4320;

/** The ffmpeg program, or undefined where there is none. */
export const findFfmpeg = async (configured: string | undefined): Promise<string | undefined> => {
  const candidates = configured ? [configured] : (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'ffmpeg'));
  for (const candidate of candidates) {
    if (
      await access(candidate, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return candidate;
  }
  return undefined;
};

/**
 * Converts a file with ffmpeg.
 * @param before input options
 * @param isAudio it is a sound recording
 * @param formats ffmpeg's names of the formats that the input may have, in place of those of films
 * @param onTime progress, in milliseconds of the video
 * @throws CodedError FILE_UNREADABLE
 */
export const convert = (
  ffmpeg: string,
  source: string,
  {
    before = [],
    after,
    isAudio = false,
    formats,
  }: { before?: readonly string[]; after: readonly string[]; isAudio?: boolean; formats?: string | undefined },
  signal: AbortSignal,
  onTime?: (ms: number) => void,
): Promise<string> =>
  runProgram(
    ffmpeg,
    [
      '-v',
      'error',
      '-y',
      ...(onTime ? ['-progress', 'pipe:1'] : []),
      ...before,
      ...(formats ? inputOf(formats) : isAudio ? AUDIO_INPUT : INPUT),
      '-i',
      source,
      ...after,
    ],
    signal,
    onTime &&
      ((line) => {
        const [name, value] = line.split('=');
        if (name === 'out_time_us' && Number(value) > 0) onTime(Number(value) / 1000);
      }),
  );

/**
 * Joins videos of the same codecs, one after the other, into an MP4.
 * @param list a file that names them, as ffmpeg's concat takes it
 * @throws CodedError FILE_UNREADABLE
 */
export const joinVideos = (ffmpeg: string, list: string, target: string, signal: AbortSignal): Promise<string> =>
  runProgram(
    ffmpeg,
    [
      '-v',
      'error',
      '-y',
      ...inputOf('concat,mov'),
      '-f',
      'concat',
      '-i',
      list,
      '-map',
      '0',
      '-c',
      'copy',
      '-movflags',
      '+faststart',
      target,
    ],
    signal,
  );

/** Whether a file has sound and no picture. @throws CodedError FILE_UNREADABLE */
export const isSoundOnly = async (ffmpeg: string, path: string, signal: AbortSignal): Promise<boolean> => {
  const types = await runProgram(
    ffmpeg.replace(/ffmpeg$/, 'ffprobe'),
    ['-v', 'error', ...AUDIO_INPUT, '-show_entries', 'stream=codec_type', '-of', 'csv=p=0', path],
    signal,
  );
  return types.includes('audio') && !types.includes('video');
};

/** Reads what ffprobe tells of a film. @throws CodedError FILE_UNREADABLE */
export const readStreams = async (ffmpeg: string, path: string, signal: AbortSignal): Promise<ProbedFile> => {
  const json = await runProgram(
    ffmpeg.replace(/ffmpeg$/, 'ffprobe'),
    ['-v', 'error', ...INPUT, '-show_entries', ENTRIES, '-of', 'json', path],
    signal,
  );
  return JSON.parse(json) as ProbedFile;
};

/**
 * Reads a video's properties with ffprobe.
 * @throws CodedError FILE_UNREADABLE, also without a picture and when the frames are too large
 */
export const probe = async (ffmpeg: string, path: string, signal: AbortSignal): Promise<Probe> => {
  const facts = factsOf(await readStreams(ffmpeg, path, signal));
  if (!facts || facts.width * facts.height > MAX_PIXELS) throw new CodedError('FILE_UNREADABLE');
  return facts;
};
