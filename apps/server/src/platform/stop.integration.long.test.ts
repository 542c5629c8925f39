import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { io } from 'socket.io-client';
import { PASSWORD, createPerformer, picture, unique } from '../testing/factories.ts';
import { tusClient } from '../testing/resumable-uploads.ts';
import { createTestApp } from '../testing/test-app.ts';
import { type ServerProcess, startServer } from '../testing/server-process.ts';
import { type TestDatabase, createTestDatabase } from './testing/database.ts';

// SIGTERM: running work is finished, no new work is accepted, and the process exits with 0. SIGKILL: interrupted work is
// done after the next start.

const DEADLINE = { timeout: 25_000, interval: 20 };

/** A mail server that delays its response until the test releases it. */
interface HeldMail {
  url: string;
  /** Mails received completely, waiting to be accepted. */
  waiting: Socket[];
  taken(): number;
  take(): void;
  end(): Promise<void>;
}
const holdMail = async (): Promise<HeldMail> => {
  const waiting: Socket[] = [];
  const sockets = new Set<Socket>();
  let taken = 0;
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    let body = false;
    let rest = '';
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.write('220 held\r\n');
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (body) {
          if (line !== '.') continue;
          body = false;
          waiting.push(socket);
        } else if (/^DATA/i.test(line)) {
          body = true;
          socket.write('354 go on\r\n');
        } else socket.write('250 ok\r\n');
      }
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    waiting,
    taken: () => taken,
    take() {
      for (const socket of waiting.splice(0)) {
        taken += 1;
        socket.write('250 taken\r\n');
      }
    },
    end: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
};

let database: TestDatabase;
let dataDirectory: string;
let direct: pg.Client;
let mail: HeldMail;
let server: ServerProcess | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDirectory = await mkdtemp(join(tmpdir(), 'stagedoor-stop-'));
  direct = new pg.Client({ connectionString: database.ownerUrl });
  await direct.connect();
});
beforeEach(async () => {
  mail = await holdMail();
});
afterEach(async () => {
  await server?.kill();
  server = undefined;
  await mail.end();
});
afterAll(async () => {
  await direct.end();
  await database.drop();
  await rm(dataDirectory, { recursive: true, force: true });
});

const boot = async (environment: Record<string, string> = {}): Promise<ServerProcess> => {
  server = await startServer({ databaseUrl: database.ownerUrl, dataDirectory }, { SMTP_URL: mail.url, ...environment });
  return server;
};
const register = async (to: ServerProcess): Promise<string> => {
  const username = unique('fan');
  await to.client().call('POST /auth/register', { body: { username, email: `${username}@example.org`, password: PASSWORD, adult: true } });
  return username;
};
/** Number of mails still to be sent. */
const jobs = async (): Promise<number> => {
  const { rows } = await direct.query(
    `select count(*)::int as count from graphile_worker.jobs where task_identifier = 'accounts:sendMail'`,
  );
  return (rows[0] as { count: number }).count;
};
/** The server accepts no more connections. */
const isClosed = (url: string): Promise<boolean> =>
  fetch(`${url}/api/health`).then(
    () => false,
    () => true,
  );

test('a running request is answered, sockets are closed, new connections refused, and the process exits with 0', async () => {
  const running = await boot({ SMTP_URL: '' });
  const username = await register(running);
  await direct.query('update accounts set email_verified_at = now() where username = $1', [username]);
  const { token } = await running.client().call('POST /auth/login', { body: { username, password: PASSWORD } });
  const live = io(running.url, { transports: ['websocket'], forceNew: true, query: { token }, reconnection: false });
  await new Promise((resolve) => live.on('connect', () => resolve(undefined)));
  const left = new Promise((resolve) => live.on('disconnect', () => resolve(true)));

  // Half of an upload has been sent when the signal comes.
  const file = Buffer.from(await (await picture()).arrayBuffer());
  const head = Buffer.from('--x\r\nContent-Disposition: form-data; name="avatar"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n');
  const tail = Buffer.from('\r\n--x--\r\n');
  const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  const ended = new Promise((resolve) => socket.on('close', () => resolve(true)));
  socket.write(
    `POST /api/users/avatar/upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${head.length + file.length + tail.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await vi.waitUntil(() => answer.includes('100 Continue'), DEADLINE);
  socket.write(Buffer.concat([head, file.subarray(0, file.length / 2)]));
  running.child.kill('SIGTERM');
  await vi.waitUntil(() => isClosed(running.url), DEADLINE);
  expect(running.child.exitCode).toBeNull();
  socket.write(Buffer.concat([file.subarray(file.length / 2), tail]));
  await vi.waitUntil(() => answer.includes('"avatar":'), DEADLINE);
  expect(answer).toMatch(/HTTP\/1\.1 200 OK/);
  expect(await running.exited).toBe(0);
  expect([await left, await ended]).toEqual([true, true]);
  const { rows } = await direct.query('select avatar_key from accounts where username = $1', [username]);
  expect((rows[0] as { avatar_key: string }).avatar_key).toMatch(/^avatar\//);
});

test('a running job is finished before the process exits with 0', async () => {
  const running = await boot();
  await register(running);
  await vi.waitUntil(() => mail.waiting.length === 1, DEADLINE);
  running.child.kill('SIGTERM');
  await vi.waitUntil(() => isClosed(running.url), DEADLINE);
  expect([running.child.exitCode, await jobs()]).toEqual([null, 1]);
  mail.take();
  expect(await running.exited).toBe(0);
  expect([mail.taken(), await jobs()]).toEqual([1, 0]);
});

test('a request that never ends is cut after its share of the time; jobs still end in order, and the exit code is 1', async () => {
  const running = await boot();
  await register(running);
  await vi.waitUntil(() => mail.waiting.length === 1, DEADLINE);
  const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  const ended = new Promise((resolve) => socket.on('close', () => resolve(true)).on('error', () => {}));
  const head = 'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n';
  socket.write(`POST /api/auth/login HTTP/1.1\r\n${head}{`);
  await vi.waitUntil(() => answer.includes('100 Continue'), DEADLINE);
  running.child.kill('SIGTERM');
  expect(await ended).toBe(true);
  expect(running.child.exitCode).toBeNull();
  mail.take();
  expect(await running.exited).toBe(1);
  expect([mail.taken(), await jobs()]).toEqual([1, 0]);
  expect(running.output()).toContain('not finished in time: requests');
});

test('a job of a killed process is run by the next start at once; a job of a living process is left to it', async () => {
  const killed = await boot();
  await register(killed);
  await vi.waitUntil(() => mail.waiting.length === 1, DEADLINE);
  await killed.kill();
  const locks = () => direct.query('select locked_by from graphile_worker.jobs where locked_by is not null');
  expect((await locks()).rowCount).toBe(1);

  mail.waiting.length = 0;
  const next = await boot();
  await vi.waitUntil(() => mail.waiting.length === 1, DEADLINE);
  const [{ locked_by: holder }] = (await locks()).rows as [{ locked_by: string }];
  // Another node that starts meanwhile looks for abandoned jobs too, and finds none.
  const other = await startServer({ databaseUrl: database.ownerUrl, dataDirectory }, { SMTP_URL: mail.url });
  try {
    const { rows } = await direct.query(
      `select count(*)::int as count from pg_locks where locktype = 'advisory' and granted and objid = (hashtextextended('jobs:' || $1, 0) & 4294967295)::oid`,
      [holder],
    );
    expect(rows).toEqual([{ count: 1 }]);
    expect(((await locks()).rows as { locked_by: string }[]).map(({ locked_by }) => locked_by)).toEqual([holder]);
  } finally {
    await other.kill();
  }
  expect(mail.waiting).toHaveLength(1);
  mail.take();
  await vi.waitUntil(async () => (await jobs()) === 0, DEADLINE);
  expect([mail.taken(), next.child.exitCode]).toEqual([1, null]);
});

test('behind a proxy a node says first that it is not ready and still serves, with connections that end; sockets reconnect by themselves', async () => {
  const running = await boot({ SMTP_URL: '', TRUST_PROXY: 'yes', DRAIN_SECONDS: '8' });
  const live = io(running.url, { transports: ['websocket'], forceNew: true, reconnection: false });
  await new Promise((resolve) => live.on('connect', () => resolve(undefined)));
  const left = new Promise((resolve) => live.on('disconnect', resolve));
  const ask = async (path: string) => {
    const { status, headers } = await fetch(running.url + path);
    return [status, headers.get('connection')];
  };
  expect([await ask('/api/ready'), await ask('/api/health')]).toEqual([
    [200, 'keep-alive'],
    [200, 'keep-alive'],
  ]);
  running.child.kill('SIGTERM');
  await vi.waitUntil(async () => (await ask('/api/ready'))[0] === 503, DEADLINE);
  expect(await ask('/api/health')).toEqual([200, 'close']);
  expect((await running.client().call('GET /settings/public')).siteName).toBeTruthy();
  expect(live.connected).toBe(true);
  // Clients connect again after this reason, and not after “io server disconnect”.
  expect(await left).toBe('transport close');
  expect([await running.exited, await isClosed(running.url)]).toEqual([0, true]);
});

test('an upload that a stop cuts leaves no piece; a resumable one goes on after a stop and after a kill', async () => {
  const app = await createTestApp({ database, dataDirectory });
  const { token } = (await createPerformer(app)).client;
  await app.close();
  let running = await boot({ SMTP_URL: '' });
  const incoming = () => readdir(join(dataDirectory, 'files', '.incoming')).catch(() => []);
  const file = new Uint8Array(await (await picture()).arrayBuffer());
  const third = Math.floor(file.length / 3);
  let client = tusClient(running.url, token);
  const { id } = await client.begin('media', file.length);
  expect((await client.patch(id, 0, file.slice(0, third))).status).toBe(204);

  // A picture whose end never comes.
  const socket = connect(Number(new URL(running.url).port), '127.0.0.1').on('error', () => {});
  const head = '--x\r\nContent-Disposition: form-data; name="avatar"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';
  socket.write(
    `POST /api/users/avatar/upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n${head}`,
  );
  socket.write(file.subarray(0, third));
  await vi.waitUntil(async () => (await incoming()).length === 1, DEADLINE);
  running.child.kill('SIGTERM');
  expect(await running.exited).toBe(1);
  expect(await incoming()).toEqual([]);

  running = await boot({ SMTP_URL: '' });
  client = tusClient(running.url, token);
  expect(await client.offset(id)).toBe(third);
  expect((await client.patch(id, third, file.slice(third, 2 * third))).status).toBe(204);
  await running.kill();
  running = await boot({ SMTP_URL: '' });
  client = tusClient(running.url, token);
  expect(await client.offset(id)).toBe(2 * third);
  expect((await client.patch(id, 2 * third, file.slice(2 * third))).status).toBe(204);
  expect(await client.offset(id)).toBe(file.length);
});
