import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Broadcast } from './store.ts';
import type { RestOptions } from './rest-options.ts';
import { type Fields, fieldsOf, numberOf, textOf } from './values.ts';
import { result } from './views.ts';

export const partOf = (request: FastifyRequest, name: string): string => textOf(fieldsOf(request.params)[name]);
export const numberPartOf = (request: FastifyRequest, name: string): number => numberOf(fieldsOf(request.params)[name], 0);
export const queryOf = (request: FastifyRequest, name: string): string => textOf(fieldsOf(request.query)[name]);
export const bodyOf = (request: FastifyRequest): Fields => fieldsOf(request.body);

/** The stream that a command is for; without one the reply is sent. */
export const streamOf = (request: FastifyRequest, reply: FastifyReply, { store, reading }: RestOptions): Broadcast | undefined => {
  const id = partOf(request, 'id');
  const broadcast = store.broadcasts.get(id);
  if (broadcast) return broadcast;
  void reply.code(reading.unknownStream === 'notFound' ? 404 : 200).send(result(false, `there is no stream ${id}`));
  return undefined;
};
