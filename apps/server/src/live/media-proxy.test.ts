import { type RequestListener, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { CodedError } from '../platform/errors.ts';
import { registerMediaProxy } from './media-proxy.ts';

const STREAM = '0197a000-0000-7000-8000-000000000001';

const openProxy = async (
  nodeUrlOf: (url: string) => Promise<string | null>,
  answer: RequestListener = (_request, response) => response.end('a part'),
) => {
  const node = createServer(answer);
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
  const proxy = fastify();
  await registerMediaProxy(proxy, {
    site: 'site',
    appName: () => 'app',
    nodeOf: async () => {
      const found = await nodeUrlOf(url);
      return found === null ? null : { url: found, appName: null };
    },
    nodeOfKey: async () => null,
    recordingOf: () => Promise.reject(new CodedError('NOT_FOUND')),
    nodeTtlMs: 1,
    unreadMs: 100,
  });
  onTestFinished(async () => {
    await proxy.close();
    node.closeAllConnections();
    node.close();
  });
  return { proxy, node };
};

test.each([
  ['does not answer', () => new Promise<never>(() => {})],
  ['is lost', () => Promise.reject(new Error('the database is unavailable'))],
])('viewers stay with their node while the database %s', async (_name, later) => {
  let lookups = 0;
  const { proxy } = await openProxy((url) => {
    lookups += 1;
    return lookups === 1 ? Promise.resolve(url) : later();
  });
  const watch = () => proxy.inject(`/media/app/streams/${STREAM}/7.1.m4s`);
  while (lookups < 2) expect(await watch()).toMatchObject({ statusCode: 200, body: 'a part' });
  expect(await watch()).toMatchObject({ statusCode: 200, body: 'a part' });
});

test('a publisher is sent to a node only on a fresh answer', async () => {
  let lookups = 0;
  const { proxy } = await openProxy((url) => {
    lookups += 1;
    return lookups === 1 ? Promise.resolve(url) : Promise.reject(new Error('the database is unavailable'));
  });
  const publish = () =>
    proxy.inject({ method: 'POST', url: `/media/app/whip/${STREAM}`, payload: 'v=0', headers: { 'content-type': 'application/sdp' } });
  let response = await publish();
  while (lookups < 2) response = await publish();
  expect(response.statusCode).toBe(500);
});

test('viewers are sent to the new node once the old one is gone', async () => {
  let current: string | null = null;
  const { proxy, node } = await openProxy(async (url) => current ?? url);
  const watch = () => proxy.inject(`/media/app/streams/${STREAM}.m3u8`);
  expect((await watch()).statusCode).toBe(200);
  const next = createServer((_request, response) => response.end('from the next node'));
  await new Promise<void>((resolve) => next.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void next.close());
  current = `http://127.0.0.1:${(next.address() as AddressInfo).port}`;
  node.closeAllConnections();
  await new Promise((resolve) => node.close(resolve));
  let response = await watch();
  for (let tries = 0; tries < 5 && response.statusCode !== 200; tries += 1) response = await watch();
  expect(response).toMatchObject({ statusCode: 200, body: 'from the next node' });
});

test('an endless file is ended when its client reads nothing, and the node notices', async () => {
  const ended = Promise.withResolvers<void>();
  const { proxy } = await openProxy(
    (url) => Promise.resolve(url),
    (_request, response) => {
      const send = (): void => {
        while (response.write(Buffer.alloc(64 * 1024)));
      };
      response.on('drain', send).once('close', () => ended.resolve());
      response.writeHead(200, { 'content-type': 'video/mp4' });
      send();
    },
  );
  const { port, hostname } = new URL(await proxy.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect({ port: Number(port), host: hostname });
  socket.pause();
  socket.write(`GET /media/app/streams/${STREAM}.mp4 HTTP/1.1\r\nhost: x\r\n\r\n`);
  await expect(ended.promise).resolves.toBeUndefined();
  socket.destroy();
});
