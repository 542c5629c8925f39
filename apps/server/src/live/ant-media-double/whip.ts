import type { FastifyInstance } from 'fastify';
import type { Faults } from './faults.ts';
import type { Gate } from './gate.ts';
import { partOf, queryOf } from './requests.ts';
import { STREAM_ID } from './store.ts';
import type { Streams } from './streams.ts';

export interface WhipOptions {
  app: string;
  faults: Faults;
  gate: Gate;
  streams: Streams;
}

/** Publishing by WHIP, which the enterprise edition takes beside its own signalling. The token is the bearer or in the query. */
export const addWhip = (server: FastifyInstance, { app, faults, gate, streams }: WhipOptions): void => {
  server.addContentTypeParser('application/sdp', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  server.post(`/${app}/whip/:id`, async (request, reply) => {
    const streamId = partOf(request, 'id');
    if (!STREAM_ID.test(streamId) || typeof request.body !== 'string') return reply.code(400).send();
    if (faults.publishRefusal !== undefined) return reply.code(503).send();
    const bearer = (request.headers.authorization ?? '').replace(/^Bearer /, '');
    const refused = await gate.refusalByHook({
      streamId,
      use: 'publish',
      token: bearer || queryOf(request, 'token'),
      subscriberId: queryOf(request, 'subscriberId'),
      subscriberCode: queryOf(request, 'subscriberCode'),
    });
    if (refused !== undefined) return reply.code(403).send();
    const events = { started: () => {}, timedOut: () => {}, finished: () => {} };
    const error = streams.claim(streamId, queryOf(request, 'subscriberId'), {}, events);
    if (error !== undefined) return reply.code(error === 'streamIdInUse' ? 409 : 403).send();
    try {
      const answer = await streams.answer(streamId, request.body);
      return reply.code(201).type('application/sdp').header('location', `/${app}/whip/${streamId}`).send(answer);
    } catch {
      await streams.finish(streamId, 'lost');
      return reply.code(400).send();
    }
  });
  server.delete(`/${app}/whip/:id`, async (request, reply) => {
    await streams.finish(partOf(request, 'id'), 'left');
    return reply.code(200).send();
  });
};
