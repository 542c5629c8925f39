import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { CodedError } from '../errors.ts';
import { niceness } from '../niceness.ts';

const NICE = 10;
/**
 * What may be read, whatever a file calls itself: those containers, from this disk. A list of other files or an address inside one opens
 * nothing.
 */
const INPUT = ['-protocol_whitelist', 'file', '-format_whitelist', 'mov,matroska,webm'];
/** 8192 × 4320: more in a picture would cost its memory before anything could be refused. */
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
 * Runs a program that ends with us, also when we are killed: nobody else would stop an hour's work whose result nobody takes. Its parent
 * holds the other end of a pipe; when that closes, a watcher ends the program.
 */
const WITH_ITS_PARENT = `exec 3<&0
"$@" 3<&- </dev/null &
child=$!
{ cat <&3 >/dev/null; kill -KILL $child; } >/dev/null 2>&1 &
watcher=$!
exec 3<&- </dev/null
wait $child
code=$?
kill -KILL $watcher 2>/dev/null
exit $code`;

/** What a shell says of a program that a signal ended: 128 and the signal's number. */
const KILLED: readonly (number | null)[] = [134, 135, 136, 137, 139, 143];
/** What the machine lacks rather than the file. */
const NOT_THE_FILE = /No space left on device|Cannot allocate memory/;
/** Of `nice`: the program could not be started. */
const NOT_STARTED: readonly (number | null)[] = [126, 127];

/**
 * Runs a program at low priority; its errors' last lines come with the failure.
 * @throws CodedError FILE_UNREADABLE when the program gave the file up; any other Error may pass with another attempt.
 */
const run = (program: string, parameters: readonly string[], signal: AbortSignal, onLine?: (line: string) => void): Promise<string> =>
  new Promise((resolve, reject) => {
    const command = ['-c', WITH_ITS_PARENT, 'sh', 'nice', '-n', String(niceness(NICE)), program, ...parameters];
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
      if (code === null || NOT_STARTED.includes(code) || KILLED.includes(code) || NOT_THE_FILE.test(errors))
        return reject(new Error(`${program} ended with ${code}: ${errors.split('\n').slice(-4).join(' ')}`));
      reject(new CodedError('FILE_UNREADABLE'));
    });
  });

/**
 * Reads a file by the ffmpeg program and writes others.
 * @param before options of the input
 * @param onTime how far it is, in milliseconds of the film
 * @throws CodedError FILE_UNREADABLE
 */
export const convert = (
  ffmpeg: string,
  source: string,
  { before = [], after }: { before?: readonly string[]; after: readonly string[] },
  signal: AbortSignal,
  onTime?: (ms: number) => void,
): Promise<string> =>
  run(
    ffmpeg,
    ['-v', 'error', '-y', ...(onTime ? ['-progress', 'pipe:1'] : []), ...before, ...INPUT, '-i', source, ...after],
    signal,
    onTime &&
      ((line) => {
        const [name, value] = line.split('=');
        if (name === 'out_time_us' && Number(value) > 0) onTime(Number(value) / 1000);
      }),
  );

export interface Probe {
  width: number;
  height: number;
  /** 0 where the file doesn't say it. */
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

const ENTRIES = 'stream=codec_type,width,height,duration,avg_frame_rate:format=duration:stream_side_data=rotation';

/** What a video is. @throws CodedError FILE_UNREADABLE, also for one whose pictures are too large */
export const probe = async (ffmpeg: string, path: string, signal: AbortSignal): Promise<Probe> => {
  const json = await run(
    ffmpeg.replace(/ffmpeg$/, 'ffprobe'),
    ['-v', 'error', ...INPUT, '-show_entries', ENTRIES, '-of', 'json', path],
    signal,
  );
  const { streams = [], format = {} } = JSON.parse(json) as { streams?: ProbedStream[]; format?: { duration?: string } };
  const video = streams.find(({ codec_type }) => codec_type === 'video');
  if (!video?.width || !video.height || video.width * video.height > MAX_PIXELS) throw new CodedError('FILE_UNREADABLE');
  const turned = Math.abs(video.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0) % 180 === 90;
  const [frames = 0, seconds = 0] = (video.avg_frame_rate ?? '').split('/').map(Number);
  return {
    width: turned ? video.height : video.width,
    height: turned ? video.width : video.height,
    // What a browser recorded says no length.
    durationMs: Math.round((Number(format.duration ?? video.duration) || 0) * 1000),
    framesPerSecond: seconds > 0 ? frames / seconds : 0,
    hasAudio: streams.some(({ codec_type }) => codec_type === 'audio'),
  };
};
