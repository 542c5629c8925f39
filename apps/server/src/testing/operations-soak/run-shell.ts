import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ShellRun {
  child: ChildProcess;
  /** Standard output and standard error so far. */
  output(): string;
  /** Standard output alone. */
  printed(): string;
  /** The exit code, once all of its processes have closed their output. */
  ended: Promise<number | null>;
}

/**
 * Runs a line of a document by the shell, in a process group of its own.
 * @param answers is typed at a terminal, which the command gets then: each text after the prompt that it follows
 */
export const runShell = (
  text: string,
  {
    folder,
    environment,
    answers,
  }: { folder: string; environment: Record<string, string>; answers?: readonly (readonly [string, string])[] },
): ShellRun => {
  const [program, ...args] = answers ? ['script', '--quiet', '--return', '--command', text, '/dev/null'] : ['sh', '-c', text];
  const child = spawn(program!, args, {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: [answers ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  });
  let [output, printed] = ['', ''];
  const open = [...(answers ?? [])];
  const read = (chunk: string): void => {
    output += chunk;
    const next = open[0];
    if (next === undefined || !output.trimEnd().endsWith(next[0])) return;
    open.shift();
    child.stdin?.write(`${next[1]}\r`);
  };
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
    read(chunk);
  });
  child.stderr?.setEncoding('utf8').on('data', read);
  return { child, output: () => output, printed: () => printed, ended: once(child, 'close').then(() => child.exitCode) };
};

/** Signals a process group that may have ended. */
export const signalGroup = ({ child }: ShellRun, signal: NodeJS.Signals): void => {
  try {
    process.kill(-child.pid!, signal);
  } catch {
    // It has ended.
  }
};
