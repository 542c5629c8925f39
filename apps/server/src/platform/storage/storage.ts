import type { Readable } from 'node:stream';

export interface PutOptions {
  contentType: string;
  /** More than this is FILE_TOO_LARGE, and nothing stays. */
  maxBytes?: number;
}

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredInfo {
  /** Of the whole file, whatever range was asked for. */
  bytes: number;
  modifiedAt: Date;
}

/** Keys are paths of ours: no way out by `..`, nothing that begins with a dot. */
export const STORAGE_KEY = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;

/** Where files lie: the local disk, or a store of objects. Keys are paths of ours, never of a user's making. */
export interface Storage {
  /**
   * Writes a file, whole or not at all: a stream that breaks leaves nothing.
   * @throws CodedError FILE_TOO_LARGE
   */
  put(key: string, source: Readable | Buffer, options: PutOptions): Promise<{ bytes: number; sha256: string }>;
  /**
   * Takes over a file of this machine's disk, whole or not at all; it is gone from where it lay.
   */
  take(key: string, path: string, options: Pick<PutOptions, 'contentType'>): Promise<{ bytes: number; sha256: string }>;
  /**
   * A file's size and age, without its content.
   * @throws CodedError NOT_FOUND
   */
  stat(key: string): Promise<StoredInfo>;
  /**
   * @param range within the file; all of it unless given
   * @throws CodedError NOT_FOUND
   */
  open(key: string, range?: ByteRange): Promise<StoredInfo & { stream: Readable }>;
  /** Removes a file; one that isn't there is no error. */
  remove(key: string): Promise<void>;
  /** Removes everything whose key begins with a folder. */
  removeFolder(folder: string): Promise<void>;
  exists(key: string): Promise<boolean>;
  /** A path on this machine's disk for programs that read files (ffmpeg); for a store of objects, a copy. */
  localPath(key: string): Promise<string>;
  /** The folders right inside a folder, by their whole paths. */
  listFolders(folder: string): AsyncIterable<string>;
  /** Keys right inside a folder that were last changed before an instant. */
  listOlderThan(folder: string, before: Date): Promise<string[]>;
  /**
   * A signed address that works for one to two hours, and is the same within an hour so that browsers can cache it.
   * @param contentType for keys whose name tells none
   */
  address(key: string, contentType?: string): string;
}
