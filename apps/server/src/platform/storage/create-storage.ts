import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Log } from '../telemetry/log.ts';
import type { Addresses } from './addresses.ts';
import { createLocalStorage } from './local-storage.ts';
import { createObjectCache } from './object-cache.ts';
import { createS3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

const GB = 1_000_000_000;

/** Where this machine keeps files of the site's, and the parts of uploads on their way. */
export const filesDirectoryOf = (config: Config): string => join(config.dataDirectory, 'files');

/**
 * The site's storage, as it is configured: the local disk, or a bucket.
 * @throws ConfigurationError when the bucket isn't there or not ours
 */
export const createStorage = async (config: Config, addresses: Addresses, log: Log): Promise<Storage> => {
  if (!config.s3) return createLocalStorage(filesDirectoryOf(config), addresses);
  const cache = createObjectCache(join(config.dataDirectory, 'cache', 'objects'), config.s3.cacheGb * GB);
  const storage = createS3Storage({ config: config.s3, addresses, cache });
  await storage.check(log);
  return storage;
};
