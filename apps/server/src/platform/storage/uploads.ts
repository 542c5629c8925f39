/** A file that arrived whole with a multipart call and lies in storage, until it is kept or removed. */
export interface ReceivedFile {
  field: string;
  /** Where it lies in storage. */
  key: string;
  /** What it is, by its content. */
  kind: 'image' | 'video' | 'document' | 'captions';
  contentType: string;
  bytes: number;
  sha256: string;
  /** Says that a row refers to the file now; files not kept are removed when the call ends. */
  keep(): void;
}

/** Where received files lie, a folder a day. Whatever a crash leaves here without a row is swept after a day. */
export const uploadsFolder = (day: Date): string => `uploads/${day.toISOString().slice(0, 10)}`;
