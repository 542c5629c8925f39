import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sendOffer, trickle, ufragOf } from '../testing/client.ts';
import { type Picture, cardPictures } from '../testing/media-fixtures.ts';
import { type TestPublisher, publish } from '../testing/publisher.ts';
import { type BuiltInStage, createBuiltInStage } from '../testing/stage.ts';
import { type TestViewer, watch } from '../testing/viewer.ts';

// One show runs during all of these tests.
let stage: BuiltInStage;
let id: string;
let publisher: TestPublisher;
let publishToken: string;
let undisturbed: TestViewer;
let token: string;
beforeAll(async () => {
  stage = await createBuiltInStage({ limits: { requestMs: 1_500, progressiveBytes: 256 * 1024, progressiveMs: 1_000 } });
  id = stage.memory.createShow();
  ({ token: publishToken } = stage.memory.grant(id, 'publish'));
  ({ token } = stage.memory.grant(id, 'play'));
  publisher = await publish({ url: stage.address(`whip/${id}`), token: publishToken });
  await vi.waitUntil(() => stage.server.hostedStreams()[0]?.isPublishing);
  undisturbed = await watch({ url: stage.address(`whep/${id}`), token });
});
afterAll(async () => {
  publisher.vanish();
  await stage.close();
});

const get = (path: string, bearer?: string): Promise<Response> =>
  fetch(stage.address(path), bearer === undefined ? {} : { headers: { authorization: `Bearer ${bearer}` } });
const refusal = async (response: Response): Promise<{ status: number; error: string }> => {
  const body = (await response.json()) as { statusCode: number; error: string; message: string };
  expect(body.statusCode).toBe(response.status);
  expect(body.message).not.toBe('');
  return { status: response.status, error: body.error };
};
const offer = 'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n';
const videoOffer = (codec: string): string =>
  `${offer}a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AA').join(':')}\r\na=ice-ufrag:abcd\r\na=ice-pwd:abcdefghijklmnopqrstuvwx\r\n` +
  `m=video 9 UDP/TLS/RTP/SAVPF 96\r\nc=IN IP4 0.0.0.0\r\na=mid:0\r\na=setup:actpass\r\na=sendonly\r\na=rtcp-mux\r\na=rtpmap:96 ${codec}/90000\r\n` +
  'a=fmtp:96 packetization-mode=1;profile-level-id=42e01f\r\n';
const refusedOffer = async (path: string, bearer: string, sdp: string): Promise<{ status: number; error: string }> => {
  const { status, body } = await sendOffer(stage.address(path), bearer, sdp);
  return { status, error: (JSON.parse(body) as { error: string }).error };
};

describe('tokens', () => {
  test('that are missing, of another show, expired or of the wrong kind are refused everywhere', async () => {
    const other = stage.memory.createShow();
    const bad = [
      undefined,
      'guessed',
      stage.memory.grant(other, 'play').token,
      stage.memory.grant(id, 'play', new Date(Date.now() - 1)).token,
      publishToken,
      'x'.repeat(4000),
    ];
    const playlist = await (await get(`streams/${id}.m3u8`, token)).text();
    const [segment] = /\S+\/\d+\.m4s/.exec(playlist)!;
    const [init] = /[\w-]+\/init-\d+\.mp4/.exec(playlist)!;
    for (const one of bad) {
      for (const path of [`streams/${id}.m3u8`, `streams/${segment}`, `streams/${init}`, `streams/${id}.mp4`]) {
        expect(await refusal(await get(path, one))).toEqual({ status: 403, error: 'LIVE_TOKEN_INVALID' });
      }
      expect((await sendOffer(stage.address(`whep/${id}`), one, videoOffer('H264'))).status).toBe(403);
    }
    for (const one of [...bad.filter((any) => any !== publishToken), token])
      expect((await sendOffer(stage.address(`whip/${id}`), one, videoOffer('H264'))).status).toBe(403);
    expect((await get('streams/no-such-show.m3u8', token)).status).toBe(404);
  });

  test('that expire end their connections', async () => {
    const short = stage.memory.grant(id, 'play', new Date(Date.now() + 4_000));
    const viewer = await watch({ url: stage.address(`whep/${id}`), token: short.token });
    const endless = await get(`streams/${id}.mp4?token=${short.token}`);
    expect(endless.status).toBe(200);
    // A viewer that the server took back while it still connected isn't told: it finds out when 30 s have passed without an answer.
    await expect.poll(() => viewer.isClosed(), { timeout: 45_000 }).toBe(true);
    await endless.arrayBuffer();
    expect((await get(`streams/${id}.m3u8`, short.token)).status).toBe(403);
  });

  test('appear in returned addresses only if the request’s address contained one', async () => {
    expect(await (await get(`streams/${id}.m3u8`, token)).text()).not.toContain('token=');
    expect(await (await get(`streams/${id}.m3u8?token=${token}`)).text()).toMatch(new RegExp(`\\d\\.m4s\\?token=${token}\\n`));
  });

  test('aren’t required for an open show, but an invalid one is refused', async () => {
    const open = stage.memory.createShow({ isOpen: true });
    expect(await refusal(await get(`streams/${open}.m3u8`))).toEqual({ status: 409, error: 'LIVE_NOT_ON_AIR' });
    expect((await get(`streams/${open}.m3u8`, 'guessed')).status).toBe(403);
  });

  test('are checked once in two seconds, and stay valid while the authority is unavailable', async () => {
    const grant = stage.memory.grant(id, 'play');
    expect((await get(`streams/${id}.m3u8`, grant.token)).status).toBe(200);
    const callsBefore = stage.memory.authorizeCalls();
    for (let count = 0; count < 20; count += 1) expect((await get(`streams/${id}.m3u8`, grant.token)).status).toBe(200);
    expect(stage.memory.authorizeCalls()).toBe(callsBefore);
    stage.memory.setUnavailable(true);
    try {
      // The cached decision has expired: the authority is asked again, in vain.
      await expect
        .poll(async () => {
          expect((await get(`streams/${id}.m3u8`, grant.token)).status).toBe(200);
          return stage.memory.authorizeCalls();
        })
        .toBeGreaterThan(callsBefore);
      expect(await refusal(await get(`streams/${id}.m3u8`, stage.memory.grant(id, 'play').token))).toEqual({
        status: 503,
        error: 'UNAVAILABLE',
      });
    } finally {
      stage.memory.setUnavailable(false);
    }
  });
});

describe('offers', () => {
  test('of a second publisher are refused while another is on air', async () => {
    const second = stage.memory.grant(id, 'publish').token;
    expect(await refusedOffer(`whip/${id}`, second, videoOffer('H264'))).toEqual({ status: 409, error: 'LIVE_ALREADY_PUBLISHING' });
  });

  test('that are invalid or without a supported codec are refused, and don’t affect the publisher', async () => {
    for (const sdp of [
      '',
      'hello',
      'v=0',
      offer,
      videoOffer('H264').replace('a=mid:0', 'a=mid:'),
      videoOffer('H264').replace(/a=fingerprint.*\r\n/, ''),
      `${'v=0\r\n'.repeat(500)}`,
    ])
      expect((await refusedOffer(`whip/${id}`, publishToken, sdp)).status).toBeGreaterThanOrEqual(400);
    expect(await refusedOffer(`whip/${id}`, publishToken, 'v=0\r\nhello')).toEqual({ status: 400, error: 'LIVE_OFFER_INVALID' });
    expect(await refusedOffer(`whip/${id}`, publishToken, videoOffer('VP8'))).toEqual({ status: 422, error: 'LIVE_CODEC_UNSUPPORTED' });
    expect(await refusedOffer(`whep/${id}`, token, videoOffer('VP8').replace('sendonly', 'recvonly'))).toEqual({
      status: 422,
      error: 'LIVE_CODEC_UNSUPPORTED',
    });
    expect(stage.server.hostedStreams()[0]!.isPublishing).toBe(true);
  });

  test('of the wrong type, too large or without an end are refused', async () => {
    const post = (type: string, body: string): Promise<Response> =>
      fetch(stage.address(`whip/${id}`), {
        method: 'POST',
        headers: { 'content-type': type, authorization: `Bearer ${publishToken}` },
        body,
      });
    expect((await post('application/json', '{}')).status).toBe(415);
    expect((await post('application/sdp', 'v'.repeat(70_000))).status).toBe(413);
    const { port, hostname, pathname } = new URL(stage.address(`whip/${id}`));
    const socket = connect(Number(port), hostname);
    socket.write(`POST ${pathname} HTTP/1.1\r\nhost: x\r\ncontent-type: application/sdp\r\ntransfer-encoding: chunked\r\n\r\n`);
    const drip = setInterval(() => socket.write('1\r\nv\r\n'), 100);
    const said = await new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.on('error', () => {});
      socket.on('close', () => resolve(text));
    });
    clearInterval(drip);
    expect(said).toMatch(/^HTTP\/1\.1 408/);
  });

  test('can’t be restarted on another network: the answer says to connect again', async () => {
    const viewer = await watch({ url: stage.address(`whep/${id}`), token });
    for (const [{ session }, bearer] of [
      [viewer, token],
      [publisher, publishToken],
    ] as const) {
      expect((await trickle(session, bearer, { ufrag: ufragOf(session), match: session.etag })).status).toBe(204);
      for (const match of ['*', session.etag])
        expect(await refusal(await trickle(session, bearer, { ufrag: 'another', match }))).toEqual({
          status: 422,
          error: 'LIVE_ICE_RESTART',
        });
    }
    await viewer.stop();
  });

  test('create sessions that are trickled to and ended as in RFC 9725', async () => {
    const viewer = await watch({ url: stage.address(`whep/${id}`), token });
    const { location, etag, headers } = viewer.session;
    expect(headers.get('access-control-expose-headers')).toContain('Location');
    await expect.poll(() => viewer.seen().pictures).toBeGreaterThan(0);
    const ufrag = ufragOf(viewer.session);
    const patch = (extra: Record<string, string>, type = 'application/trickle-ice-sdpfrag'): Promise<Response> =>
      fetch(location, {
        method: 'PATCH',
        headers: { 'content-type': type, authorization: `Bearer ${token}`, ...extra },
        body: `a=ice-ufrag:${ufrag}\r\nm=video 9 RTP/AVP 0\r\na=mid:0\r\na=candidate:1 1 UDP 1 127.0.0.1 9 typ host\r\n`,
      });
    expect((await patch({ 'if-match': etag })).status).toBe(204);
    expect((await patch({})).status).toBe(428);
    expect((await patch({ 'if-match': '"other"' })).status).toBe(412);
    expect((await patch({ 'if-match': '*' })).status).toBe(422);
    expect((await patch({ 'if-match': etag }, 'text/plain')).status).toBe(415);
    expect((await fetch(location, { method: 'DELETE' })).status).toBe(403);
    const stop = (): Promise<Response> => fetch(location, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
    expect((await stop()).status).toBe(200);
    expect((await stop()).status).toBe(200);
    await expect.poll(() => viewer.isClosed()).toBe(true);
    const asked = await fetch(stage.address(`whip/${id}`), { method: 'OPTIONS' });
    expect(asked.headers.get('accept-post')).toBe('application/sdp');
    expect(asked.headers.get('access-control-allow-headers')).toContain('If-Match');
    expect((await get(`whip/${id}`)).status).toBe(200);
    expect((await fetch(stage.address(`whip/${id}`), { method: 'PUT' })).status).toBe(405);
  });
});

describe('players', () => {
  test('that request what will never exist get an error', async () => {
    const playlist = await (await get(`streams/${id}.m3u8`, token)).text();
    const first = Number(/MEDIA-SEQUENCE:(\d+)/.exec(playlist)![1]);
    for (const query of [`_HLS_msn=${first + 500}`, '_HLS_part=1', '_HLS_msn=-1', '_HLS_msn=x', `_HLS_msn=${first + 20}&_HLS_part=900`])
      expect((await get(`streams/${id}.m3u8?${query}`, token)).status).toBe(400);
    expect((await get(`streams/${id}/1.m4s`, token)).status).toBe(404);
    expect((await get(`streams/${id}/init-1.mp4`, token)).status).toBe(404);
    expect((await get(`streams/${id}/../../../etc/passwd`, token)).status).toBe(404);
  });

  test('can’t control the process without its secret', async () => {
    const { url } = stage.server.node();
    expect((await fetch(`${url}/alive`)).status).toBe(200);
    for (const secret of ['', 'Bearer guessed', `Bearer ${token}`])
      expect((await fetch(`${url}/control/end/${id}`, { method: 'POST', headers: { authorization: secret } })).status).toBe(403);
    expect((await fetch(`${url}/control/held`)).status).toBe(403);
  });

  test('that don’t read are disconnected, and others continue', async () => {
    const heavy = stage.memory.createShow();
    const [key] = cardPictures();
    const slice = (type: number): Buffer => Buffer.concat([Buffer.of(type), Buffer.alloc(150_000, 0x55)]);
    // A key frame is rare, so that who comes later gets more at once than may wait afterwards.
    const pictures: Picture[] = Array.from({ length: 60 }, (_, index) => ({
      isKey: index === 0,
      nals: index === 0 ? [...key!.nals.slice(0, -1), slice(0x65)] : [slice(0x41)],
    }));
    const heavyPublisher = await publish({
      url: stage.address(`whip/${heavy}`),
      token: stage.memory.grant(heavy, 'publish').token,
      pictures,
      hasAudio: false,
    });
    const [reader, idleViewer] = [stage.memory.grant(heavy, 'play'), stage.memory.grant(heavy, 'play')];
    const watching = (): string[] =>
      stage.server
        .hostedStreams()
        .find(({ streamId }) => streamId === heavy)
        ?.watching.map(({ grantId }) => grantId) ?? [];
    const download = await get(`streams/${heavy}.mp4`, reader.token);
    let bytes = 0;
    const reading = (async () => {
      for await (const chunk of download.body!) bytes += (chunk as Uint8Array).length;
    })();
    await expect.poll(() => bytes).toBeGreaterThan(3 * 256 * 1024);
    const { port, hostname, pathname } = new URL(stage.address(`streams/${heavy}.mp4`));
    let answer = '';
    const buffer = Buffer.alloc(1024);
    const readOnce = (length: number): boolean => {
      answer = buffer.toString('latin1', 0, length);
      return false;
    };
    const socket = connect({ port: Number(port), host: hostname, onread: { buffer, callback: readOnce } });
    socket.on('error', () => {});
    socket.write(`GET ${pathname} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${idleViewer.token}\r\n\r\n`);
    // Seen by what it received: on a slow machine it's disconnected before it was looked for.
    await expect.poll(() => answer).toContain('200 OK');
    await expect.poll(watching).not.toContain(idleViewer.grantId);
    const before = bytes;
    await expect.poll(() => bytes).toBeGreaterThan(before);
    expect(watching()).toContain(reader.grantId);
    socket.destroy();
    await heavyPublisher.stop();
    stage.memory.endShow(heavy);
    await stage.server.reconcile();
    await reading;
  });
});

test('the first show was not affected by these tests', async () => {
  const { pictures } = undisturbed.seen();
  expect(undisturbed.isClosed()).toBe(false);
  await expect.poll(() => undisturbed.seen().pictures).toBeGreaterThan(pictures + 10);
  expect((await get(`streams/${id}.m3u8`, token)).status).toBe(200);
});
