import type { UploadPurpose } from '@stagedoor/contract/uploads';
import type { Contract, ResponseOf } from '@stagedoor/contract';

export type Uploaded = ResponseOf<Contract['POST /feeds/files/photo/upload']>;

type AnswerOf<K extends keyof Contract> = ResponseOf<Contract[K]>;
/** The calls that take one file and answer it as a file of an item: in the field `file`, or in one of several. */
type UploadKey = {
  [K in keyof Contract & `POST ${string}`]: Contract[K] extends { files: { file: unknown } | { thumbnail: unknown } }
    ? AnswerOf<K> extends Uploaded
      ? K
      : never
    : never;
}[keyof Contract & `POST ${string}`];

/** Where a file of some role goes. */
interface Upload {
  purpose: UploadPurpose;
  call: UploadKey;
  /** The field of the form, where the call has several. */
  field?: 'video' | 'teaser' | 'thumbnail';
}
/** The purpose of a file; each has its own call. */
export type FileRole = 'image' | 'video' | 'teaser';
export type Uploads = Partial<Record<FileRole, Upload>>;
