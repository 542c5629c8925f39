import { SERVER_EVENTS, type ServerEvents } from '@stagedoor/contract/realtime';
import { type Socket, io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createFan, createPerformer, type Person, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

/** Generous, for busy machines. */
const DEADLINE = { timeout: 15_000 };

let app: TestApp;
let performer: Person;
let fan: Person;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await createTestApp();
  performer = await createPerformer(app, { monthlyPrice: 9 });
  fan = await createFan(app);
  await topUp(app, fan, 200);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(() => app.close());

type Options = Parameters<typeof io>[1];
const connect = async (options: Options = {}): Promise<Socket> => {
  const socket = io(app.url, { transports: ['websocket'], forceNew: true, ...options });
  sockets.push(socket);
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });
  return socket;
};
/** Collects the payloads of an event that a socket receives. */
const collect = <E extends keyof ServerEvents>(socket: Socket, event: E): ServerEvents[E][] => {
  const received: ServerEvents[E][] = [];
  socket.on(event as string, (payload: ServerEvents[E]) => received.push(SERVER_EVENTS[event].parse(payload) as ServerEvents[E]));
  return received;
};
const signIn = async (socket: Socket, token?: string): Promise<boolean> => {
  const { success } = (await socket.emitWithAck('auth/login', token ? { token } : {})) as { success: boolean };
  return success;
};
const tip = (amount = 1) =>
  fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: performer.id }, body: { amount, message: 'Bravo' } });

test.each([
  ['query token', (token: string): Options => ({ query: { token } })],
  ['auth token', (token: string): Options => ({ auth: { token } })],
  ['header', (token: string): Options => ({ extraHeaders: { authorization: token } })],
  [
    'cookie from an own page',
    (token: string): Options => ({ extraHeaders: { cookie: `token=${token}`, origin: 'http://localhost:8080' } }),
  ],
  ['polling', (token: string): Options => ({ query: { token }, transports: ['polling'] })],
  [
    'the specification’s transports',
    (token: string): Options => ({ query: { token }, transports: ['websocket', 'polling', 'long-polling'] as never }),
  ],
])('a socket logs in by %s and receives events of its account', async (_name, options) => {
  const socket = await connect(options(performer.client.token!));
  const received = collect(socket, 'RECEIVED_PAID_TOKEN_EVENT');
  expect(await signIn(socket, performer.client.token)).toBe(true);
  await tip();
  await vi.waitUntil(() => received.length > 0, DEADLINE);
  expect(received[0]).toMatchObject({ kind: 'tip', tokens: 1, net: 0.8, message: 'Bravo', fan: { _id: fan.id } });
});

test('a socket with a foreign page’s cookie or a wrong token stays a guest, in no room', async () => {
  const foreign = await connect({ extraHeaders: { cookie: `token=${performer.client.token}`, origin: 'https://evil.example' } });
  const wrong = await connect({ query: { token: 'nobody-was-given-this' } });
  const received = [collect(foreign, 'RECEIVED_PAID_TOKEN_EVENT'), collect(wrong, 'RECEIVED_PAID_TOKEN_EVENT')];
  expect(await signIn(foreign)).toBe(false);
  const own = await connect({ query: { token: performer.client.token! } });
  const seen = collect(own, 'RECEIVED_PAID_TOKEN_EVENT');
  await signIn(own, performer.client.token);
  await tip();
  await vi.waitUntil(() => seen.length > 0, DEADLINE);
  expect(received).toEqual([[], []]);
  expect([foreign.connected, wrong.connected]).toEqual([true, true]);
});

test('twenty concurrent tips arrive once each, in order without gaps, and the payer receives the wallet’s changes', async () => {
  const socket = await connect({ query: { token: performer.client.token! } });
  const payer = await connect({ query: { token: fan.client.token! } });
  await Promise.all([signIn(socket, performer.client.token), signIn(payer, fan.client.token)]);
  const received = collect(socket, 'RECEIVED_PAID_TOKEN_EVENT');
  const wallet = collect(payer, 'wallet/changed');
  const strangers = collect(payer, 'RECEIVED_PAID_TOKEN_EVENT');
  const receipts = await Promise.all(Array.from({ length: 20 }, () => tip()));
  await vi.waitUntil(() => received.length >= 20, DEADLINE);
  const sequences = received.map(({ sequence }) => sequence);
  expect(sequences).toEqual(Array.from({ length: 20 }, (_, index) => sequences[0]! + index));
  expect(new Set(received.map(({ transactionId }) => transactionId))).toEqual(new Set(receipts.map(({ transactionId }) => transactionId)));
  await vi.waitUntil(() => wallet.length >= 20, DEADLINE);
  expect(wallet.at(-1)!.balance).toBe((await fan.client.call('GET /users/me')).balance);
  expect(strangers).toEqual([]);
});

test('a socket receives nothing after its log-out, nor after the end of its session', async () => {
  const { token } = await app.client().call('POST /auth/login', { body: { username: performer.username, password: 'correct horse 42' } });
  const ended = await connect({ query: { token } });
  const left = await connect({ query: { token: performer.client.token! } });
  const stays = await connect({ query: { token: performer.client.token! } });
  await Promise.all([signIn(ended, token), signIn(left, performer.client.token), signIn(stays, performer.client.token)]);
  const received = {
    ended: collect(ended, 'RECEIVED_PAID_TOKEN_EVENT'),
    left: collect(left, 'RECEIVED_PAID_TOKEN_EVENT'),
    stays: collect(stays, 'RECEIVED_PAID_TOKEN_EVENT'),
  };
  await left.emitWithAck('auth/logout', {});
  await app.client(token).call('POST /auth/logout');
  await vi.waitUntil(async () => !(await signIn(ended, token)), DEADLINE);
  await tip();
  await vi.waitUntil(() => received.stays.length > 0, DEADLINE);
  expect([received.ended, received.left]).toEqual([[], []]);
});

test('a client of Socket.IO 2 is told that its version is unsupported, or signs in where the configuration accepts it', async () => {
  const refused = await fetch(`${app.url}/socket.io/?EIO=3&transport=polling`);
  expect([refused.status, await refused.json()]).toEqual([400, { code: 5, message: 'Unsupported protocol version' }]);

  const accepting = await createTestApp({
    database: app.testDatabase,
    dataDirectory: app.dataDirectory,
    environment: { ALLOW_EIO3: 'yes', ROLES: 'web' },
  });
  // Version 3 of the protocol by hand: the server connects the client to the default namespace by itself.
  const socket = new WebSocket(`${accepting.url.replace('http', 'ws')}/socket.io/?EIO=3&transport=websocket&token=${fan.client.token}`);
  try {
    const received: string[] = [];
    socket.addEventListener('message', ({ data }) => received.push(String(data)));
    await vi.waitUntil(() => received.length >= 3, DEADLINE);
    expect(received[0]).toMatch(/^0\{"sid":/);
    expect(received.slice(1)).toEqual(['40', `42["auth/logged-in",{"userId":"${fan.id}"}]`]);
  } finally {
    socket.close();
    await accepting.close();
  }
});
