import { Readable } from 'node:stream';
import type { Endpoint } from '@stagedoor/contract/endpoint';
import type { Locale } from '@stagedoor/contract/texts/text';
import type { FastifyReply } from 'fastify';
import type { CodedError } from '../errors.ts';
import { errorBody } from './errors.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sets the status and the headers of a JSON response. */
export const replyJson = (reply: FastifyReply, status: number, cacheControl = 'no-store'): FastifyReply =>
  reply.code(status).header('content-type', JSON_TYPE).header('cache-control', cacheControl);

/** Streams a file that the browser saves. */
export const replyDownload = (
  reply: FastifyReply,
  status: number,
  { contentType }: NonNullable<Endpoint['download']>,
  savedAs: string | undefined,
  result: unknown,
): FastifyReply =>
  reply
    .code(status)
    .header('content-type', contentType === 'application/pdf' ? contentType : `${contentType}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${savedAs}"`)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .send(Readable.from(result as AsyncIterable<string | Uint8Array>));

/** Sets the headers of a refusal. @returns its body, in the caller's language */
export const replyRefusal = (reply: FastifyReply, coded: CodedError, locale: Locale): string => {
  if (coded.status === 429 && coded.details?.['retryAfterSeconds']) reply.header('retry-after', String(coded.details['retryAfterSeconds']));
  replyJson(reply, coded.status);
  return JSON.stringify(errorBody(coded, locale));
};
