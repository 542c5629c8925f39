import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Tells whether DATA_DIR holds a database of the embedded PostgreSQL. */
export const hasCluster = async (dataDirectory: string): Promise<boolean> =>
  (await readdir(join(dataDirectory, 'postgres')).catch(() => [])).some((name) => /^\d+$/.test(name));
