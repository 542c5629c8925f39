import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from './test-app.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

export interface StartedMain {
  child: ChildProcess;
  /** Its standard output and standard error so far. */
  output: { log: string; errors: string };
  /** Its exit code, once it and its streams have ended. */
  closed: Promise<number | null>;
}

/** `npm start -- --empty` with an environment, in a process of its own. It is stopped by the caller, unless it ends by itself. */
export const startMain = async (environment: Record<string, string>, { cwd }: { cwd?: string } = {}): Promise<StartedMain> => {
  const child = spawn(process.execPath, [MAIN, '--empty'], {
    env: { ...process.env, PORT: String(await freePort()), HOST: '127.0.0.1', LOG_LEVEL: 'warn', ROLES: 'web', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd ? { cwd } : {}),
  });
  const output = { log: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output.log += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output.errors += chunk));
  return { child, output, closed: once(child, 'close').then(([code]) => code as number | null) };
};
