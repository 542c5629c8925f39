import { isRecord } from '@stagedoor/contract/keys.values';
import type { ErrorBody } from '@stagedoor/contract/errors';
import type { Locale } from '@stagedoor/contract/texts/text';
import { translateDatabaseError } from '../database/database.ts';
import { CodedError, FieldsError } from '../errors.ts';
import { isDiskFull } from '../storage/disk-space.ts';
import { translate } from '../texts.ts';
import { fieldErrorsOf } from './validation.ts';

/** Error codes of the contract for Fastify's own errors. */
const BY_FASTIFY_CODE: Record<string, ConstructorParameters<typeof CodedError>[0]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BAD_REQUEST',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BAD_REQUEST',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_REQ_FILE_TOO_LARGE: 'FILE_TOO_LARGE',
  FST_PARTS_LIMIT: 'BAD_REQUEST',
  FST_FILES_LIMIT: 'BAD_REQUEST',
  FST_FIELDS_LIMIT: 'BAD_REQUEST',
  FST_PROTO_VIOLATION: 'BAD_REQUEST',
};

/** Converts any error to a coded one; unexpected errors become INTERNAL. */
export const codedErrorOf = (error: unknown): CodedError => {
  const translated = translateDatabaseError(error);
  if (translated instanceof CodedError) return translated;
  if (isDiskFull(translated)) return new CodedError('STORAGE_FULL');
  const { code, statusCode } = isRecord(translated) ? translated : {};
  if (typeof code === 'string' && BY_FASTIFY_CODE[code]) return new CodedError(BY_FASTIFY_CODE[code]);
  if (statusCode === 429) return new CodedError('RATE_LIMITED');
  if (statusCode === 413) return new CodedError('PAYLOAD_TOO_LARGE');
  if (statusCode === 415) return new CodedError('UNSUPPORTED_MEDIA_TYPE');
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new CodedError(statusCode === 404 ? 'NOT_FOUND' : 'BAD_REQUEST');
  return new CodedError('INTERNAL');
};

/** The text of an error. That of a limit names which one it was, that of a refused file what is accepted. */
const textOf = ({ code, details }: CodedError) => {
  if (code === 'SPENDING_LIMIT' && (details?.['limit'] === 'daily' || details?.['limit'] === 'monthly' || details?.['limit'] === 'show'))
    return `errors.SPENDING_LIMIT.${details['limit']}` as const;
  if (code === 'FILE_KIND_REFUSED' && details?.['accepted']) return 'errors.FILE_KIND_REFUSED.accepted' as const;
  if (code === 'FILE_TOO_LARGE' && details?.['megapixels']) return 'errors.FILE_TOO_LARGE.megapixels' as const;
  if (code === 'FILE_TOO_LARGE' && details?.['megabytes']) return 'errors.FILE_TOO_LARGE.megabytes' as const;
  return `errors.${code}` as const;
};

/** The error body of the specification, in the caller's language. */
export const errorBody = (error: CodedError, locale: Locale): ErrorBody => ({
  statusCode: error.status,
  error: error.code,
  message: error instanceof FieldsError ? fieldErrorsOf(error, locale) : translate(locale, textOf(error), error.details),
  ...(error.details ? { details: error.details } : {}),
});
