import { readFileSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import type pg from 'pg';
import { niceness } from '../niceness.ts';

/** Enough for reading to come first; nicer, a publication took longer than it may. */
const NICE = 5;

/** What pg knows of a connection and doesn't name in its types. */
type Connected = pg.PoolClient & { processID?: number; connection?: { stream?: Socket } };

/**
 * Lets the process of the database that serves a connection give way to all others, where it runs on this machine: what is written in the
 * background then takes the cores that reading leaves. It says itself whose it is ("postgres: user database 127.0.0.1(port)"), so that no
 * other process of that number is meant. Each of the database's processes is a session of its own, which Linux may look at first
 * (sched(7), "The autogroup feature").
 */
export const giveWay = (client: pg.PoolClient): void => {
  const { processID: pid, connection } = client as Connected;
  const port = connection?.stream?.localPort;
  const nice = niceness(NICE);
  if (nice === 0 || !pid || !port) return;
  try {
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    if (!title.startsWith('postgres: ') || !title.includes(`(${port})`)) return;
    setPriority(pid, nice);
    writeFileSync(`/proc/${pid}/autogroup`, String(nice));
  } catch {
    // Elsewhere, or without the right to it: it works as fast as any other.
  }
};
