import type { Endpoint } from '@stagedoor/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { CodedError } from '../errors.ts';
import type { ReceivedForm } from './multipart.ts';

export type Parsed = { value: { params: unknown; query: unknown; body: unknown; files: unknown } } | { issues: z.core.$ZodIssue[] };

/** Tells if the endpoint also takes JSON: all of its files are optional. */
const takesJson = ({ files }: Endpoint): boolean => Object.values(files ?? {}).every(({ optional }) => optional === true);

/**
 * Tells whether files of a multipart request are to be stored.
 *
 * @throws CodedError UNSUPPORTED_MEDIA_TYPE for a form at an endpoint without files
 */
export const hasFiles = (endpoint: Endpoint, request: FastifyRequest): boolean => {
  if (endpoint.files) return request.isMultipart() || !takesJson(endpoint);
  if (request.isMultipart()) throw new CodedError('UNSUPPORTED_MEDIA_TYPE');
  return false;
};

/** Validates params, query and body, and collects the issues of all three. */
export const parseInput = (endpoint: Endpoint, request: FastifyRequest, received: ReceivedForm | undefined): Parsed => {
  const issues: z.core.$ZodIssue[] = [];
  const read = (schema: z.ZodType | undefined, raw: unknown): unknown => {
    if (!schema) return undefined;
    const result = schema.safeParse(raw, { reportInput: true });
    if (result.success) return result.data;
    issues.push(...result.error.issues);
    return undefined;
  };
  const value = {
    params: read(endpoint.params, request.params),
    query: read(endpoint.query, request.query),
    body: read(endpoint.body, received ? received.fields : (request.body ?? {})),
    files: received?.files ?? (endpoint.files && Object.fromEntries(Object.keys(endpoint.files).map((name) => [name, []]))),
  };
  return issues.length > 0 ? { issues } : { value };
};
