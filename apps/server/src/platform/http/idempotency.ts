import { hash } from 'node:crypto';
import type { Endpoint, EndpointKey } from '@stagedoor/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Viewer } from '../auth/viewer.ts';
import type { Idempotency } from '../database/database.ts';
import { CodedError } from '../errors.ts';
import { isUnsafe } from './admission.ts';
import type { ReceivedForm } from './multipart.ts';

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

/** JSON with sorted keys, so that the same input has the same hash. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** Returns the key under which a call's response is stored, with its input's hash; undefined for calls that aren't stored. */
export const idempotencyOf = (
  endpoint: Endpoint,
  route: EndpointKey,
  request: FastifyRequest,
  viewer: Viewer,
  received: ReceivedForm | undefined,
): Idempotency | undefined => {
  if (!isUnsafe(request.method) || endpoint.idempotency === 'none' || viewer.kind !== 'account') return undefined;
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') return undefined;
  if (!IDEMPOTENCY_KEY.test(key)) throw new CodedError('BAD_REQUEST');
  const files = Object.values(received?.files ?? {}).flatMap((list) => list.map(({ field, sha256 }) => [field, sha256]));
  const input = canonical([request.params, request.query, received ? received.fields : (request.body ?? null), files]);
  return { accountId: viewer.accountId, route, key, inputHash: hash('sha256', input) };
};
