import { spawn } from 'node:child_process';

/** Prints one line to standard error, so that a command's output can be piped. */
export const printLine = (line) => {
  process.stderr.write(`${line}\n`);
};

/** An expected failure of a command. Its message is the only output; `code` is the exit code. */
export class Failure extends Error {
  constructor(message, code = 1) {
    super(message);
    this.code = code;
  }
}

/** Runs a command's main function: prints the message of a Failure, and the stack of any other error. */
export const main = async (work) => {
  try {
    await work();
  } catch (error) {
    printLine(error instanceof Failure ? error.message : error.stack);
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

/**
 * Runs a program to its end in a process group of its own, and kills the rest of the group then: processes of a killed test runner
 * would otherwise keep a core busy. Signals of the terminal are passed on.
 *
 * @returns {Promise<{ code: number }>} the code is 128 + n for a program ended by signal n.
 */
export const runGroup = (program, args, { cwd, env } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
    const signalGroup = (signal) => {
      try {
        process.kill(-child.pid, signal);
      } catch {
        // The group is empty.
      }
    };
    const passOn = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
      const listener = () => signalGroup(signal);
      process.on(signal, listener);
      return () => process.off(signal, listener);
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      for (const stop of passOn) stop();
      signalGroup('SIGKILL');
      resolve({ code: code ?? 128 + (SIGNAL_NUMBERS[signal] ?? 0) });
    });
  });

const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGABRT: 6, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 };

/**
 * Runs a program in place of this process, as far as Node allows: with its streams, signals and exit code.
 *
 * @param options.onSignal called when this process is asked to end.
 * @returns {Promise<number>}
 */
export const exec = (program, args, { cwd, env, onSignal } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.on(signal, () => {
        onSignal?.();
        child.kill(signal);
      });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + (SIGNAL_NUMBERS[signal] ?? 0)));
  });
