import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { IceServerView } from '@stagedoor/contract/streams';
import { createIceServers } from './ice-servers.ts';
import { type Coturn, relayTo, startCoturn } from './testing/coturn.ts';
import { type PeerBrowser, openPeerBrowser } from './testing/peer-browser.ts';
import { type BuiltInStage, createBuiltInStage } from './testing/stage.ts';

// coturn, set up as docs/turn.md says, relays between a real browser that may use nothing else and a media server.

const DEADLINE = { timeout: 30_000, interval: 100 };

let directory: string;
let coturn: Coturn;
let browser: PeerBrowser;
let stage: BuiltInStage;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'stagedoor-turn-'));
  coturn = await startCoturn(directory);
  browser = await openPeerBrowser();
  // The one address of the media server's answers, which coturn is told to allow.
  stage = await createBuiltInStage({ publicAddress: '127.0.0.1', turn: { urls: [coturn.url('udp')], secret: coturn.secret } });
}, 60_000);
afterAll(async () => {
  await browser.close();
  await stage.close();
  await coturn.stop();
  await rm(directory, { recursive: true, force: true });
});

/** The servers that the site tells somebody who may publish or watch. */
const serversOf = (transport: 'udp' | 'tcp' | 'tls', secret = coturn.secret): readonly IceServerView[] =>
  createIceServers({ listed: [], turn: { urls: [coturn.url(transport)], secret } }).of('luna', new Date());

test.each(['udp', 'tcp', 'tls'] as const)(
  'a browser publishes and another one watches through the relay by %s',
  async (transport) => {
    const id = stage.memory.createShow();
    const iceServers = serversOf(transport);
    const publisher = await browser.open({
      url: stage.address(`whip/${id}`),
      token: stage.memory.grant(id, 'publish').token,
      iceServers,
      does: 'publish',
    });
    await vi.waitUntil(
      async () => (await stage.engine.hostedStreams()).find(({ streamId }) => streamId === id)?.isPublishing || publisher.assertAlive(),
      DEADLINE,
    );
    const viewer = await browser.open({
      url: stage.address(`whep/${id}`),
      token: stage.memory.grant(id, 'play').token,
      iceServers,
      does: 'watch',
    });
    await vi.waitUntil(async () => ((await viewer.figures()).framesDecoded ?? 0) > 20, DEADLINE);
    for (const page of [publisher, viewer]) {
      expect(await page.figures()).toMatchObject({ candidateType: 'relay', relayProtocol: transport });
      await page.close();
    }
  },
  90_000,
);

test('the connection test before a show passes through the relay', async () => {
  const { url, token } = stage.engine.networkCheck('luna', new Date())!;
  const page = await browser.open({ url, token, iceServers: serversOf('tcp'), does: 'check' });
  await vi.waitUntil(async () => ((await page.figures()).messages ?? 0) > 0, DEADLINE);
  expect(await page.figures()).toMatchObject({ candidateType: 'relay', relayProtocol: 'tcp' });
  await page.close();
});

test('no relay is given for credentials of another secret, nor for those that have expired', async () => {
  const expired = createIceServers({ listed: [], turn: { urls: [coturn.url('udp')], secret: coturn.secret } });
  const yesterday = expired.of('luna', new Date(Date.now() - 24 * 3600 * 1000));
  for (const iceServers of [serversOf('udp', 'another-secret-0123456789'), yesterday])
    expect(await browser.candidatesWith(iceServers)).toEqual([]);
  expect(await browser.candidatesWith(serversOf('udp'))).toEqual([expect.stringContaining(' typ relay ')]);
});

test('the relay sends to the media server and nowhere else', async () => {
  for (const peer of ['192.0.2.7', '10.0.0.1', '127.0.0.2']) expect(await relayTo(peer, coturn)).toContain('403 (Forbidden IP)');
  expect(await relayTo('127.0.0.1', coturn)).not.toContain('403');
}, 90_000);
