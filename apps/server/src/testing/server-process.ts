import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Client, createClient } from './client.ts';
import { freePort } from './test-app.ts';

const SERVE = fileURLToPath(new URL('./serve.ts', import.meta.url));
const START_MS = 60_000;

/** The application in a process of its own. */
export interface ServerProcess {
  url: string;
  child: ChildProcess;
  /** Its output so far: the log. */
  output(): string;
  client(token?: string): Client;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Resolves with its exit code. */
  exited: Promise<number | null>;
}

/**
 * Starts the application in a process of its own, and waits until it responds.
 * @param environment overrides the test server's; set `PORT` to replace an earlier server
 */
export const startServer = async (
  place: { databaseUrl: string; dataDirectory: string },
  environment: Record<string, string> = {},
): Promise<ServerProcess> => {
  const port = environment['PORT'] ?? String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [SERVE], {
    env: {
      ...process.env,
      PORT: port,
      HOST: '127.0.0.1',
      DATABASE_URL: place.databaseUrl,
      DATABASE_POOL: '10',
      DATA_DIR: place.dataDirectory,
      PUBLIC_URL: 'http://localhost:8080',
      LOG_LEVEL: 'silent',
      // A live process only on request.
      ROLES: 'web,worker',
      LIVE_RTMP_PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ready = Promise.withResolvers<void>();
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    if (/^ready$/m.test(output)) ready.resolve();
  });
  const late = setTimeout(() => ready.reject(new Error(`the server is not ready: ${output.slice(-2000)}`)), START_MS);
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const ended = exited.then((code) => {
    throw new Error(`the server ended with ${code}: ${output.slice(-2000)}`);
  });
  await Promise.race([ready.promise, ended]).finally(() => clearTimeout(late));
  ended.catch(() => {});
  return {
    url,
    child,
    output: () => output,
    client: (token) => createClient(url, token, { mayBeKilled: true }),
    exited,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await exited;
    },
  };
};
