import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Log } from '../platform/telemetry/log.ts';

/** How often a live process is asked whether it lives. Without being asked for LEASE_MS it ends by itself. */
const ASK_MS = 1000;
export const LEASE_MS = 60_000;
/** A process that answers nothing for so long hangs. */
const HUNG_MS = 15_000;
const START_MS = 20_000;
const STOP_MS = 8000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5000;
/** A process that lived so long didn't fail at its start. */
const STEADY_MS = 30_000;

/** Where a live process says that it listens. */
export const processFile = (dataDirectory: string): string => join(dataDirectory, 'live', 'process.json');
const liveProcess = z.object({ pid: z.number().int(), url: z.url(), nodeId: z.uuid() });
type LiveProcess = z.output<typeof liveProcess>;

/** The live process that last said where it listens; it may be gone. */
export const findLiveProcess = async (dataDirectory: string): Promise<LiveProcess | undefined> => {
  try {
    return liveProcess.parse(JSON.parse(await readFile(processFile(dataDirectory), 'utf8')));
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
}

/** Keeps one live process running beside this one. */
export interface Supervisor {
  /** Whether it answered when it was last asked. */
  isAlive(): boolean;
  stop(): Promise<void>;
}

/**
 * Starts the live process, and again whenever it ends. It is no part of this process: when this one is killed, shows go on, and the next
 * start takes the process over.
 */
export const superviseLive = async ({ entry, environment, dataDirectory, secret, log }: SupervisorOptions): Promise<Supervisor> => {
  await mkdir(dirname(processFile(dataDirectory)), { recursive: true, mode: 0o700 });
  let child: ChildProcess | undefined;
  const held: { process?: LiveProcess | undefined } = {};
  let alive = false;
  let heardAt = performance.now();
  let pause = FIRST_PAUSE_MS;
  const stopped = new AbortController();

  const command = async (to: LiveProcess, method: 'GET' | 'POST', name: string): Promise<boolean> => {
    try {
      const response = await fetch(`${to.url}/control/${name}`, {
        method,
        headers: { authorization: `Bearer ${secret}` },
        signal: AbortSignal.timeout(ASK_MS * 3),
      });
      const { pid } = (await response.json()) as { pid?: number };
      return response.ok && pid === to.pid;
    } catch {
      return false;
    }
  };

  const begin = async (): Promise<void> => {
    const left = await findLiveProcess(dataDirectory);
    if (left && (await command(left, 'GET', 'alive'))) {
      log.info({ pid: left.pid }, 'the live process of before goes on');
      held.process = left;
      return;
    }
    const startedAt = performance.now();
    const mine = spawn(process.execPath, [entry], { env: environment, stdio: ['ignore', 'inherit', 'inherit'] });
    child = mine;
    mine.once('error', (error) => log.error({ err: error }, 'the live process could not be started'));
    mine.once('exit', (code, signal) => {
      // One that hung and was killed is no concern of the one after it.
      if (child === mine) {
        child = undefined;
        held.process = undefined;
        alive = false;
      }
      if (stopped.signal.aborted) return;
      log.error({ code, signal }, 'the live process ended; it starts again');
      if (performance.now() - startedAt > STEADY_MS) pause = FIRST_PAUSE_MS;
    });
    while (performance.now() - startedAt < START_MS && child === mine && !stopped.signal.aborted) {
      const said = await findLiveProcess(dataDirectory);
      if (said && said.pid === mine.pid && (await command(said, 'GET', 'alive'))) {
        held.process = said;
        return;
      }
      await wait(50);
    }
  };

  const watch = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      if (!held.process && !child) {
        await begin();
        heardAt = performance.now();
        if (!held.process) {
          await wait(pause, undefined, { signal: stopped.signal }).catch(() => {});
          pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
          continue;
        }
      }
      alive = held.process !== undefined && (await command(held.process, 'GET', 'alive'));
      if (alive) heardAt = performance.now();
      else if (performance.now() - heardAt > HUNG_MS) {
        log.error('the live process answers no longer');
        child?.kill('SIGKILL');
        child = undefined;
        held.process = undefined;
      }
      await wait(ASK_MS, undefined, { signal: stopped.signal }).catch(() => {});
    }
  };

  await begin();
  alive = held.process !== undefined;
  const watching = watch();
  return {
    isAlive: () => alive,
    async stop() {
      stopped.abort();
      await watching;
      const own = child;
      const exited = own && new Promise<void>((resolve) => void own.once('exit', () => resolve()));
      if (held.process) await command(held.process, 'POST', 'stop');
      else own?.kill('SIGTERM');
      if (!exited) return;
      const late = setTimeout(() => own.kill('SIGKILL'), STOP_MS);
      await exited;
      clearTimeout(late);
    },
  };
};
