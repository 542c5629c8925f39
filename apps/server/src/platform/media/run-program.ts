import { spawn } from 'node:child_process';
import { backgroundNiceness } from '../background-priority.ts';
import { CodedError } from '../errors.ts';

const NICE = 10;

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
export const runProgram = (
  program: string,
  parameters: readonly string[],
  signal: AbortSignal,
  onLine?: (line: string) => void,
): Promise<string> =>
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
