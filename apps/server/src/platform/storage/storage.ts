import type { Readable } from 'node:stream';

export interface PutOptions {
  contentType: string;
  /** More than this is FILE_TOO_LARGE, and nothing stays. */
  maxBytes?: number;
}

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
   * @param range first and last byte, both included
   * @throws CodedError NOT_FOUND
   */
  open(key: string, range?: { start: number; end: number }): Promise<{ stream: Readable; bytes: number; modifiedAt: Date }>;
  /** Removes a file; one that isn't there is no error. */
  remove(key: string): Promise<void>;
  /** Removes everything whose key begins with a folder. */
  removeFolder(folder: string): Promise<void>;
  exists(key: string): Promise<boolean>;
  /** A path on this machine's disk for programs that read files (ffmpeg); for a store of objects, a copy. */
  localPath(key: string): Promise<string>;
  /** Keys in a folder that were last changed before an instant. */
  listOlderThan(folder: string, before: Date): Promise<string[]>;
  /**
   * A signed address that works for one to two hours, and is the same within an hour so that browsers can cache it.
   * @param contentType for keys whose name tells none
   */
  address(key: string, contentType?: string): string;
}
