import { readFileSync } from 'node:fs';
import { systemCodeOf } from './thrown.ts';

/** Whether a process of this machine runs, also one of another user. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A zombie doesn't count: a container's init process may never reap it.
    return process.platform !== 'linux' || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch (error) {
    return systemCodeOf(error) === 'EPERM';
  }
};
