import type { Readable } from 'node:stream';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const isUploadId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/** What has arrived of unfinished uploads: on the local disk, or in the bucket, where every node finds it. */
export interface UploadParts {
  /** Begins an upload without bytes. */
  create(id: string): Promise<void>;
  /** Bytes received so far; undefined for an upload that was never begun, or that a call has taken. */
  sizeOf(id: string): Promise<number | undefined>;
  /**
   * Appends at an offset. Data received before the stream breaks is kept.
   * @returns the new offset
   * @throws ERRORS.INVALID_OFFSET if another request appended there meanwhile
   */
  append(id: string, offset: number, source: Readable): Promise<number>;
  /** @returns the path of a local file with everything received, to be moved into storage */
  assemble(id: string): Promise<string>;
  /** Removes what has arrived, if anything. */
  remove(id: string): Promise<void>;
  /** Ids of which something may be left. */
  list(): Promise<string[]>;
}
