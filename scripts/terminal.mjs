import { spawn } from 'node:child_process';

/** Prints one line of the project's own commands; on standard error, so that what a command answers can be piped. */
export const say = (line) => {
  process.stderr.write(`${line}\n`);
};

/** What makes going on pointless. Its message is the one sentence shown; `code` the exit code. */
export class Failure extends Error {
  constructor(message, code = 1) {
    super(message);
    this.code = code;
  }
}

/** Runs a command's main function: a Failure is one sentence, anything else a defect with its stack. */
export const main = async (work) => {
  try {
    await work();
  } catch (error) {
    say(error instanceof Failure ? error.message : error.stack);
    process.exitCode = error instanceof Failure ? error.code : 1;
  }
};

/**
 * Runs a program to its end.
 *
 * @param options.quiet collects its output, which is shown only when it fails.
 * @returns {Promise<{ code: number, output: string }>} the code is 128 + n for a program ended by signal n.
 */
export const run = (program, args, { cwd, env, quiet = false } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (quiet && code !== 0) process.stderr.write(output);
      resolve({ code: code ?? 128 + (SIGNAL_NUMBERS[signal] ?? 0), output });
    });
  });

const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGABRT: 6, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 };

/**
 * Becomes a program as far as a Node process can: its streams, its signals, its exit code.
 *
 * @returns {Promise<number>}
 */
export const become = (program, args, { cwd, env } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + (SIGNAL_NUMBERS[signal] ?? 0)));
  });
