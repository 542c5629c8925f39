import { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, HeadBucketCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { S3Config } from '../platform/config.ts';
import { connectStore, listObjects, putObject, statusOf } from '../platform/storage/s3-objects.ts';
import { messageOf, systemCodeOf } from '../platform/thrown.ts';
import { BackupError } from './backup-error.ts';
import type { BackupTarget } from './target.ts';

const CONTENT_TYPE = 'application/octet-stream';
/** A precondition failed, or another writer was at work on the same name. */
const CONFLICTS = [409, 412];

/** A failure of the store as a sentence, or the error itself when no remedy is known. */
const storeFailure = (error: unknown, label: string, bucket: string): unknown => {
  if (error instanceof BackupError) return error;
  const status = statusOf(error);
  const sentence = (text: string) => new BackupError(text, { cause: error });
  if (status === 401 || status === 403)
    return sentence(`BACKUP_S3_ACCESS_KEY_ID: the store refuses these credentials the bucket "${bucket}".`);
  if (status === undefined && (systemCodeOf(error) ?? '') !== '')
    return sentence(`The store of ${label} can’t be reached (${messageOf(error) || systemCodeOf(error)}): check BACKUP_S3_ENDPOINT.`);
  if (status === undefined || status >= 500) return sentence(`The store of ${label} failed (${messageOf(error)}): try again later.`);
  return error;
};

/**
 * Backups in a bucket of an S3-compatible store.
 * @param prefix begins the keys, without slashes at its ends; empty for none
 * @throws BackupError when the bucket can't be used
 */
export const createS3Target = async (label: string, config: S3Config, prefix: string): Promise<BackupTarget> => {
  const store = connectStore(config);
  const { client, bucket } = store;
  const keyOf = (name: string): string => (prefix === '' ? name : `${prefix}/${name}`);

  const sentenceOf = (error: unknown): unknown => storeFailure(error, label, bucket);
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw sentenceOf(error);
    }
  };

  const get = async (name: string): Promise<Readable | undefined> => {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(name) }));
      if (!(Body instanceof Readable)) throw new Error('the store answered without a stream');
      return Body;
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw sentenceOf(error);
    }
  };
  const exists = async (name: string): Promise<boolean> => {
    try {
      await client.send(new HeadObjectCommand({ Bucket: bucket, Key: keyOf(name) }));
      return true;
    } catch (error) {
      if (statusOf(error) === 404) return false;
      throw error;
    }
  };

  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
  } catch (error) {
    client.destroy();
    throw statusOf(error) === 404
      ? new BackupError(`There is no bucket "${bucket}": make it, or correct ${label}.`, { cause: error })
      : sentenceOf(error);
  }
  return {
    label,
    put: (name, source) => guarded(async () => void (await putObject(store, keyOf(name), source, { contentType: CONTENT_TYPE }))),
    putNew: (name, content) =>
      guarded(async () => {
        // Stores that don't know the condition would overwrite.
        if (await exists(name)) return false;
        try {
          await client.send(
            new PutObjectCommand({ Bucket: bucket, Key: keyOf(name), Body: content, ContentType: CONTENT_TYPE, IfNoneMatch: '*' }),
          );
          return true;
        } catch (error) {
          if (CONFLICTS.includes(statusOf(error) ?? 0)) return false;
          throw error;
        }
      }),
    async open(name) {
      const stream = await get(name);
      if (!stream) throw new BackupError(`${name} is missing in ${label}.`);
      return stream;
    },
    async read(name) {
      const stream = await get(name);
      return stream && Buffer.concat(await stream.toArray());
    },
    async *list(folder) {
      const start = keyOf(folder === '' ? '' : `${folder}/`);
      const cut = prefix === '' ? 0 : prefix.length + 1;
      try {
        for await (const { objects } of listObjects(store, start))
          for (const { Key, Size, LastModified } of objects)
            if (Key !== undefined) yield { name: Key.slice(cut), bytes: Size ?? 0, modifiedAt: LastModified ?? new Date(0) };
      } catch (error) {
        throw sentenceOf(error);
      }
    },
    remove: (name) => guarded(async () => void (await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(name) })))),
    async sweep() {
      // A multipart upload that was cut off is ended by the bucket's own rule (docs/operations.md).
    },
    close: () => client.destroy(),
  };
};
