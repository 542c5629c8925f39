import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Log } from '../platform/telemetry/log.ts';
import { isAlive } from '../platform/is-alive.ts';
import { beatAge } from './heartbeat.ts';
import { lockStart } from './start-lock.ts';

/** Interval of health checks. A live process that gets none for LEASE_MS exits. */
const HEALTH_CHECK_MS = 1000;
export const LEASE_MS = 60_000;
/** Interval for an adopted process, which isn't a child of this one: nothing else reports its end. */
const ADOPTED_CHECK_MS = 250;
/** A check without an answer for this many intervals failed. */
const CHECK_TIMEOUT = 3;
/** A process that fails its checks for this many intervals, and shows no sign of life meanwhile, is killed. */
const HUNG = 15;
/** One whose event loop still turns is overloaded: its shows go on, and it may recover for so many intervals. Shorter than its lease. */
const OVERLOADED = 50;
const START_MS = 20_000;
const STOP_MS = 8000;
const MIN_BACKOFF_MS = 200;
const MAX_BACKOFF_MS = 5000;
/** A process that ran this long counts as started: the backoff is reset. */
const STABLE_MS = 30_000;

/** The file in which a live process publishes its pid and URL. */
export const processFile = (dataDirectory: string): string => join(dataDirectory, 'live', 'process.json');
const liveProcessSchema = z.object({ pid: z.number().int(), url: z.url(), nodeId: z.uuid() });
type LiveProcess = z.output<typeof liveProcessSchema>;

/** The live process of the process file, which may be dead. */
export const findLiveProcess = async (dataDirectory: string): Promise<LiveProcess | undefined> => {
  try {
    return liveProcessSchema.parse(JSON.parse(await readFile(processFile(dataDirectory), 'utf8')));
  } catch {
    return undefined;
  }
};

export interface SupervisorOptions {
  /** The entry of the live process. */
  entry: string;
  environment: Record<string, string | undefined>;
  dataDirectory: string;
  secret: string;
  log: Log;
  /** Interval of health checks in milliseconds; for tests. */
  healthCheckMs?: number;
}

/** Keeps one live process running beside this one. */
export interface Supervisor {
  /** Whether the last health check succeeded. */
  isAlive(): boolean;
  stop(): Promise<void>;
}

/** Sends commands to the live process, and waits for their answers. Owns how the last one failed. */
const createCommands = ({ secret, healthCheckMs }: { secret: string; healthCheckMs: number }) => {
  const id = randomUUID();
  /** Nothing listened at the last command's address: a dead process may still have a pid, until its parent has noticed. */
  let isRefused = false;

  /** This process was busy itself while it waited for the last command's answer, which may have been there in time. */
  let wasLate = false;

  return {
    isRefused: (): boolean => isRefused,
    wasLate: (): boolean => wasLate,
    forgetLateness(): void {
      wasLate = false;
    },
    /** @returns undefined unless the process itself answered */
    async send(to: LiveProcess, method: 'GET' | 'POST', name: string): Promise<{ isLeft: boolean } | undefined> {
      isRefused = false;
      wasLate = false;
      const begunAt = performance.now();
      try {
        const response = await fetch(`${to.url}/control/${name}`, {
          method,
          headers: { authorization: `Bearer ${secret}`, 'x-supervisor': id },
          signal: AbortSignal.timeout(healthCheckMs * CHECK_TIMEOUT),
        });
        const { pid, isLeft = false } = (await response.json()) as { pid?: number; isLeft?: boolean };
        return response.ok && pid === to.pid ? { isLeft } : undefined;
      } catch (error) {
        wasLate = performance.now() - begunAt > healthCheckMs * (CHECK_TIMEOUT + 1);
        isRefused = (error as { cause?: { code?: string } }).cause?.code === 'ECONNREFUSED';
        return undefined;
      }
    },
  };
};

/** Runs a start, unless another process is starting one: that one is adopted by the next attempt. */
const withStartLock = async (dataDirectory: string, start: () => Promise<void>): Promise<void> => {
  const unlock = await lockStart(dirname(processFile(dataDirectory)), START_MS);
  if (!unlock) return;
  try {
    await start();
  } finally {
    await unlock();
  }
};

/** Waits until a started process has published its URL and answers there. @returns undefined when it no longer starts */
const findStarted = async (
  { pid }: ChildProcess,
  dataDirectory: string,
  commands: ReturnType<typeof createCommands>,
  isStarting: () => boolean,
): Promise<LiveProcess | undefined> => {
  while (isStarting()) {
    const published = await findLiveProcess(dataDirectory);
    if (published && published.pid === pid && (await commands.send(published, 'GET', 'alive'))) return published;
    await wait(50);
  }
  return undefined;
};

const killHung = (child: ChildProcess | undefined, running: LiveProcess | undefined): void => {
  if (child) child.kill('SIGKILL');
  else if (running && isAlive(running.pid)) process.kill(running.pid, 'SIGKILL');
};

/** Tells whether a process that fails its checks hangs, or is overloaded for too long. */
const isBeyondHope = async (
  failingMs: number,
  healthCheckMs: number,
  dataDirectory: string,
  running: LiveProcess | undefined,
): Promise<boolean> =>
  running === undefined || failingMs > healthCheckMs * OVERLOADED || (await beatAge(dataDirectory, running.pid)) > healthCheckMs * HUNG;

/**
 * Starts the live process, and restarts it whenever it exits. It is independent of this process: when this one is killed, shows continue, and
 * the next start adopts the running live process. Several processes may supervise the same live process: it is replaced by one of them when
 * it dies, and stopped by the last one.
 */
export const superviseLive = async (options: SupervisorOptions): Promise<Supervisor> => {
  const { entry, environment, dataDirectory, secret, log, healthCheckMs = HEALTH_CHECK_MS } = options;
  await mkdir(dirname(processFile(dataDirectory)), { recursive: true, mode: 0o700 });
  let child: ChildProcess | undefined;
  const current: { process?: LiveProcess | undefined } = {};
  let alive = false;
  /** When the first of the failed checks since the last good one began. */
  let failingSince: number | undefined;
  let backoff = MIN_BACKOFF_MS;
  const stopped = new AbortController();

  const commands = createCommands({ secret, healthCheckMs });

  const adoptOrStart = async (): Promise<void> => {
    const previous = await findLiveProcess(dataDirectory);
    if (previous && (await commands.send(previous, 'GET', 'alive'))) {
      log.info({ pid: previous.pid }, 'adopted the running live process');
      current.process = previous;
      return;
    }
    const startedAt = performance.now();
    const spawned = spawn(process.execPath, [entry], { env: environment, stdio: ['ignore', 'inherit', 'inherit'] });
    child = spawned;
    spawned.once('error', (error) => log.error({ err: error }, 'the live process could not be started'));
    spawned.once('exit', (code, signal) => {
      // A killed process must not affect the state of its successor.
      if (child === spawned) {
        child = undefined;
        current.process = undefined;
        alive = false;
      }
      if (stopped.signal.aborted) return;
      log.error({ code, signal }, 'the live process exited; restarting it');
      if (performance.now() - startedAt > STABLE_MS) backoff = MIN_BACKOFF_MS;
    });
    const isStarting = () => performance.now() - startedAt < START_MS && child === spawned && !stopped.signal.aborted;
    const started = await findStarted(spawned, dataDirectory, commands, isStarting);
    if (started) current.process = started;
  };

  const begin = (): Promise<void> => withStartLock(dataDirectory, adoptOrStart);

  const monitor = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      if (!current.process && !child) {
        await begin();
        failingSince = undefined;
        if (!current.process) {
          await wait(backoff, undefined, { signal: stopped.signal }).catch(() => {});
          backoff = Math.min(backoff * 2, MAX_BACKOFF_MS);
          continue;
        }
      }
      const begunAt = performance.now();
      commands.forgetLateness();
      const isHealthy = current.process !== undefined && (await commands.send(current.process, 'GET', 'alive')) !== undefined;
      alive = isHealthy || (alive && commands.wasLate());
      failingSince = isHealthy || commands.wasLate() ? undefined : (failingSince ?? begunAt);
      if (!isHealthy && !child && current.process && (commands.isRefused() || !isAlive(current.process.pid))) {
        // An adopted process reports no exit.
        log.error({ pid: current.process.pid }, 'the adopted live process exited; restarting it');
        current.process = undefined;
        continue;
      }
      const failingMs = failingSince === undefined ? 0 : performance.now() - failingSince;
      if (failingMs > healthCheckMs * HUNG && (await isBeyondHope(failingMs, healthCheckMs, dataDirectory, current.process))) {
        log.error('the live process does not respond; killing it');
        killHung(child, current.process);
        child = undefined;
        current.process = undefined;
        failingSince = undefined;
      }
      await wait(child ? healthCheckMs : Math.min(healthCheckMs, ADOPTED_CHECK_MS), undefined, { signal: stopped.signal }).catch(() => {});
    }
  };

  await begin();
  alive = current.process !== undefined;
  const monitoring = monitor();
  return {
    isAlive: () => alive,
    async stop() {
      stopped.abort();
      await monitoring;
      const own = child;
      const exited = own && new Promise<void>((resolve) => void own.once('exit', () => resolve()));
      const answer = current.process && (await commands.send(current.process, 'POST', 'stop'));
      if (answer?.isLeft) {
        own?.unref();
        log.info('the live process is left to another process of this DATA_DIR');
        return;
      }
      if (!current.process) own?.kill('SIGTERM');
      if (!exited) return;
      const late = setTimeout(() => own.kill('SIGKILL'), STOP_MS);
      await exited;
      clearTimeout(late);
    },
  };
};
