import type { FastifyInstance } from 'fastify';
import { bodyOf, numberPartOf, partOf, queryOf, streamOf } from './requests.ts';
import { type RestOptions, pageOf } from './rest-options.ts';
import { signJwt } from './security.ts';
import { type Fields, numberOf, textOf } from './values.ts';
import { result } from './views.ts';

const readUse = (text: string): 'play' | 'publish' | undefined => (text === 'play' || text === 'publish' ? text : undefined);

/** Tokens of a stream: used once, or signed. */
const addStreamTokenRoutes = (rest: FastifyInstance, options: RestOptions): void => {
  const { store, gate, settings, reading, now } = options;

  rest.get('/broadcasts/:id/token', async (request, reply) => {
    const [type, expireDate] = [queryOf(request, 'type'), numberOf(queryOf(request, 'expireDate'), 0)];
    if (!readUse(type) || expireDate <= 0) return reply.code(400).send(result(false, 'type or expireDate is missing'));
    return store.addToken(partOf(request, 'id'), type, expireDate, queryOf(request, 'roomId') || null);
  });
  rest.get('/broadcasts/:id/jwt-token', async (request, reply) => {
    const [type, expireDate] = [queryOf(request, 'type'), numberOf(queryOf(request, 'expireDate'), 0)];
    if (!readUse(type) || expireDate <= 0) return reply.code(400).send(result(false, 'type or expireDate is missing'));
    if (settings.jwtStreamSecretKey.length < 32) return reply.code(400).send(result(false, 'there is no key for signed tokens'));
    const streamId = partOf(request, 'id');
    const tokenId = signJwt({ streamId, type, exp: expireDate }, settings.jwtStreamSecretKey);
    return { tokenId, streamId, expireDate, type, roomId: queryOf(request, 'roomId') || null };
  });
  rest.post('/broadcasts/validate-token', async (request) => {
    const body = bodyOf(request);
    const [token, streamId, use] = [textOf(body['tokenId']), textOf(body['streamId']), readUse(textOf(body['type']))];
    if (!use) return result(false);
    if (gate.isJwt({ token, streamId, use, subscriberId: '', subscriberCode: '' })) return result(true);
    const found = store.findToken(token, streamId, use, now().getTime() / 1000);
    if (found && reading.validationUses) store.tokens.delete(token);
    return result(found !== undefined);
  });
  rest.delete('/broadcasts/:id/tokens', async (request) => {
    for (const [tokenId, { streamId }] of store.tokens) if (streamId === partOf(request, 'id')) store.tokens.delete(tokenId);
    return result(true);
  });
  rest.get('/broadcasts/:id/tokens/list/:offset/:size', async (request) => {
    const found = [...store.tokens.values()].filter(({ streamId }) => streamId === partOf(request, 'id'));
    return pageOf(found, numberPartOf(request, 'offset'), numberPartOf(request, 'size'));
  });
};

/** Names what is wrong with a new subscriber. */
const faultOf = (body: Fields): string | undefined => {
  if (textOf(body['subscriberId']).length <= 3) return 'subscriberId must have more than three characters';
  if (textOf(body['b32Secret']).length % 8 !== 0) return 'the length of b32Secret must be a multiple of eight';
  const type = textOf(body['type']);
  return type === 'publish_play' || readUse(type) ? undefined : 'type must be play, publish or publish_play';
};

/** Tokens and subscribers of streams. */
export const addTokenRoutes = (rest: FastifyInstance, options: RestOptions): void => {
  const { store, gate, streams, viewers, now } = options;
  addStreamTokenRoutes(rest, options);

  rest.post('/broadcasts/:id/subscribers', async (request, reply) => {
    const body = bodyOf(request);
    const fault = faultOf(body);
    if (fault !== undefined) return reply.code(400).send(result(false, fault));
    store.putSubscriber({
      subscriberId: textOf(body['subscriberId']),
      streamId: partOf(request, 'id'),
      b32Secret: textOf(body['b32Secret']) || null,
      type: textOf(body['type']),
      totpExpiryPeriodSeconds: numberOf(body['totpExpiryPeriodSeconds'], 0),
      blockedType: null,
      blockedUntilUnitTimeStampMs: 0,
    });
    return result(true);
  });
  rest.get('/broadcasts/:id/subscribers/:subscriber/totp', async (request) => {
    const use = readUse(queryOf(request, 'type'));
    const code = use && gate.code(partOf(request, 'id'), partOf(request, 'subscriber'), use);
    return result(code !== undefined, code === undefined ? 'there is no secret' : '', code ?? null);
  });
  rest.delete('/broadcasts/:id/subscribers/:subscriber', async (request) =>
    result(store.removeSubscriber(partOf(request, 'id'), partOf(request, 'subscriber'))),
  );
  rest.put('/broadcasts/:id/subscribers/:subscriber/block/:seconds/:type', async (request, reply) => {
    const broadcast = streamOf(request, reply, options);
    if (!broadcast) return reply;
    const [streamId, subscriberId, type] = [broadcast.streamId, partOf(request, 'subscriber'), partOf(request, 'type')];
    store.block(streamId, subscriberId, type, now().getTime() + numberPartOf(request, 'seconds') * 1000);
    if (type !== 'publish') viewers.drop(streamId, subscriberId);
    if (type !== 'play' && streams.publications.get(streamId)?.subscriberId === subscriberId) await streams.finish(streamId, 'stopped');
    return result(true);
  });
};
