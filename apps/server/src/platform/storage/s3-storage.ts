import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadBucketCommand,
  HeadObjectCommand,
} from '@aws-sdk/client-s3';
import { ConfigurationError, type S3Config } from '../config.ts';
import { CodedError } from '../errors.ts';
import type { Log } from '../telemetry/log.ts';
import type { UrlSigner } from './url-signer.ts';
import type { ObjectCache } from './object-cache.ts';
import { connectStore, deleteObjects, listObjects, putObject, statusOf } from './s3-objects.ts';
import { STORAGE_KEY, type Storage } from './storage.ts';

const DELETE_ATTEMPTS = 3;

/** The content of an object: a stream of Node here, one of browsers elsewhere. */
const streamOf = ({ Body }: GetObjectCommandOutput): Readable => {
  if (!(Body instanceof Readable)) throw new Error('The store answered without a stream.');
  return Body;
};

const isMissing = (error: unknown): boolean => statusOf(error) === 404;

/** Checks access to a bucket; an unreachable store is only logged. @throws ConfigurationError when it doesn't exist or access is denied */
const checkBucket = async ({ client }: ReturnType<typeof connectStore>, bucket: string, log: Log): Promise<void> => {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
  } catch (error) {
    const status = statusOf(error);
    if (status === 404) throw new ConfigurationError(`S3_BUCKET: there is no bucket "${bucket}".`);
    if (status === 401 || status === 403)
      throw new ConfigurationError(`S3_ACCESS_KEY_ID: the store refuses these credentials the bucket "${bucket}".`);
    log.error({ err: error }, 'the object store can’t be reached; files can’t be read or written until it can');
  }
};

/** Files in a bucket of an S3-compatible store, whose writes are atomic. */
export const createS3Storage = (options: {
  config: S3Config;
  urlSigner: UrlSigner;
  cache: ObjectCache;
}): Storage & {
  /**
   * Checks access to the bucket.
   * @throws ConfigurationError when it doesn't exist or access is denied; an unreachable store is only logged
   */
  check(log: Log): Promise<void>;
  close(): void;
} => {
  const { config, urlSigner, cache } = options;
  const { bucket } = config;
  const store = connectStore(config);
  const { client } = store;
  const validKey = (key: string): string => {
    if (!STORAGE_KEY.test(key)) throw new CodedError('NOT_FOUND');
    return key;
  };
  const orNotFound = (error: unknown): never => {
    throw isMissing(error) ? new CodedError('NOT_FOUND') : error;
  };

  const put: Storage['put'] = async (key, source, putOptions) => putObject(store, validKey(key), source, putOptions);
  return {
    put,
    async take(key, path, putOptions) {
      const done = await put(key, createReadStream(path), putOptions);
      await rm(path, { force: true });
      return done;
    },
    async stat(key) {
      const head = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: validKey(key) })).catch(orNotFound);
      return { bytes: head.ContentLength ?? 0, modifiedAt: head.LastModified ?? new Date(0) };
    },
    async open(key, range) {
      const object = await client
        .send(
          new GetObjectCommand({ Bucket: bucket, Key: validKey(key), ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}) }),
        )
        .catch(orNotFound);
      const whole = /\/(\d+)$/.exec(object.ContentRange ?? '')?.[1];
      return {
        stream: streamOf(object),
        bytes: whole === undefined ? (object.ContentLength ?? 0) : Number(whole),
        modifiedAt: object.LastModified ?? new Date(0),
      };
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: validKey(key) })).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
      await cache.remove(key);
    },
    async removeFolder(folder) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await deleteObjects(store, `${validKey(folder)}/`, (keys) => Promise.all(keys.map((one) => cache.remove(one))));
        } catch (error) {
          // A failed call may have deleted some of the objects: the rest is listed again.
          if (attempt === DELETE_ATTEMPTS || error instanceof CodedError) throw error;
        }
      }
    },
    async exists(key) {
      try {
        await client.send(new HeadObjectCommand({ Bucket: bucket, Key: validKey(key) }));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    localPath: (key) =>
      cache.pathOf(validKey(key), async () =>
        streamOf(await client.send(new GetObjectCommand({ Bucket: bucket, Key: key })).catch(orNotFound)),
      ),
    async *listFolders(folder) {
      for await (const { folders } of listObjects(store, `${validKey(folder)}/`, '/'))
        for (const { Prefix } of folders) if (Prefix) yield Prefix.slice(0, -1);
    },
    async listOlderThan(folder, before) {
      const keys: string[] = [];
      for await (const { objects } of listObjects(store, `${validKey(folder)}/`, '/'))
        for (const { Key, LastModified } of objects) if (Key && LastModified && LastModified < before) keys.push(Key);
      return keys;
    },
    signedUrl: (key, contentType) => urlSigner.of(key, contentType),
    ownUrl: (key, contentType, accountId, seconds) => urlSigner.own(key, contentType, accountId, seconds),
    downloadUrl: (key, as, seconds) => urlSigner.download(key, as, seconds),
    check: (log) => checkBucket(store, bucket, log),
    close: () => client.destroy(),
  };
};
