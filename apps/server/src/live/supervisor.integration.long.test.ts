import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../platform/telemetry/log.ts';
import { type Supervisor, findLiveProcess, superviseLive } from './supervisor.ts';

const ENTRY = fileURLToPath(new URL('./testing/answering.entry.ts', import.meta.url));
/** Checks are answered within a few milliseconds; a hung process is killed after fifteen of these, an overloaded one after fifty. */
const CHECK_MS = 200;

let dataDirectory: string;
let supervisor: Supervisor;
beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'stagedoor-supervisor-'));
  supervisor = await superviseLive({
    entry: ENTRY,
    environment: { ...process.env, DATA_DIR: dataDirectory },
    dataDirectory,
    secret: 'secret',
    log: createLog('silent'),
    healthCheckMs: CHECK_MS,
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await supervisor.stop();
  await rm(dataDirectory, { recursive: true, force: true });
});

const pid = async (): Promise<number | undefined> => (await findLiveProcess(dataDirectory))?.pid;
/** How many checks the running process answered, and how many it didn't. */
const counts = async (): Promise<{ checks: number; unanswered: number }> => {
  const { url } = (await findLiveProcess(dataDirectory))!;
  return (await (await fetch(url)).json()) as { checks: number; unanswered: number };
};
const checks = async (): Promise<number> => (await counts()).checks;

test('a supervisor that is busy itself leaves a healthy process running', async () => {
  const before = await pid();
  // While a check is under way: its answer waits in the socket.
  const isBlocked = new Promise<void>((resolve) => {
    const send = globalThis.fetch;
    vi.spyOn(globalThis, 'fetch').mockImplementationOnce((...request) => {
      const answer = send(...request);
      const end = performance.now() + CHECK_MS * 20;
      while (performance.now() < end);
      resolve();
      return answer;
    });
  });
  await isBlocked;
  const sent = await checks();
  await vi.waitUntil(async () => supervisor.isAlive() && (await checks()) > sent + 3, { timeout: 30_000 });
  expect([before !== undefined, await pid()]).toEqual([true, before]);
});

test('a process that stands still is replaced, and reported as not alive meanwhile', async () => {
  const before = (await pid())!;
  process.kill(before, 'SIGSTOP');
  await vi.waitUntil(() => !supervisor.isAlive(), { timeout: 15_000 });
  await vi.waitUntil(async () => (await pid()) !== before && supervisor.isAlive(), { timeout: 60_000 });
  expect(() => process.kill(before, 0)).toThrow('ESRCH');
});

test('a process that is overloaded for a while is left running, with its shows', async () => {
  const before = (await pid())!;
  process.kill(before, 'SIGUSR2');
  await vi.waitUntil(() => !supervisor.isAlive(), { timeout: 15_000 });
  // Each check waits for three intervals: a hung process would be gone after the fifth.
  await vi.waitUntil(async () => (await counts()).unanswered >= 9, { timeout: 30_000 });
  expect(await pid()).toBe(before);
  process.kill(before, 'SIGUSR2');
  await vi.waitUntil(() => supervisor.isAlive(), { timeout: 15_000 });
  expect(await pid()).toBe(before);
});

test('a process that stays overloaded is replaced', async () => {
  const before = (await pid())!;
  process.kill(before, 'SIGUSR2');
  await vi.waitUntil(async () => (await pid()) !== before && supervisor.isAlive(), { timeout: 60_000 });
  expect(() => process.kill(before, 0)).toThrow('ESRCH');
});
