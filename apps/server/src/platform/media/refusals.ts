import type { FileField } from '@stagedoor/contract/endpoint';
import { formatsOf } from '@stagedoor/contract/files.values';
import { CodedError } from '../errors.ts';

const MB = 1024 * 1024;

/** The refusal of a file of another kind, which names the formats that are accepted. */
export const kindRefused = ({ accept, isPlain }: Pick<FileField, 'accept' | 'isPlain'>): CodedError =>
  new CodedError('FILE_KIND_REFUSED', { accepted: formatsOf(accept, isPlain) });

/** The refusal of a file of too many bytes, which names the limit. */
export const bytesRefused = (maxBytes: number): CodedError => new CodedError('FILE_TOO_LARGE', { megabytes: Math.floor(maxBytes / MB) });
