import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type NegotiatedSession, endSession, sendOffer, trickle, ufragOf } from '../testing/client.ts';
import { type TestPublisher, publish } from '../testing/publisher.ts';
import { type BuiltInStage, createBuiltInStage } from '../testing/stage.ts';
import { watch } from '../testing/viewer.ts';

// Programs publish by WHIP at one lasting address, with a stream key in place of a show's token.

const OFFER =
  `v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\na=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AA').join(':')}\r\n` +
  'a=ice-ufrag:abcd\r\na=ice-pwd:abcdefghijklmnopqrstuvwx\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\nc=IN IP4 0.0.0.0\r\na=mid:0\r\n' +
  'a=setup:actpass\r\na=sendonly\r\na=rtcp-mux\r\na=rtpmap:96 H264/90000\r\n' +
  'a=fmtp:96 packetization-mode=1;profile-level-id=42e01f\r\n';

let stage: BuiltInStage;
beforeAll(async () => {
  stage = await createBuiltInStage({ rtmpPort: 0, rtmpHost: '127.0.0.1' });
});
afterAll(() => stage.close());

let count = 0;
const newShow = (): { id: string; key: string; grantId: string } => {
  const id = stage.memory.createShow();
  const key = `key-${(count += 1)}`.padEnd(43, 'x');
  return { id, key, grantId: stage.memory.setKey(id, key) };
};
const hostedOf = (id: string) => stage.server.hostedStreams().find(({ streamId }) => streamId === id);
const byKey = async (key: string): Promise<TestPublisher> => {
  const publisher = await publish({ url: stage.address('whip/key'), token: key });
  onTestFinished(() => publisher.vanish());
  return publisher;
};
const refused = async (response: Response | NegotiatedSession): Promise<{ status: number; error: string }> => {
  const text = 'text' in response ? await response.text() : response.body;
  const { error, message } = JSON.parse(text) as { error: string; message: string };
  expect(message).not.toBe('');
  return { status: response.status, error };
};
/** Sends an offer with a key from an address behind a proxy on this machine. */
const offerFrom = (address: string, key: string | undefined, query = ''): Promise<Response> =>
  fetch(`${stage.address('whip/key')}${query}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/sdp',
      'x-forwarded-for': address,
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    body: OFFER,
  });

test('a key publishes its performer’s show, is shown in the studio, and ends by DELETE', async () => {
  const { id, key } = newShow();
  const publisher = await byKey(key);
  expect(new URL(publisher.session.location).pathname).toMatch(new RegExp(`/media/stagedoor/whip/${id}/[\\w-]{24}$`));
  await expect
    .poll(() => hostedOf(id)?.encoder)
    .toMatchObject({ width: 640, height: 360, hasSound: true, isReordered: false, refused: [] });
  await expect.poll(() => hostedOf(id)?.encoder?.keySeconds).toBe(1);
  await expect.poll(() => hostedOf(id)?.encoder?.framesPerSecond).toBeGreaterThan(10);
  const viewer = await watch({ url: stage.address(`whep/${id}`), token: stage.memory.grant(id, 'play').token });
  await expect.poll(() => viewer.seen().pictures).toBeGreaterThan(5);
  await viewer.stop();

  expect((await endSession(publisher.session, 'another-key')).status).toBe(403);
  expect((await endSession(publisher.session, undefined)).status).toBe(403);
  expect((await endSession(publisher.session, key)).status).toBe(200);
  expect(hostedOf(id)).toMatchObject({ isPublishing: false, encoder: undefined });
});

test('candidates reach a session without asking for a token of the show, and a restart is refused', async () => {
  const { key } = newShow();
  const { session } = await byKey(key);
  const before = stage.memory.authorizeCalls();
  expect((await trickle(session, key, { ufrag: ufragOf(session), match: session.etag })).status).toBe(204);
  expect((await trickle(session, 'another-key', { ufrag: ufragOf(session), match: session.etag })).status).toBe(403);
  for (const match of ['*', session.etag])
    expect(await refused(await trickle(session, key, { ufrag: 'another', match }))).toEqual({ status: 422, error: 'LIVE_ICE_RESTART' });
  expect(stage.memory.authorizeCalls()).toBe(before);
});

test('wrong keys, keys without a show and keys in an address are refused with their cause', async () => {
  const { id, key } = newShow();
  expect(await refused(await offerFrom('192.0.2.10', 'nobody-has-this-key'))).toEqual({ status: 403, error: 'LIVE_KEY_INVALID' });
  expect(await refused(await offerFrom('192.0.2.10', undefined))).toEqual({ status: 403, error: 'LIVE_KEY_INVALID' });
  expect(await refused(await offerFrom('192.0.2.10', undefined, `?token=${key}`))).toEqual({ status: 403, error: 'LIVE_KEY_INVALID' });
  expect(hostedOf(id)).toBeUndefined();
  stage.memory.endShow(id);
  expect(await refused(await offerFrom('192.0.2.10', key))).toEqual({ status: 409, error: 'LIVE_KEY_NO_SHOW' });
});

test('a network that guesses keys waits, others don’t', async () => {
  const { key } = newShow();
  for (let guess = 0; guess < 10; guess += 1) expect((await offerFrom('192.0.2.20', `guess-${guess}`)).status).toBe(403);
  const waits = await offerFrom('192.0.2.20', key);
  expect(waits.headers.get('retry-after')).toBe('600');
  expect(await refused(waits)).toEqual({ status: 429, error: 'LIVE_KEY_TRIES' });
  expect((await offerFrom('192.0.2.21', key)).status).toBe(201);
});

test('an answer of the database that doesn’t come refuses the publisher', async () => {
  const { key } = newShow();
  stage.memory.setUnavailable(true);
  onTestFinished(() => stage.memory.setUnavailable(false));
  expect(await refused(await offerFrom('192.0.2.30', key))).toEqual({ status: 503, error: 'UNAVAILABLE' });
});

test('a key that is removed ends its session at once, and is refused afterwards', async () => {
  const { id, key, grantId } = newShow();
  await byKey(key);
  await vi.waitUntil(() => hostedOf(id)?.isPublishing);
  stage.memory.removeKey(key);
  await stage.engine.kick(id, grantId);
  expect(hostedOf(id)).toMatchObject({ isPublishing: false });
  expect(await refused(await offerFrom('192.0.2.40', key))).toEqual({ status: 403, error: 'LIVE_KEY_INVALID' });
});

describe('two publishers of one show', () => {
  test('the same key replaces its own connection at once, also one that is dead', async () => {
    const { id, key } = newShow();
    const first = await byKey(key);
    await vi.waitUntil(() => hostedOf(id)?.isPublishing);
    first.vanish();
    const second = await byKey(key);
    await vi.waitUntil(() => hostedOf(id)?.isPublishing);
    const third = await byKey(key);
    expect((await trickle(second.session, key, { ufrag: ufragOf(second.session), match: '*' })).status).toBe(404);
    await vi.waitUntil(() => hostedOf(id)?.isPublishing);
    expect((await endSession(third.session, key)).status).toBe(200);
  });

  test('a browser on air isn’t replaced by a key, and a key not by a browser', async () => {
    const { id, key } = newShow();
    const { token } = stage.memory.grant(id, 'publish');
    const browser = await publish({ url: stage.address(`whip/${id}`), token });
    expect(await refused(await offerFrom('192.0.2.50', key))).toEqual({ status: 409, error: 'LIVE_ALREADY_PUBLISHING' });
    await browser.stop();
    const program = await byKey(key);
    expect(await refused(await sendOffer(stage.address(`whip/${id}`), token, OFFER))).toEqual({
      status: 409,
      error: 'LIVE_ALREADY_PUBLISHING',
    });
    await program.stop();
  });

  test('programs on two networks don’t replace each other forever: after three times the newer one is refused', async () => {
    const { id, key } = newShow();
    const statuses = [];
    for (const address of ['192.0.2.60', '192.0.2.61', '192.0.2.60', '192.0.2.61']) statuses.push((await offerFrom(address, key)).status);
    expect(statuses).toEqual([201, 201, 201, 201]);
    const busy = await offerFrom('192.0.2.60', key);
    expect(busy.headers.get('retry-after')).toBe('60');
    expect(await refused(busy)).toEqual({ status: 409, error: 'LIVE_KEY_BUSY' });
    expect(hostedOf(id)).toBeDefined();
  });

  test('a program on one network replaces its own connection as often as it must', async () => {
    const { key } = newShow();
    for (let turn = 0; turn < 6; turn += 1) expect((await offerFrom('192.0.2.70', key)).status).toBe(201);
  });
});
