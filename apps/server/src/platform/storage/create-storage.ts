import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Log } from '../telemetry/log.ts';
import type { UrlSigner } from './url-signer.ts';
import { createLocalStorage } from './local-storage.ts';
import { createObjectCache } from './object-cache.ts';
import type { Storage } from './storage.ts';

const GB = 1_000_000_000;

/** The local folder of the site's files and of unfinished uploads. */
export const filesDirectoryOf = (config: Config): string => join(config.dataDirectory, 'files');

/**
 * The configured storage: the local disk, or a bucket.
 * @throws ConfigurationError when the bucket doesn't exist or access is denied
 */
export const createStorage = async (config: Config, urlSigner: UrlSigner, log: Log): Promise<Storage> => {
  if (!config.s3) return createLocalStorage(filesDirectoryOf(config), urlSigner, config.backup.to !== undefined);
  // Sites without a bucket don't load its client.
  const { createS3Storage } = await import('./s3-storage.ts');
  const cache = createObjectCache(join(config.dataDirectory, 'cache', 'objects'), config.s3.cacheGb * GB);
  const storage = createS3Storage({ config: config.s3, urlSigner, cache });
  await storage.check(log);
  return storage;
};
