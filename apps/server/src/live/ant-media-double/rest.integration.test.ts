import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AntMediaDouble, type AntMediaDoubleOptions, createAntMediaDouble } from './ant-media-double.ts';
import { signJwt, totp, fromBase32 } from './security.ts';
import { type Answered, callerOf } from './testing/caller.ts';

let double: AntMediaDouble;
let call: (method: string, path: string, body?: unknown) => Promise<Answered>;
const NOW = new Date('2026-05-01T12:00:00Z');
const start = async (options: AntMediaDoubleOptions = {}): Promise<void> => {
  double = await createAntMediaDouble({ now: () => NOW, ...options });
  await double.listen();
  call = callerOf(double);
};
beforeEach(() => start());
afterEach(() => double.close());

const KEY = '0123456789abcdef0123456789abcdef';

test('streams are created, read, changed, listed and removed', async () => {
  const created = await call('POST', '/broadcasts/create', { streamId: 'stage-1', name: 'Evening', mp4Enabled: 1 });
  expect(created).toMatchObject({ status: 200, body: { streamId: 'stage-1', status: 'created', type: 'liveStream', zombi: false } });
  expect(await call('POST', '/broadcasts/create', { streamId: 'stage-1' })).toMatchObject({ status: 400, body: { success: false } });
  expect(await call('POST', '/broadcasts/create', { streamId: 'not/allowed' })).toMatchObject({ status: 400, body: { success: false } });
  expect((await call('POST', '/broadcasts/create', {})).body['streamId']).toMatch(/^\w{24}$/);

  expect(await call('PUT', '/broadcasts/stage-1', { name: 'Night', status: 'broadcasting' })).toMatchObject({ body: { success: true } });
  expect(await call('GET', '/broadcasts/stage-1')).toMatchObject({
    status: 200,
    body: { name: 'Night', status: 'created', mp4Enabled: 1 },
  });
  expect((await call('GET', '/broadcasts/none')).status).toBe(404);

  await call('POST', '/broadcasts/create', { streamId: 'stage-2', name: 'Afternoon' });
  expect((await call('GET', '/broadcasts/count')).body).toEqual({ number: 3 });
  expect((await call('GET', '/broadcasts/active-live-stream-count')).body).toEqual({ number: 0 });
  const list = await call('GET', '/broadcasts/list/0/10?sort_by=name&order_by=desc&search=stage');
  expect(list.body).toMatchObject({ 0: { streamId: 'stage-1' }, 1: { streamId: 'stage-2' } });
  expect(Object.keys((await call('GET', '/broadcasts/list/1/1?search=stage')).body)).toHaveLength(1);

  expect(await call('DELETE', '/broadcasts/stage-1')).toMatchObject({ body: { success: true } });
  expect(await call('DELETE', '/broadcasts?ids=stage-2,none')).toMatchObject({ body: { success: false } });
  expect((await call('GET', '/broadcasts/count')).body).toEqual({ number: 1 });
});

test('the server tells its version, or has no such call', async () => {
  expect(await call('GET', '/version')).toMatchObject({ status: 200, body: { versionName: '3.0.1', versionType: 'Enterprise Edition' } });
  double.reading.version = '2.9.0';
  expect(await call('GET', '/version')).toMatchObject({ body: { versionName: '2.9.0' } });
  double.reading.version = null;
  expect((await call('GET', '/version')).status).toBe(404);
});

test('pages of the allowed origins may read media', async () => {
  const allowed = async (origin: string) => {
    const response = await fetch(`${double.url}/${double.app}/streams/none.m3u8`, { headers: { origin } });
    await response.body?.cancel();
    return response.headers.get('access-control-allow-origin');
  };
  expect(await allowed('https://site.example')).toBe('*');
  double.settings.corsAllowedOrigins = ['https://site.example'];
  expect(await allowed('https://site.example')).toBe('https://site.example');
  expect(await allowed('https://other.example')).toBeNull();
  double.settings.corsAllowedOrigins = [];
  expect(await allowed('https://site.example')).toBeNull();
});

test('a list has fifty entries at most', async () => {
  for (let index = 0; index < 52; index += 1) await call('POST', '/broadcasts/create', { streamId: `stage-${index}` });
  expect(Object.keys((await call('GET', '/broadcasts/list/0/200')).body)).toHaveLength(50);
  expect(Object.keys((await call('GET', '/broadcasts/list/50/50')).body)).toHaveLength(2);
});

test('commands for an unknown stream are refused in either reading', async () => {
  expect(await call('PUT', '/broadcasts/none', {})).toMatchObject({ status: 200, body: { success: false } });
  double.reading.unknownStream = 'notFound';
  expect(await call('POST', '/broadcasts/none/stop')).toMatchObject({ status: 404, body: { success: false } });
  expect((await call('DELETE', '/broadcasts/none')).status).toBe(404);
});

test('only signed calls from allowed addresses are answered', async () => {
  Object.assign(double.settings, { jwtControlEnabled: true, jwtSecretKey: KEY });
  expect((await call('GET', '/broadcasts/count')).status).toBe(403);
  const signed = (claims: Record<string, unknown>, key = KEY) => callerOf(double, { authorization: signJwt(claims, key) });
  expect((await signed({})('GET', '/broadcasts/count')).status).toBe(200);
  expect((await callerOf(double, { authorization: `Bearer ${signJwt({}, KEY)}` })('GET', '/broadcasts/count')).status).toBe(200);
  expect((await signed({}, 'f'.repeat(32))('GET', '/broadcasts/count')).status).toBe(403);
  const seconds = NOW.getTime() / 1000;
  expect((await signed({ exp: seconds + 1 })('GET', '/broadcasts/count')).status).toBe(200);
  expect((await signed({ exp: seconds })('GET', '/broadcasts/count')).status).toBe(403);
  double.settings.remoteAllowedCIDR = ['10.0.0.0/8'];
  expect((await signed({})('GET', '/broadcasts/count')).status).toBe(403);
  double.settings.remoteAllowedCIDR = ['10.0.0.0/8', '127.0.0.0/8'];
  expect((await signed({})('GET', '/broadcasts/count')).status).toBe(200);
});

describe('tokens', () => {
  const seconds = NOW.getTime() / 1000;

  test('a one-time token is issued, listed, validated once and removed', async () => {
    const { body } = await call('GET', `/broadcasts/stage-1/token?expireDate=${seconds + 60}&type=play&roomId=room`);
    expect(body).toEqual({ tokenId: expect.any(String), streamId: 'stage-1', expireDate: seconds + 60, type: 'play', roomId: 'room' });
    expect((await call('GET', '/broadcasts/stage-1/tokens/list/0/10')).body).toMatchObject({ 0: body });
    expect((await call('POST', '/broadcasts/validate-token', { ...body, type: 'publish' })).body).toMatchObject({ success: false });
    expect((await call('POST', '/broadcasts/validate-token', body)).body).toMatchObject({ success: true });
    expect((await call('POST', '/broadcasts/validate-token', body)).body).toMatchObject({ success: false });
    await call('GET', `/broadcasts/stage-1/token?expireDate=${seconds + 60}&type=play`);
    await call('DELETE', '/broadcasts/stage-1/tokens');
    expect((await call('GET', '/broadcasts/stage-1/tokens/list/0/10')).body).toEqual({});
    expect((await call('GET', '/broadcasts/stage-1/token?type=play')).status).toBe(400);
  });

  test('a signed token carries the stream, its use and an expiry in seconds', async () => {
    expect((await call('GET', `/broadcasts/stage-1/jwt-token?expireDate=${seconds + 60}&type=play`)).status).toBe(400);
    double.settings.jwtStreamSecretKey = KEY;
    const { body } = await call('GET', `/broadcasts/stage-1/jwt-token?expireDate=${seconds + 60}&type=play`);
    expect(body).toMatchObject({ streamId: 'stage-1', type: 'play', expireDate: seconds + 60 });
    expect(body['tokenId']).toBe(signJwt({ streamId: 'stage-1', type: 'play', exp: seconds + 60 }, KEY));
    expect((await call('POST', '/broadcasts/validate-token', body)).body).toMatchObject({ success: true });
    const expired = { ...body, tokenId: signJwt({ streamId: 'stage-1', type: 'play', exp: seconds }, KEY) };
    expect((await call('POST', '/broadcasts/validate-token', expired)).body).toMatchObject({ success: false });
  });

  test('a subscriber has a code of their own', async () => {
    const fan = { subscriberId: 'fan-1', b32Secret: 'GEZDGNBVGY3TQOJQ', type: 'play' };
    expect((await call('POST', '/broadcasts/stage-1/subscribers', { ...fan, subscriberId: 'fan' })).status).toBe(400);
    expect((await call('POST', '/broadcasts/stage-1/subscribers', { ...fan, b32Secret: 'GEZD' })).status).toBe(400);
    expect((await call('POST', '/broadcasts/stage-1/subscribers', fan)).body).toMatchObject({ success: true });
    const code = totp(fromBase32(fan.b32Secret)!, seconds, 60);
    expect((await call('GET', '/broadcasts/stage-1/subscribers/fan-1/totp?type=play')).body).toMatchObject({ success: true, dataId: code });
    expect((await call('GET', '/broadcasts/stage-1/subscribers/fan-1/totp?type=publish')).body).toMatchObject({ success: false });
    expect((await call('DELETE', '/broadcasts/stage-1/subscribers/fan-1')).body).toMatchObject({ success: true });
    expect((await call('DELETE', '/broadcasts/stage-1/subscribers/fan-1')).body).toMatchObject({ success: false });
  });
});

test('a video is uploaded, listed, watched and removed', async () => {
  const form = new FormData();
  form.append('file', new Blob([Buffer.from('0123456789')]), 'film.mp4');
  const upload = await fetch(`${double.url}/LiveApp/rest/v2/vods/create?name=film.mp4`, { method: 'POST', body: form });
  const { dataId }: { dataId: string } = JSON.parse(await upload.text());
  const { body } = await call('GET', `/vods/${dataId}`);
  expect(body).toMatchObject({ vodName: 'film.mp4', type: 'uploadedVod', fileSize: 10 });
  expect(body).not.toHaveProperty('file');
  expect((await call('GET', '/vods/list/0/10?search=film')).body).toMatchObject({ 0: { vodId: dataId } });
  expect((await call('GET', '/vods/count')).body).toEqual({ number: 1 });
  const part = await fetch(`${double.url}/LiveApp/${String(body['filePath'])}`, { headers: { range: 'bytes=2-4' } });
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234']);
  expect((await call('DELETE', `/vods/${dataId}`)).body).toMatchObject({ success: true });
  expect((await call('GET', `/vods/${dataId}`)).status).toBe(404);
});

test('the REST API fails, sends pages and falls silent on command, by the console too', async () => {
  double.faults.restStatus = 503;
  expect((await call('GET', '/broadcasts/count')).status).toBe(503);
  double.behave();
  const press = (fields: Record<string, string>) => fetch(`${double.url}/_double`, { method: 'POST', body: new URLSearchParams(fields) });
  expect((await press({ act: 'html' })).status).toBe(200);
  const html = await fetch(`${double.url}/LiveApp/rest/v2/broadcasts/count`);
  expect([html.status, html.headers.get('content-type')]).toEqual([200, 'text/html']);
  await press({ act: 'behave' });
  double.faults.restHangs = true;
  const giveUp = new AbortController();
  const hanging = fetch(`${double.url}/LiveApp/rest/v2/broadcasts/count`, { signal: giveUp.signal });
  // The console answers meanwhile, so the call had its time.
  await press({ act: 'status' });
  giveUp.abort();
  await expect(hanging).rejects.toThrow(/abort/i);
  double.behave();
  expect((await call('GET', '/broadcasts/count')).status).toBe(200);
});
