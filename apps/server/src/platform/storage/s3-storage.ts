import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { ConfigurationError, type S3Config } from '../config.ts';
import { CodedError } from '../errors.ts';
import type { Log } from '../telemetry/log.ts';
import type { UrlSigner } from './url-signer.ts';
import type { ObjectCache } from './object-cache.ts';
import { createMeasure } from './measure.ts';
import { STORAGE_KEY, type Storage } from './storage.ts';

/** Size of a multipart upload's parts, two at a time: S3 requires at least 5 MB and allows 10,000 parts. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
const DELETE_ATTEMPTS = 3;
const IDLE_MS = 60_000;

const statusOf = (error: unknown): number | undefined => (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
const isMissing = (error: unknown): boolean => statusOf(error) === 404;

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
  const client = new S3Client({
    endpoint: config.endpoint,
    region: config.region,
    forcePathStyle: config.forcePathStyle,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // Other stores don't support Amazon's newer checksums; the database has each file's hash.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { requestTimeout: IDLE_MS, connectionTimeout: 10_000 },
  });
  const validKey = (key: string): string => {
    if (!STORAGE_KEY.test(key)) throw new CodedError('NOT_FOUND');
    return key;
  };
  const orNotFound = (error: unknown): never => {
    throw isMissing(error) ? new CodedError('NOT_FOUND') : error;
  };

  /**
   * Lists objects by key prefix, and with a delimiter the direct subfolders, in pages of a thousand, as many as one call deletes. Uses markers, which every
   * store supports, instead of the tokens of ListObjectsV2.
   */
  const list = async function* (prefix: string, delimiter?: string) {
    for (let after: string | undefined; ; ) {
      const page = await client.send(new ListObjectsCommand({ Bucket: bucket, Prefix: prefix, Delimiter: delimiter, Marker: after }));
      yield { objects: page.Contents ?? [], folders: page.CommonPrefixes ?? [] };
      after = page.NextMarker ?? page.Contents?.at(-1)?.Key ?? page.CommonPrefixes?.at(-1)?.Prefix;
      if (!page.IsTruncated || after === undefined) return;
    }
  };

  const deletePrefix = async (prefix: string): Promise<void> => {
    for await (const { objects } of list(prefix)) {
      const keys = objects.flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
      if (keys.length === 0) continue;
      const { Errors } = await client.send(
        new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: keys.map((Key) => ({ Key })), Quiet: true } }),
      );
      if (Errors?.[0]) throw new Error(`the store kept ${Errors[0].Key}: ${Errors[0].Code}`);
      await Promise.all(keys.map((key) => cache.remove(key)));
    }
  };

  const put: Storage['put'] = async (key, source, { contentType, maxBytes }) => {
    const { stream: measure, measured } = createMeasure(maxBytes);
    const input = Buffer.isBuffer(source) ? Readable.from([source]) : source;
    let sourceError: unknown;
    const abort = (error: unknown): void => {
      sourceError ??= error;
      measure.destroy(error as Error);
    };
    input.once('error', abort);
    // A connection that ends early emits no error.
    input.once('close', () => input.readableEnded || abort(new Error('the source ended early')));
    measure.once('error', (error) => {
      sourceError ??= error;
      input.destroy();
    });
    const upload = new Upload({
      client,
      params: { Bucket: bucket, Key: validKey(key), Body: input.pipe(measure), ContentType: contentType },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
    });
    try {
      await upload.done();
    } catch (error) {
      input.destroy();
      throw sourceError ?? error;
    }
    return measured();
  };

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
        stream: object.Body as Readable,
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
          return await deletePrefix(`${validKey(folder)}/`);
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
      cache.pathOf(
        validKey(key),
        async () => (await client.send(new GetObjectCommand({ Bucket: bucket, Key: key })).catch(orNotFound)).Body as Readable,
      ),
    async *listFolders(folder) {
      for await (const { folders } of list(`${validKey(folder)}/`, '/'))
        for (const { Prefix } of folders) if (Prefix) yield Prefix.slice(0, -1);
    },
    async listOlderThan(folder, before) {
      const keys: string[] = [];
      for await (const { objects } of list(`${validKey(folder)}/`, '/'))
        for (const { Key, LastModified } of objects) if (Key && LastModified && LastModified < before) keys.push(Key);
      return keys;
    },
    signedUrl: (key, contentType) => urlSigner.of(key, contentType),
    downloadUrl: (key, as, seconds) => urlSigner.download(key, as, seconds),
    async check(log) {
      try {
        await client.send(new HeadBucketCommand({ Bucket: bucket }));
      } catch (error) {
        const status = statusOf(error);
        if (status === 404) throw new ConfigurationError(`S3_BUCKET: there is no bucket "${bucket}".`);
        if (status === 401 || status === 403)
          throw new ConfigurationError(`S3_ACCESS_KEY_ID: the store refuses these credentials the bucket "${bucket}".`);
        log.error({ err: error }, 'the object store can’t be reached; files can’t be read or written until it can');
      }
    },
    close: () => client.destroy(),
  };
};
