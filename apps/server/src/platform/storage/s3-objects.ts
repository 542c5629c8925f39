import { errorOf } from '../thrown.ts';
import { Readable } from 'node:stream';
import { DeleteObjectsCommand, ListObjectsCommand, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { S3Config } from '../config.ts';
import { createMeasure } from './measure.ts';
import type { Storage } from './storage.ts';

/** Size of a multipart upload's parts, two at a time: S3 requires at least 5 MB and allows 10,000 parts. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
const IDLE_MS = 60_000;

/** A bucket, and the client that reaches it. */
export interface Store {
  client: S3Client;
  bucket: string;
}

/** The HTTP status with which the store refused a call; undefined for another error. */
export const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

export const connectStore = (config: S3Config): Store => ({
  bucket: config.bucket,
  client: new S3Client({
    endpoint: config.endpoint,
    region: config.region,
    forcePathStyle: config.forcePathStyle,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // Other stores don't support Amazon's newer checksums; the database has each file's hash.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { requestTimeout: IDLE_MS, connectionTimeout: 10_000 },
  }),
});

/**
 * Lists objects by key prefix, and with a delimiter the direct subfolders, in pages of a thousand, as many as one call deletes. Uses markers, which every
 * store supports, instead of the tokens of ListObjectsV2.
 */
export const listObjects = async function* ({ client, bucket }: Store, prefix: string, delimiter?: string) {
  for (let after: string | undefined; ; ) {
    const page = await client.send(new ListObjectsCommand({ Bucket: bucket, Prefix: prefix, Delimiter: delimiter, Marker: after }));
    yield { objects: page.Contents ?? [], folders: page.CommonPrefixes ?? [] };
    after = page.NextMarker ?? page.Contents?.at(-1)?.Key ?? page.CommonPrefixes?.at(-1)?.Prefix;
    if (!page.IsTruncated || after === undefined) return;
  }
};

/** Deletes the objects below a key prefix. @param deleted receives the keys of each page */
export const deleteObjects = async (store: Store, prefix: string, deleted: (keys: string[]) => Promise<unknown>): Promise<void> => {
  const { client, bucket } = store;
  for await (const { objects } of listObjects(store, prefix)) {
    const keys = objects.flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
    if (keys.length === 0) continue;
    const { Errors } = await client.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: keys.map((Key) => ({ Key })), Quiet: true } }),
    );
    if (Errors?.[0]) throw new Error(`the store kept ${Errors[0].Key}: ${Errors[0].Code}`);
    await deleted(keys);
  }
};

/** Writes an object. What ends the source early ends the upload, and is thrown in its place. */
export const putObject = async (
  { client, bucket }: Store,
  key: string,
  source: Parameters<Storage['put']>[1],
  { contentType, maxBytes }: Parameters<Storage['put']>[2],
): ReturnType<Storage['put']> => {
  const { stream: measure, measured } = createMeasure(maxBytes);
  const input = Buffer.isBuffer(source) ? Readable.from([source]) : source;
  let sourceError: unknown;
  const abort = (error: unknown): void => {
    sourceError ??= error;
    measure.destroy(errorOf(error));
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
    params: { Bucket: bucket, Key: key, Body: input.pipe(measure), ContentType: contentType },
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
