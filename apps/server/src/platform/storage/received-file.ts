/** A complete file of a multipart call, stored until it is kept or removed. */
export interface ReceivedFile {
  field: string;
  /** Its key in storage. */
  key: string;
  /** Detected from its content. */
  kind: 'image' | 'video' | 'audio' | 'document' | 'captions' | 'archive';
  contentType: string;
  bytes: number;
  sha256: string;
  /** Marks the file as referenced by a row; other files are removed when the call ends. */
  keep(): void;
}

/** Folder of received files, one per day. Files without a row, left by a crash, are swept after a day. */
export const uploadsFolder = (day: Date): string => `uploads/${day.toISOString().slice(0, 10)}`;

/** The key of a received file's copy without metadata: keys in storage are never used twice, since copies of them are cached. */
export const cleanKeyOf = (key: string): string => `${key}-clean`;
