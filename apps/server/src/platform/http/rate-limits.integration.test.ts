import { TEXTS } from '@stagedoor/contract/texts/index';
import { type Socket, io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createConversation, openMessages } from '../../testing/conversation-fixtures.ts';
import { PASSWORD, type Person, createFan, createPerformer, unique } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { NOTICES, SOCKET_REQUESTS } from '../realtime/client-events.ts';
import { MAX_SOCKETS } from '../realtime/handshake.ts';
import { RATE_LIMITS } from './rate-limits.ts';

// The limits of production; the proxy in front adds the caller's address.

let app: TestApp;
let fan: Person;
let other: Person;
beforeAll(async () => {
  app = await createTestApp({ rateLimitFactor: 1, environment: { TRUST_PROXY: '1' } });
  fan = await createFan(app);
  other = await createFan(app);
});
afterAll(() => app.close());

const from = (address: string) => ({ 'x-forwarded-for': address });
const sessions = async (): Promise<number> => (await app.platform.database.selectFrom('sessions').select('id').execute()).length;

test('log-ins are limited by address: refused with the time to wait, in the caller’s language, without effect', async () => {
  const logIn = (address: string, password: string, username = fan.username) =>
    app.client().send('POST /auth/login', { body: { username, password }, headers: { ...from(address), 'accept-language': 'es' } });
  const tries = await Promise.all(
    Array.from({ length: RATE_LIMITS.login.max }, (_, i) => logIn('203.0.113.1', 'wrong, wrong', `nobody${i}`)),
  );
  expect(tries.map(({ error }) => error.error)).toEqual(tries.map(() => 'INCORRECT_CREDENTIALS'));
  const before = await sessions();
  // Neither the right password nor an address claimed by the caller bypasses it.
  for (const address of ['203.0.113.1', '198.51.100.7, 203.0.113.1']) {
    const { status, error, headers } = await logIn(address, PASSWORD);
    const wait = Number(headers.get('retry-after'));
    expect([status, error]).toEqual([
      429,
      {
        statusCode: 429,
        error: 'RATE_LIMITED',
        message: TEXTS['errors.RATE_LIMITED'].es.replace('{{retryAfterSeconds}}', String(wait)),
        details: { retryAfterSeconds: wait },
      },
    ]);
    expect([Number.isInteger(wait), wait >= 1, wait <= RATE_LIMITS.login.windowSeconds]).toEqual([true, true, true]);
    expect(headers.getSetCookie()).toEqual([]);
  }
  expect(await sessions()).toBe(before);
  expect((await logIn('203.0.113.2', PASSWORD)).status).toBe(200);
});

test('an IPv6 network counts as one visitor, whichever of its addresses calls', async () => {
  const logIn = (address: string) =>
    app.client().send('POST /auth/login', { body: { username: unique('nobody'), password: 'wrong, wrong' }, headers: from(address) });
  const network = '2001:db8:77:1';
  const tries = await Promise.all(Array.from({ length: RATE_LIMITS.login.max }, (_, i) => logIn(`${network}::${i + 1}`)));
  expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 400));
  expect((await logIn(`${network}:aaaa:bbbb:cccc:dddd`)).status).toBe(429);
  expect((await logIn('2001:db8:77:2::1')).status).toBe(400);
});

test('writes are limited by account, from any address; reads and other accounts are not affected', async () => {
  const rename = (person: Person, name: string, address: string) =>
    person.client.send('PUT /users', { body: { name }, headers: from(address) });
  for (let i = 0; i < RATE_LIMITS.write.max; i += 40)
    await Promise.all(Array.from({ length: 40 }, (_, j) => rename(fan, `Name ${i + j}`, `203.0.113.${j}`)));
  const { name } = await fan.client.call('GET /users/me');
  const refused = await rename(fan, 'One too many', '198.51.100.1');
  expect([refused.status, refused.error.error, refused.headers.get('retry-after')]).toEqual([
    429,
    'RATE_LIMITED',
    expect.stringMatching(/^\d+$/),
  ]);
  expect((await fan.client.call('GET /users/me')).name).toBe(name);
  expect((await rename(other, 'Somebody else', '203.0.113.1')).status).toBe(200);
});

test('forms have limits by kind, and a refused input counts a quarter of a call', async () => {
  const address = from('203.0.113.70');
  const contact = (message: string) =>
    app.client().send('POST /contact', { body: { name: 'Kim', email: 'kim@example.org', message }, headers: address });
  const refused = () =>
    app.client().raw('POST /contact', { body: { name: 'Kim', email: 'no address', message: 'Hello' }, headers: address });
  for (let i = 0; i < 4; i += 1) expect((await refused()).status).toBe(422);
  const { max } = RATE_LIMITS.contact;
  // The four refused ones counted as one.
  for (let i = 0; i < max - 1; i += 1) expect([i, (await contact('Hello')).status]).toEqual([i, 200]);
  expect((await contact('Hello')).status).toBe(429);
  expect((await app.client().send('POST /auth/forgot', { body: { email: 'kim@example.org' }, headers: address })).status).toBe(200);
});

test('a known browser logs in although others behind its address have used up the limit', async () => {
  const KNOWN = '203.0.113.40';
  const logIn = (password: string, cookie?: string, address = KNOWN) =>
    app.client().send('POST /auth/login', {
      body: { username: fan.username, password },
      headers: { ...from(address), ...(cookie ? { cookie, origin: app.platform.config.publicUrl } : {}) },
    });
  const first = await logIn(PASSWORD, undefined, '203.0.113.41');
  const device = first.headers
    .getSetCookie()
    .find((one) => one.startsWith('device='))!
    .split(';')[0]!;
  const stranger = `device=${device.split('=')[1]!.split('').toReversed().join('')}`;
  for (const address of [KNOWN, '2001:db8:40:1::1']) {
    const others = () =>
      app.client().send('POST /auth/login', { body: { username: unique('nobody'), password: 'wrong, wrong' }, headers: from(address) });
    await Promise.all(Array.from({ length: RATE_LIMITS.login.max }, others));
    expect((await others()).status).toBe(429);
    expect((await logIn(PASSWORD, stranger, address)).error.error).toBe('RATE_LIMITED');
  }
  expect((await logIn(PASSWORD, device)).status).toBe(200);
  // It has the limit of one client, from whichever network it comes.
  const statuses = [];
  for (let i = 0; i < RATE_LIMITS.login.max; i += 1) statuses.push((await logIn(PASSWORD, device, '2001:db8:40:1::2')).status);
  expect(statuses).toEqual([...Array(RATE_LIMITS.login.max - 1).fill(200), 429]);
});

test('an account, and the visitors of a network, hold only so many sockets; one socket asks to join only so often', async () => {
  const sockets: Socket[] = [];
  const connect = (address: string, token?: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = io(app.url, {
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
        ...(token ? { auth: { token } } : {}),
        extraHeaders: from(address),
      });
      sockets.push(socket);
      socket.on('connect', () => resolve('open'));
      socket.on('connect_error', ({ message }) => resolve(message));
    });
  const mine = other.client.token!;
  const theirs = (await createFan(app)).client.token!;
  const fill = async (count: number, address: (index: number) => string, token?: string): Promise<void> => {
    for (let i = 0; i < count; i += 50) {
      const opened = await Promise.all(Array.from({ length: 50 }, (_, j) => connect(address(i + j), token)));
      expect(new Set(opened)).toEqual(new Set(['open']));
    }
  };
  try {
    await fill(MAX_SOCKETS.account, () => '203.0.113.90', mine);
    // The account is refused from everywhere, others behind its address aren't.
    expect(await Promise.all([connect('203.0.113.90', mine), connect('2001:db8:90:7::1', mine)])).toEqual(['RATE_LIMITED', 'RATE_LIMITED']);
    expect(await Promise.all([connect('203.0.113.90', theirs), connect('203.0.113.90')])).toEqual(['open', 'open']);
    // Neither without a session nor with a made-up one is there more to have.
    await fill(MAX_SOCKETS.visitorsOfNetwork, (index) => `2001:db8:90:1::${index + 1}`);
    expect([await connect('2001:db8:90:1:a:b:c:d'), await connect('2001:db8:90:1::1', 'made up')]).toEqual([
      'RATE_LIMITED',
      'RATE_LIMITED',
    ]);
    expect([await connect('2001:db8:90:1::1', theirs), await connect('2001:db8:90:2::1')]).toEqual(['open', 'open']);
    const asker = sockets[0]!;
    const answers: boolean[] = [];
    for (let i = 0; i < SOCKET_REQUESTS.max + 5; i += 1)
      answers.push(((await asker.emitWithAck('auth/login', { token: mine })) as { success: boolean }).success);
    expect([answers.slice(0, SOCKET_REQUESTS.max).every(Boolean), answers.slice(SOCKET_REQUESTS.max)]).toEqual([
      true,
      Array(5).fill(false),
    ]);
  } finally {
    for (const socket of sockets) socket.disconnect();
  }
});

test('messages are limited by account, what is too many isn’t stored; what a socket tells has a limit of its own', async () => {
  const star = await createPerformer(app);
  await openMessages(star);
  const id = await createConversation(other, star);
  const write = (text: string) => other.client.send('POST /messages/conversations/{id}', { params: { id }, body: { text } });
  const { max } = RATE_LIMITS.chat;
  const statuses: number[] = [];
  for (let i = 0; i < max + 5; i += 1) statuses.push((await write(`No. ${i}`)).status);
  expect(statuses).toEqual([...Array<number>(max).fill(201), ...Array<number>(5).fill(429)]);
  const stored = await app.platform.database.selectFrom('messages').select('id').where('conversation_id', '=', id).execute();
  expect(stored).toHaveLength(max);

  const open = (person: Person) =>
    new Promise<Socket>((resolve) => {
      const socket = io(app.url, { transports: ['websocket'], forceNew: true, auth: { token: person.client.token } });
      socket.once('auth/logged-in', () => resolve(socket));
    });
  const [theirs, mine] = [await open(star), await open(other)];
  try {
    const typed: string[] = [];
    mine.on('conversations/typing', ({ accountId }: { accountId: string }) => typed.push(accountId));
    const arrived: string[] = [];
    mine.on('conversations/delivered', ({ accountId }: { accountId: string }) => arrived.push(accountId));
    for (let i = 0; i < NOTICES['conversations/typing'] + 20; i += 1) theirs.emit('conversations/typing', { conversationId: id });
    // However much it typed, it still tells that messages arrived, and still asks.
    theirs.emit('conversations/received', { conversationId: id });
    await expect.poll(() => arrived).toEqual([star.id]);
    const { success } = (await theirs.emitWithAck('auth/login', { token: star.client.token })) as { success: boolean };
    expect(success).toBe(true);
    await expect.poll(() => typed.length).toBe(NOTICES['conversations/typing']);
  } finally {
    for (const socket of [theirs, mine]) socket.disconnect();
  }
});
