import { readFileSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import type pg from 'pg';
import { backgroundNiceness } from '../background-priority.ts';

/** A tenth of the weight of any other process. */
const NICE = 10;

/** PostgreSQL processes that write changed pages out, and that no query waits for; a cluster's name may come first. */
const MAINTENANCE_PROCESS = /^postgres: (\S+: )?(checkpointer|background writer)\b/;

/** Fields of pg's client that its types don't have. */
type Connected = pg.PoolClient & { processID?: number; connection?: { stream?: Socket } };

const titleOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8');

/** Sets the niceness of the process and of its session: Linux may schedule by session first, and each PostgreSQL process has its own (sched(7), "The autogroup feature"). */
const setNiceness = (pid: number, nice: number): void => {
  setPriority(pid, nice);
  writeFileSync(`/proc/${pid}/autogroup`, String(nice));
};

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/**
 * Lowers the priority of the PostgreSQL process that serves a connection, where it runs on this machine, and of those that write its changes
 * out: background writes then use the cores that reads leave idle. The process title names the connection
 * ("postgres: user database 127.0.0.1(port)"), which excludes an unrelated process with the same pid.
 */
export const lowerConnectionPriority = (client: pg.PoolClient): void => {
  const { processID: pid, connection } = client as Connected;
  const port = connection?.stream?.localPort;
  const nice = backgroundNiceness(NICE);
  if (nice === 0 || !pid || !port) return;
  try {
    const title = titleOf(pid);
    if (!title.startsWith('postgres: ') || !title.includes(`(${port})`)) return;
    setNiceness(pid, nice);
    const [, parent] = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    for (const sibling of childrenOf(Number(parent))) if (MAINTENANCE_PROCESS.test(titleOf(sibling))) setNiceness(sibling, nice);
  } catch {
    // A remote server, or no permission: the connection keeps its normal priority.
  }
};
