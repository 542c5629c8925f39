import { readFileSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import type pg from 'pg';
import { niceness } from '../niceness.ts';

/** A tenth of the weight of any other process: what it does waits for what somebody waits for. */
const NICE = 10;

/** Processes of the database that write out what was changed, and that nobody waits for; a cluster's name may come first. */
const HOUSEKEEPING = /^postgres: (\S+: )?(checkpointer|background writer)\b/;

/** What pg knows of a connection and doesn't name in its types. */
type Connected = pg.PoolClient & { processID?: number; connection?: { stream?: Socket } };

const titleOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8');

/** By itself and as a session, which Linux may look at first: each of the database's processes is one (sched(7), "The autogroup feature"). */
const makeNicer = (pid: number, nice: number): void => {
  setPriority(pid, nice);
  writeFileSync(`/proc/${pid}/autogroup`, String(nice));
};

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/**
 * Lets the process of the database that serves a connection give way to all others, where it runs on this machine, and those that write
 * out what it changed: what is written in the background then takes the cores that reading leaves. The process says itself whose it is
 * ("postgres: user database 127.0.0.1(port)"), so that no other one of that number is meant.
 */
export const giveWay = (client: pg.PoolClient): void => {
  const { processID: pid, connection } = client as Connected;
  const port = connection?.stream?.localPort;
  const nice = niceness(NICE);
  if (nice === 0 || !pid || !port) return;
  try {
    const title = titleOf(pid);
    if (!title.startsWith('postgres: ') || !title.includes(`(${port})`)) return;
    makeNicer(pid, nice);
    const [, parent] = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    for (const sibling of childrenOf(Number(parent))) if (HOUSEKEEPING.test(titleOf(sibling))) makeNicer(sibling, nice);
  } catch {
    // Elsewhere, or without the right to it: it works as fast as any other.
  }
};
