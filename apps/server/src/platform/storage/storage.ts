import type { Readable } from 'node:stream';

export interface PutOptions {
  contentType: string;
  /** More than this is FILE_TOO_LARGE, and nothing is stored. */
  maxBytes?: number;
}

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredInfo {
  /** Size of the whole file, regardless of the requested range. */
  bytes: number;
  modifiedAt: Date;
}

/** Valid keys: relative paths without `..` and without names that begin with a dot. */
export const STORAGE_KEY = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;

/** File storage: the local disk, or an object store. Keys are generated, never chosen by users. */
export interface Storage {
  /**
   * Writes a file atomically: a broken stream leaves nothing.
   * @throws CodedError FILE_TOO_LARGE
   */
  put(key: string, source: Readable | Buffer, options: PutOptions): Promise<{ bytes: number; sha256: string }>;
  /**
   * Moves a file of the local disk into storage, atomically.
   */
  take(key: string, path: string, options: Pick<PutOptions, 'contentType'>): Promise<{ bytes: number; sha256: string }>;
  /**
   * A file's size and age, without its content.
   * @throws CodedError NOT_FOUND
   */
  stat(key: string): Promise<StoredInfo>;
  /**
   * @param range by default the whole file
   * @throws CodedError NOT_FOUND
   */
  open(key: string, range?: ByteRange): Promise<StoredInfo & { stream: Readable }>;
  /** Removes a file, if it exists. */
  remove(key: string): Promise<void>;
  /** Removes everything whose key begins with a folder. */
  removeFolder(folder: string): Promise<void>;
  exists(key: string): Promise<boolean>;
  /** A path on the local disk for programs that read files (ffmpeg); for an object store, a copy. */
  localPath(key: string): Promise<string>;
  /** The direct subfolders of a folder, by their full paths. */
  listFolders(folder: string): AsyncIterable<string>;
  /** Keys directly in a folder that were last modified before an instant. */
  listOlderThan(folder: string, before: Date): Promise<string[]>;
  /**
   * A signed URL that is valid for one to two hours, and stays the same within an hour so that browsers can cache it.
   * @param contentType for keys whose file extension doesn't determine it
   */
  signedUrl(key: string, contentType?: string): string;
  /** A signed URL that only a session of an account opens, for some seconds. Files that are encrypted have no other. */
  ownUrl(key: string, contentType: string, accountId: string, seconds: number): string;
  /** A signed URL that has browsers save a file under a name, valid for some seconds. */
  downloadUrl(key: string, as: { contentType: string; name: string }, seconds: number): string;
}
