import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverOptions } from '../../scripts/node-options.mjs';
import { freePort } from './free-port.ts';
import type { Bound } from './rounds.ts';

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));
const STARTS = 5;
/** Seconds from running the program to its line `ready`. */
const AT_MOST = 2.5;

/** Starts the site, waits until it is ready and stops it. @returns seconds until it was ready */
const startOnce = async (dataDirectory: string, port: number): Promise<number> => {
  const begun = performance.now();
  const child = spawn(process.execPath, [...serverOptions(), MAIN, '--empty'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: join(dataDirectory, 'compile-cache'),
      DATA_DIR: dataDirectory,
      PORT: String(port),
      HOST: '127.0.0.1',
      LIVE_RTMP_PORT: '0',
      LOG_LEVEL: 'error',
      ADMIN_EMAIL: 'owner@example.org',
      ADMIN_PASSWORD: 'violet-harbour-93-tin',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let output = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    output += String(chunk);
    if (/^ready /m.test(output)) break;
  }
  if (!/^ready /m.test(output)) throw new Error(`The site did not start: ${output}`);
  const seconds = (performance.now() - begun) / 1000;
  child.kill('SIGTERM');
  await ended;
  return seconds;
};

/**
 * Starts an existing empty site again: from running the program to the line that it is ready, which includes its own PostgreSQL, its live
 * process and the warm-up. The first start, which makes the database and compiles all code, isn't counted.
 */
export const start = async (): Promise<readonly Bound[]> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'stagedoor-bench-start-'));
  const port = await freePort();
  try {
    await startOnce(dataDirectory, port);
    const seconds: number[] = [];
    for (let round = 0; round < STARTS; round += 1) seconds.push(await startOnce(dataDirectory, port));
    const [median] = seconds.toSorted((a, b) => a - b).slice(Math.floor(STARTS / 2));
    return [{ name: 'start of an existing site', unit: 's', measured: median!, atMost: AT_MOST }];
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
};
