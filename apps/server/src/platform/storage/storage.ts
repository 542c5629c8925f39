import type { Readable } from 'node:stream';

/** Where files lie: the local disk, or a store of objects. Keys are paths of ours, never of a user's making. */
export interface Storage {
  /**
   * Writes a file, whole or not at all.
   * @throws CodedError FILE_TOO_LARGE past `maxBytes`.
   */
  put(key: string, source: Readable | Buffer, options: { contentType: string; maxBytes?: number }): Promise<{ bytes: number; sha256: string }>;
  /** @throws CodedError NOT_FOUND */
  open(key: string, range?: { start: number; end: number }): Promise<{ stream: Readable; bytes: number }>;
  remove(key: string): Promise<void>;
  exists(key: string): Promise<boolean>;
  /** A signed address that lasts one to two hours; the same one within an hour. */
  address(key: string): string;
}
