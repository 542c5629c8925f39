import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { CodedError } from '../errors.ts';
import { backgroundNiceness } from '../background-priority.ts';

const NICE = 10;
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
 * Shell script that runs a program and kills it when this process dies, even by SIGKILL: a long encoding would otherwise go on for nothing. This
 * process holds the other end of a pipe; when that closes, a watcher kills the program.
 */
const RUN_WITH_PARENT = `exec 3<&0
"$@" 3<&- </dev/null &
child=$!
{ cat <&3 >/dev/null; kill -KILL $child; } >/dev/null 2>&1 &
watcher=$!
exec 3<&- </dev/null
wait $child
code=$?
kill -KILL $watcher 2>/dev/null
exit $code`;

/** Exit codes of a shell for a program killed by a signal: 128 plus the signal number. */
const KILLED_CODES: readonly (number | null)[] = [134, 135, 136, 137, 139, 143];
/** Errors of the machine rather than the file. */
const SYSTEM_ERROR = /No space left on device|Cannot allocate memory/;
/** Exit codes of `nice` when the program could not be started. */
const NOT_STARTED_CODES: readonly (number | null)[] = [126, 127];

/**
 * Runs a program at low priority; an error contains the last lines of stderr.
 * @throws CodedError FILE_UNREADABLE when the program rejected the file; any other Error may be transient.
 */
const run = (program: string, parameters: readonly string[], signal: AbortSignal, onLine?: (line: string) => void): Promise<string> =>
  new Promise((resolve, reject) => {
    const command = ['-c', RUN_WITH_PARENT, 'sh', 'nice', '-n', String(backgroundNiceness(NICE)), program, ...parameters];
    const child = spawn('sh', command, { stdio: ['pipe', 'pipe', 'pipe'] });
    const stop = (): void => {
      child.stdin.destroy();
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    child.stdin.on('error', () => undefined);
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      if (onLine) {
        const lines = output.split('\n');
        output = lines.pop() ?? '';
        for (const line of lines) onLine(line);
      }
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors = (errors + chunk).slice(-2000)));
    child.on('error', reject);
    child.on('close', (code) => {
      signal.removeEventListener('abort', stop);
      if (signal.aborted) return reject(new Error(`${program} was stopped`));
      if (code === 0) return resolve(output);
      if (code === null || NOT_STARTED_CODES.includes(code) || KILLED_CODES.includes(code) || SYSTEM_ERROR.test(errors))
        return reject(new Error(`${program} ended with ${code}: ${errors.split('\n').slice(-4).join(' ')}`));
      reject(new CodedError('FILE_UNREADABLE'));
    });
  });

/**
 * Converts a file with ffmpeg.
 * @param before input options
 * @param isAudio it is a sound recording
 * @param onTime progress, in milliseconds of the video
 * @throws CodedError FILE_UNREADABLE
 */
export const convert = (
  ffmpeg: string,
  source: string,
  { before = [], after, isAudio = false }: { before?: readonly string[]; after: readonly string[]; isAudio?: boolean },
  signal: AbortSignal,
  onTime?: (ms: number) => void,
): Promise<string> =>
  run(
    ffmpeg,
    [
      '-v',
      'error',
      '-y',
      ...(onTime ? ['-progress', 'pipe:1'] : []),
      ...before,
      ...(isAudio ? AUDIO_INPUT : INPUT),
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
  run(
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

export interface Probe {
  width: number;
  height: number;
  /** 0 if unknown. */
  durationMs: number;
  framesPerSecond: number;
  hasAudio: boolean;
}

interface ProbedStream {
  codec_type: string;
  width?: number;
  height?: number;
  duration?: string;
  avg_frame_rate?: string;
  side_data_list?: { rotation?: number }[];
}

/** Whether a file has sound and no picture. @throws CodedError FILE_UNREADABLE */
export const isSoundOnly = async (ffmpeg: string, path: string, signal: AbortSignal): Promise<boolean> => {
  const types = await run(
    ffmpeg.replace(/ffmpeg$/, 'ffprobe'),
    ['-v', 'error', ...AUDIO_INPUT, '-show_entries', 'stream=codec_type', '-of', 'csv=p=0', path],
    signal,
  );
  return types.includes('audio') && !types.includes('video');
};

const ENTRIES = 'stream=codec_type,width,height,duration,avg_frame_rate:format=duration:stream_side_data=rotation';

/** Reads a video's properties with ffprobe. @throws CodedError FILE_UNREADABLE, also when the frames are too large */
export const probe = async (ffmpeg: string, path: string, signal: AbortSignal): Promise<Probe> => {
  const json = await run(
    ffmpeg.replace(/ffmpeg$/, 'ffprobe'),
    ['-v', 'error', ...INPUT, '-show_entries', ENTRIES, '-of', 'json', path],
    signal,
  );
  const { streams = [], format = {} } = JSON.parse(json) as { streams?: ProbedStream[]; format?: { duration?: string } };
  const video = streams.find(({ codec_type }) => codec_type === 'video');
  if (!video?.width || !video.height || video.width * video.height > MAX_PIXELS) throw new CodedError('FILE_UNREADABLE');
  const isRotated = Math.abs(video.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0) % 180 === 90;
  const [frames = 0, seconds = 0] = (video.avg_frame_rate ?? '').split('/').map(Number);
  return {
    width: isRotated ? video.height : video.width,
    height: isRotated ? video.width : video.height,
    // Files recorded by browsers have no duration.
    durationMs: Math.round((Number(format.duration ?? video.duration) || 0) * 1000),
    framesPerSecond: seconds > 0 ? frames / seconds : 0,
    hasAudio: streams.some(({ codec_type }) => codec_type === 'audio'),
  };
};
