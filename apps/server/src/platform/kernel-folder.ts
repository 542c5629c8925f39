import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCodeOf } from './thrown.ts';

/** Types of file systems in which the kernel shows itself (statfs(2)): /proc and /sys. Making a folder there never ends in Node. */
const KERNEL_TYPES = [0x9fa0, 0x62656572];

/** Tells whether a path lies in a file system that keeps no files. It need not exist. */
export const isInKernelFolder = async (path: string): Promise<boolean> => {
  try {
    return KERNEL_TYPES.includes((await statfs(path)).type);
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT' || dirname(path) === path) return false;
    return isInKernelFolder(dirname(path));
  }
};
