import { readFile, readdir } from 'node:fs/promises';

/** Linux counts a process's time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** The fields of a process's `stat` that follow its name (proc(5)); none when it has ended. */
const statOf = async (pid: number | 'self'): Promise<readonly number[]> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
};

/** Seconds of processor time that a process has used, all threads, without its children: in its own code, and in the system's. */
export const processorSecondsOf = async (pid: number): Promise<{ user: number; system: number }> => {
  const fields = await statOf(pid);
  return { user: (fields[11] ?? 0) / TICKS_PER_SECOND, system: (fields[12] ?? 0) / TICKS_PER_SECOND };
};

/** Seconds of processor time that a process and its running children have used. */
export const processorSeconds = async (pid: number): Promise<number> => {
  let children = 0;
  for (const thread of await readdir(`/proc/${pid}/task`).catch(() => [] as string[])) {
    const list = await readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '');
    for (const child of list.split(' ').filter(Boolean)) children += await processorSeconds(Number(child));
  }
  const { user, system } = await processorSecondsOf(pid);
  return user + system + children;
};

/** Seconds of user time of this process's children that have ended, and of those they waited for. */
export const endedChildrenUserSeconds = async (): Promise<number> => ((await statOf('self'))[13] ?? 0) / TICKS_PER_SECOND;
