import type { Readable } from 'node:stream';
import { resolve } from 'node:path';
import { BUCKET_ADDRESS, type S3Config } from '../platform/config.ts';
import { BackupError } from './backup-error.ts';
import { createFolderTarget } from './folder-target.ts';
import { createS3Target } from './s3-target.ts';

export interface StoredObject {
  name: string;
  bytes: number;
  modifiedAt: Date;
}

/** A place where backups are kept: a folder, or a part of a bucket. Names are relative paths. */
export interface BackupTarget {
  /** As the operator named it. */
  readonly label: string;
  /**
   * Writes an object. It is there whole and on disk when this ends, or not at all.
   * @throws BackupError
   */
  put(name: string, source: Readable | Buffer): Promise<void>;
  /**
   * Writes an object unless there is one of this name.
   * @returns false when there was
   * @throws BackupError
   */
  putNew(name: string, content: Buffer): Promise<boolean>;
  /** @throws BackupError when it isn't there */
  open(name: string): Promise<Readable>;
  /** The content of a small object; undefined when it isn't there. */
  read(name: string): Promise<Buffer | undefined>;
  /** Objects whose names begin with a folder's path, in no order. Those that are being written aren't among them. */
  list(folder: string): AsyncIterable<StoredObject>;
  remove(name: string): Promise<void>;
  /** Removes what writers that were killed left behind. */
  sweep(): Promise<void>;
  /** Releases connections. */
  close(): void;
}

/** Tells whether an address names a bucket; any other is a folder's path. */
export const isBucket = (address: string): boolean => address.startsWith('s3:');

/** How a target of an address is called in records and sentences. */
export const labelOf = (address: string): string => (isBucket(address) ? address : resolve(address));

/**
 * Opens the target of an address: a folder's path, or `s3://bucket/prefix`.
 * @param s3 reaches the bucket; its own name doesn't count
 * @throws BackupError
 */
export const openTarget = async (address: string, s3: Omit<S3Config, 'bucket' | 'cacheGb'> | undefined): Promise<BackupTarget> => {
  if (!isBucket(address)) return createFolderTarget(labelOf(address));
  const [, bucket, prefix = ''] = BUCKET_ADDRESS.exec(address) ?? [];
  if (bucket === undefined) throw new BackupError(`"${address}" is no bucket: write s3://bucket or s3://bucket/prefix.`);
  if (!s3)
    throw new BackupError(
      'BACKUP_S3_ACCESS_KEY_ID: name the credentials of the bucket with it and BACKUP_S3_SECRET_ACCESS_KEY, and its store with BACKUP_S3_ENDPOINT.',
    );
  return createS3Target(address, { ...s3, bucket, cacheGb: 1 }, prefix);
};
