/** What a server process has used so far. */
export interface Usage {
  /** Milliseconds of CPU, all threads. */
  cpu: number;
  /** Bytes of resident memory. */
  memory: number;
}

/** A message to a server that wants its usage. */
export const USAGE = { usage: true } as const;

/** Answers questions for usage; ends with the bench. */
export const tellUsage = (): void => {
  process.on('disconnect', () => process.exit(1));
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    const usage: Usage = { cpu: (user + system) / 1000, memory: process.memoryUsage.rss() };
    process.send!(usage);
  });
};
