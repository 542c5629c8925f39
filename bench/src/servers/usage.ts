import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What a server process has used so far. */
export interface Usage {
  /** Milliseconds of CPU, all threads. */
  cpu: number;
  /** Bytes of resident memory. */
  memory: number;
}

/** A message to a server that wants its usage. */
export const USAGE = { usage: true } as const;

/** A message to a server that wants to know what it holds. */
export const HELD = { held: true } as const;

/** Bytes that a process holds after its garbage was collected. */
export interface Held {
  /** Objects and buffers. */
  held: number;
  /** Resident memory. */
  resident: number;
}

/** Collects the garbage of this process. */
export const heldNow = (): Held => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // What finalizers free is collected by a second one.
  collect();
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { held: heapUsed + external, resident: rss };
};

/** Answers questions for usage; ends with the bench. */
export const tellUsage = (): void => {
  process.on('disconnect', () => process.exit(1));
  process.on('message', (question: { held?: true }) => {
    if (question.held) {
      process.send!(heldNow());
      return;
    }
    const { user, system } = process.cpuUsage();
    const usage: Usage = { cpu: (user + system) / 1000, memory: process.memoryUsage.rss() };
    process.send!(usage);
  });
};
