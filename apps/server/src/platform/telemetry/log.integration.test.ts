import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openFile } from '../../testing/open-documents.ts';
import { createFirstAdmin, signUpFan, signUpPerformer } from '../../testing/cast/sign-up.ts';
import { PASSWORD, createFeed, picture, topUp, unique } from '../../testing/factories.ts';
import type { Answer } from '../../testing/client.ts';
import { type ServerProcess, startServer } from '../../testing/server-process.ts';
import { type TestApp, createTestApp, countPendingWork } from '../../testing/test-app.ts';
import { createLog, redactUrl } from './log.ts';

// Registering, logging in, paying and sending documents, with the log at its lowest level: no line may contain a secret or
// personal data.

let app: TestApp;
let server: ServerProcess;
/** The test calls the server whose log is read; its own node only reads the database and the mails. */
let walk: TestApp;
beforeAll(async () => {
  app = await createTestApp({ environment: { ROLES: 'web' } });
  server = await startServer({ databaseUrl: app.testDatabase.ownerUrl, dataDirectory: app.dataDirectory }, { LOG_LEVEL: 'trace' });
  walk = {
    ...app,
    url: server.url,
    client: server.client,
    settle: async () =>
      void (await vi.waitUntil(async () => (await countPendingWork(app.platform.database)) === 0, { timeout: 20_000, interval: 10 })),
  };
});
afterAll(async () => {
  await server.kill();
  await app.close();
});

const DOCUMENT_NAME = 'passport-of-star-light.jpg';

test('no password, token, signature, document, address or card reaches the log', async () => {
  const secrets: Record<string, string> = { password: PASSWORD };
  const keep = (name: string, value: string | null | undefined): void => {
    expect([name, (value ?? '').length > 7]).toEqual([name, true]);
    secrets[name] = value!;
  };
  // They sign up, because what that logs is tested too.
  const admin = await createFirstAdmin(walk, unique('boss'));
  const performer = await signUpPerformer(walk, unique('star'), { verified: true, admin });
  await performer.client.call('PUT /performers', { body: { monthlyPrice: 5 } });
  const fan = await signUpFan(walk, unique('fan'), { verified: true });
  for (const person of [admin, performer, fan]) {
    keep(`session of ${person.username}`, person.client.token);
    keep(`address of ${person.username}`, person.email);
  }

  // Documents, under their original file name.
  const form = new FormData();
  form.append('idVerification', await picture(), DOCUMENT_NAME);
  const applicant = await signUpPerformer(walk, unique('star'), { verified: true, admin: undefined });
  await fetch(`${server.url}/api/performers/documents/upload`, {
    method: 'POST',
    headers: { authorization: applicant.client.token! },
    body: form,
  });
  keep('document name', DOCUMENT_NAME);
  const { documentList } = await admin.client.call('GET /admin/applications/{id}', { params: { id: applicant.id } });
  const document = await admin.client.call('GET /admin/documents/{id}', { params: { id: documentList[0]!._id } });

  // Files by valid and invalid addresses.
  const feedId = await createFeed(performer);
  const { photos } = await fan.client.call('GET /feeds/{id}', { params: { id: feedId } });
  for (const url of [document.url, photos[0]!.sources[0]!.url]) {
    const signature = new URL(url, server.url).searchParams.get('s')!;
    keep(`signature of ${url.slice(0, 20)}`, signature);
    expect((await openFile(server, admin, url)).status).toBe(200);
    expect((await fetch(`${server.url}${url}x`)).status).toBe(403);
    expect((await fetch(`${server.url}${url}`, { method: 'POST' })).status).toBe(404);
  }

  // A payment, and calls that fail: with the token in the address, by cookie, with a broken body.
  await topUp(walk, fan, 50);
  const { redirectUrl } = await fan.client.call('POST /payment/purchase-wallet/custom-amount', { body: { amount: 10 } });
  keep('payment', redirectUrl.split('/').at(-1));
  const broken = `{"password":"${PASSWORD}","cardNumber":"4111111111111111","cvv":"987"`;
  keep('card', '4111111111111111');
  const json = { 'content-type': 'application/json' };
  await fetch(`${server.url}/api/auth/login`, { method: 'POST', headers: json, body: broken });
  await fetch(`${server.url}/api/auth/login`, { method: 'POST', headers: json, body: `${broken}}` });
  await fetch(`${server.url}/api/users/me?token=${fan.client.token}`);
  await fetch(`${server.url}/api/users/me`, { headers: { cookie: `token=${fan.client.token}` } });
  await fetch(`${server.url}/api/users/me?authorization=${fan.client.token}&email=${encodeURIComponent(fan.email)}&password=${PASSWORD}`);
  await fetch(`${server.url}/socket.io/?EIO=4&transport=polling&token=${fan.client.token}`);
  await fetch(`${server.url}/auth/reset-password?token=${fan.client.token}`);

  // Tokens in mails.
  await walk.client().call('POST /auth/forgot', { body: { email: fan.email } });
  await walk.settle();
  const mails = (await app.mailsTo(fan.email)).map((mail) => mail.replace(/=\r?\n/g, ''));
  const tokens = mails.flatMap((mail) => /[?]token=(?:3D)?([\w-]{20,})/.exec(mail)?.[1] ?? []);
  for (const token of tokens) keep(`mail token ${randomUUID()}`, token);
  expect(tokens.length).toBeGreaterThanOrEqual(2);
  const reset = /reset-password[?]token=(?:3D)?([\w-]{20,})/.exec(mails.join('\n'))![1]!;
  await walk.client().send('POST /auth/reset', { body: { token: `${reset}x`, password: PASSWORD } });
  await fan.client.send('PUT /auth/me/password', { body: { password: `${PASSWORD} too`, currentPassword: `${PASSWORD} wrong` } });

  // Refused around a paid show: the request, its answer, a minute and a token.
  const nowhere = { params: { id: randomUUID() } };
  const refused: readonly Answer<unknown>[] = [
    await fan.client.send('POST /streaming/private-chat/{id}', { params: { id: fan.id }, body: {} }),
    await performer.client.send('POST /streaming/private-chat/{id}/accept', { ...nowhere, body: {} }),
    await performer.client.send('DELETE /streaming/private/available-list/{id}', nowhere),
    await fan.client.send('POST /payment-wallet/send-private-chat/{id}', nowhere),
    await fan.client.send('POST /streaming/token', { body: { id: randomUUID(), type: 'publish' } }),
  ];

  // A server error, whose statement and row the database repeats in its message.
  await sql`alter table accounts add constraint never_ann check (name <> 'Ann Secret-Name')`.execute(await asOwner());
  keep('row of a failure', 'Ann Secret-Name');
  const failed = await fan.client.send('PUT /users', { body: { name: 'Ann Secret-Name' } });
  expect([failed.status, failed.error.error]).toEqual([500, 'INTERNAL']);
  expect(JSON.stringify(failed.error)).not.toMatch(/never_ann|accounts/);
  const { password_hash } = await app.platform.database
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', fan.id)
    .executeTakeFirstOrThrow();
  keep('password hash', password_hash);
  await walk.settle();

  const log = server.output();
  const lines = log.split('\n').filter((line) => line.startsWith('{'));
  expect(lines.length).toBeGreaterThan(40);
  expect(lines.some((line) => line.includes('never_ann') && line.includes('a call failed'))).toBe(true);
  const refusals = lines.filter((line) => line.includes('a call was refused')).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(refusals.map(({ route, code, accountId }) => [route, code, accountId])).toEqual([
    ['POST /streaming/private-chat/{id}', refused[0]!.error.error, fan.id],
    ['POST /streaming/private-chat/{id}/accept', 'NOT_FOUND', performer.id],
    ['DELETE /streaming/private/available-list/{id}', 'NOT_FOUND', performer.id],
    ['POST /payment-wallet/send-private-chat/{id}', 'NOT_FOUND', fan.id],
    ['POST /streaming/token', 'NOT_FOUND', fan.id],
  ]);
  // Each line of a request has the id of its request.
  expect(new Set(refusals.map(({ reqId }) => String(reqId).length)), 'ids of requests').toEqual(new Set([randomUUID().length]));
  expect(new Set(refusals.map(({ reqId }) => reqId)).size).toBe(refusals.length);
  const found = Object.entries(secrets).filter(([, value]) => log.includes(value) || log.includes(encodeURIComponent(value)));
  expect(found.map(([name, value]) => [name, lines.find((line) => line.includes(value))?.slice(0, 400)])).toEqual([]);
  // Addresses of files are logged without their signatures.
  const files = lines.filter((line) => line.includes('"/files/'));
  expect(files.length).toBeGreaterThanOrEqual(6);
  expect(files.filter((line) => !line.includes('?[redacted]"'))).toEqual([]);
});

const asOwner = async () => {
  const { createDatabase, createPool } = await import('../database/database.ts');
  owner ??= createDatabase(createPool({ url: app.testDatabase.ownerUrl, max: 1, asOwner: true, onError: () => {} }));
  return owner;
};
let owner: TestApp['platform']['database'] | undefined;
afterAll(() => owner?.destroy());

test.each([
  ['/wallet/return/1?truncatedPAN=XXXXXXXXXXXX1111&saleID=1', '/wallet/return/1?[redacted]'],
  ['/files/a/b.webp?e=1&s=abc', '/files/a/b.webp?[redacted]'],
  ['/socket.io/?token=abc&EIO=4', '/socket.io/?[redacted]'],
  ['/x?TOKEN=abc#y', '/x?[redacted]'],
  ['/x?password=a&email=b&q=c&code=d', '/x?[redacted]'],
  ['/api/gateways/sandbox/payments/sbx_0123456789abcdef', '/api/gateways/sandbox/payments/[redacted]'],
  ['/sandbox/pay/sbx_0123456789abcdef?x=1', '/sandbox/pay/[redacted]?[redacted]'],
  ['/api/gateways/verotel/callback?saleID=1&truncatedPAN=XX1234', '/api/gateways/verotel/callback?[redacted]'],
  ['/hooks/live/0123456789abcdef/publish', '/hooks/live/[redacted]/publish'],
  ['/feeds?limit=3&sort=asc', '/feeds?[redacted]'],
  ['/feeds#part?token=1', '/feeds?[redacted]'],
  ['/feeds', '/feeds'],
])('%s is logged as %s', (url, expected) => {
  expect(redactUrl(url)).toBe(expected);
});

test('an error that names an address is logged without its query, also in the errors within it', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const failed = new Error('GET https://api.example.org/pay?card=4111&name=Ann failed', { cause: new Error('at /search?q=secret (dead)') });
  log.error({ err: failed, url: '/search?q=secret' }, 'a page failed');
  log.error({ err: new AggregateError([failed], 'all of /a?b=secret failed') }, 'a page failed');
  expect(lines.join('')).not.toMatch(/4111|Ann|secret/);
  expect(lines[0]).toContain('GET https://api.example.org/pay?[redacted] failed');
  expect(lines[1]).toContain('all of /a?[redacted] failed');
});
