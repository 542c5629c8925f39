import { Buffer } from 'node:buffer';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchPublic } from '../../platform/outbound/fetch-public.ts';
import { createConversation, openMessages, writeMessage } from '../../testing/conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createPerformer, picture } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

/** The test's own site is inside a private network, as every site of a test is. */
const NETWORKS = ['127.0.0.1/32'];

let site: Server;
let address: string;
let app: TestApp;
let star: Person;
let fan: Person;
const asked: { path: string; cookie: string | undefined; agent: string | undefined }[] = [];
beforeAll(async () => {
  const image = Buffer.from(await (await picture({ width: 800, height: 420 })).arrayBuffer());
  const page = `<!doctype html><title>Plain</title><meta property="og:title" content="The six &quot;suites&quot;">
    <meta property="og:description" content="A season of Bach"><meta property="og:image" content="/cover.jpg">`;
  const answers: Record<string, [number, Record<string, string>, string | Buffer]> = {
    '/suites': [200, { 'content-type': 'text/html; charset=utf-8' }, page],
    '/cover.jpg': [200, { 'content-type': 'image/jpeg' }, image],
    '/moved': [302, { location: '/suites' }, ''],
    '/inside': [302, { location: 'http://127.0.0.2/admin' }, ''],
    '/round': [302, { location: '/round' }, ''],
    '/data': [200, { 'content-type': 'application/json' }, '{}'],
    '/long': [200, { 'content-type': 'text/html' }, 'x'.repeat(4096)],
  };
  site = createServer((request, response) => {
    asked.push({ path: request.url!, cookie: request.headers.cookie, agent: request.headers['user-agent'] });
    const [status, headers, body] = answers[request.url!] ?? [404, { 'content-type': 'text/html' }, ''];
    response.writeHead(status, headers).end(body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => site.once('listening', resolve));
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  app = await createTestApp({ environment: { LINK_PREVIEW_NETWORKS: NETWORKS.join(',') } });
  star = await createPerformer(app, { admin: await createAdmin(app) });
  fan = await createFan(app);
  await openMessages(star);
});
afterAll(async () => {
  site.close();
  await app.close();
});

const options = { accept: 'text/html', maxBytes: 1024, timeoutMs: 5000, networks: NETWORKS };

describe('fetching for somebody else', () => {
  test.each([
    ['http://127.0.0.1/', [], 'not a public address'],
    ['http://localhost/', [], 'not a public address'],
    ['http://[::1]/', [], 'not a public address'],
    ['http://[::ffff:127.0.0.1]/', [], 'not a public address'],
    ['http://2130706433/', [], 'not a public address'],
    ['http://169.254.169.254/latest/meta-data', [], 'not a public address'],
    ['http://93.184.216.34:22/', [], 'port 22'],
    ['ftp://93.184.216.34/', [], 'not the web'],
    ['file:///etc/passwd', [], 'not the web'],
    ['http://user:secret@93.184.216.34/', [], 'password'],
  ])('%s is refused', async (url, networks, reason) => {
    const before = asked.length;
    await expect(fetchPublic(url, { ...options, networks })).rejects.toThrow(reason);
    expect(asked.length).toBe(before);
  });

  test.each([
    ['/inside', 'not a public address'],
    ['/round', 'too many redirects'],
    ['/data', 'application/json'],
    ['/long', 'longer than'],
    ['/nothing', 'answered 404'],
  ])('%s is refused', async (path, reason) => {
    await expect(fetchPublic(address + path, options)).rejects.toThrow(reason);
  });

  /** A name server whose answers are those given, one after the other. */
  const nameServer = (...answers: string[][]) => {
    const names: string[] = [];
    return {
      names,
      resolve(name: string, _: object, answer: (error: null, addresses: { address: string; family: number }[]) => void) {
        names.push(name);
        answer(
          null,
          (answers.shift() ?? []).map((at) => ({ address: at, family: at.includes(':') ? 6 : 4 })),
        );
      },
    };
  };
  const named = (path: string) => `http://rebinding.example:${new URL(address).port}${path}`;

  test.each([[['10.0.0.7']], [['169.254.169.254']], [['fd00::1']], [['93.184.216.34', '10.0.0.7']], [['127.0.0.1', '::1']]])(
    'a name that resolves to %j is refused',
    async (addresses) => {
      const before = asked.length;
      const { resolve } = nameServer(addresses);
      await expect(fetchPublic('http://rebinding.example/', { ...options, resolve })).rejects.toThrow('not a public address');
      expect(asked.length).toBe(before);
    },
  );

  test('a name that answers differently the second time gains nothing', async () => {
    // The connection goes to the address that was checked: there is no second question.
    const once = nameServer(['127.0.0.1'], ['127.0.0.2']);
    const page = { ...options, truncates: true };
    expect((await fetchPublic(named('/suites'), { ...page, resolve: once.resolve })).url).toBe(named('/suites'));
    expect(once.names).toEqual(['rebinding.example']);
    // A redirect asks again, and is checked again.
    asked.length = 0;
    const twice = nameServer(['127.0.0.1'], ['127.0.0.2']);
    await expect(fetchPublic(named('/moved'), { ...page, resolve: twice.resolve })).rejects.toThrow('not a public address');
    expect([twice.names.length, asked.map(({ path }) => path)]).toEqual([2, ['/moved']]);
  });

  test('follows redirects, and may take the beginning of what is long', async () => {
    expect((await fetchPublic(`${address}/moved`, options)).url).toBe(`${address}/suites`);
    expect((await fetchPublic(`${address}/long`, { ...options, truncates: true })).body.length).toBe(1024);
  });
});

describe('the link of a message', () => {
  const read = async (id: string) => (await star.client.call('GET /messages/conversations/{id}', { params: { id }, query: {} })).data[0]!;

  test('is previewed by the server, with its picture in the site’s own storage, and goes with the message', async () => {
    asked.length = 0;
    const id = await createConversation(fan, star);
    const messageId = await writeMessage(fan, id, `Have you seen ${address}/moved?`);
    await app.settle();
    const { preview } = await read(id);
    expect(preview).toMatchObject({ url: `${address}/moved`, title: 'The six "suites"', description: 'A season of Bach' });
    expect(preview!.host).toBe(new URL(address).host);
    const [source] = preview!.picture!.sources;
    expect(source!.url).toMatch(/^\/files\/message\//);
    expect((await fetch(new URL(source!.url, app.url))).status).toBe(200);
    expect(asked.map(({ path }) => path)).toEqual(['/moved', '/suites', '/cover.jpg']);
    expect(asked.every(({ cookie, agent }) => cookie === undefined && agent!.includes('StagedoorPreview'))).toBe(true);
    await fan.client.call('DELETE /messages/{id}', { params: { id: messageId } });
    await app.settle();
    expect((await read(id)).preview).toBeNull();
    expect(await app.platform.database.selectFrom('files').select('id').where('purpose', '=', 'message').execute()).toEqual([]);
  });

  test('inside a private network, or that says nothing of itself, has no preview', async () => {
    const other = await createFan(app);
    const id = await createConversation(other, star);
    const ids = [];
    for (const link of ['http://127.0.0.2/', `${address}/inside`, `${address}/data`, `${address}/long`])
      ids.push(await writeMessage(other, id, link));
    await app.settle();
    expect(
      await app.platform.database
        .selectFrom('messages')
        .select('preview')
        .where('id', 'in', ids)
        .where('preview', 'is not', null)
        .execute(),
    ).toEqual([]);
  });
});
