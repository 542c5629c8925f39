import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { EICAR, type ClamdDouble, startClamdDouble } from '../../testing/clamd-double.ts';
import { createConversation, openMessages } from '../../testing/conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createPerformer, picture } from '../../testing/factories.ts';
import { tusClient } from '../../testing/resumable-uploads.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

// Files that are handed out as they came, on a site with a scanner.

let app: TestApp;
let clamd: ClamdDouble;
let admin: Person;
let star: Person;
let fan: Person;
let conversationId: string;
beforeAll(async () => {
  clamd = await startClamdDouble();
  app = await createTestApp({ environment: { CLAMD_URL: clamd.url, CLAMD_SECONDS: '1' } });
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  fan = await createFan(app);
  await openMessages(star);
  conversationId = await createConversation(fan, star);
});
afterAll(async () => {
  await app.close();
  await clamd.close();
});
beforeEach(() => {
  Object.assign(clamd, { scanned: [], mode: 'well', maxLength: 100 * 2 ** 20 });
  vi.restoreAllMocks();
});

const pdf = (words = '', size = 300): Blob =>
  new Blob([`%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n% ${words}\n`, ' '.repeat(size), 'trailer << /Root 1 0 R >>\n%%EOF\n']);
/** Rows of files, and objects in storage. */
const stored = async (): Promise<unknown> => {
  const { rows } = await sql<{ files: number; uploads: number }>`
    select (select count(*)::int from files) as files, (select count(*)::int from sealed_files) as uploads`.execute(app.platform.database);
  const objects = await app.platform.storage.listOlderThan(
    `uploads/${new Date().toISOString().slice(0, 10)}`,
    new Date(Date.now() + 60_000),
  );
  return { ...rows[0], objects };
};

/** The ways in for files that are handed out as they came. */
const WAYS: readonly (readonly [string, (file: Blob) => Promise<{ status: number; error: { error: string } }>])[] = [
  ['an identity document', (file) => star.client.send('POST /performers/documents/upload', { files: { idVerification: file } })],
  [
    'a co-performer’s release',
    async (file) =>
      star.client.send('POST /performer/participants', {
        body: { legalName: 'Nora Quill', stageName: 'Nora', dateOfBirth: '1990-04-12' },
        files: { identity: await picture(), release: file },
      }),
  ],
  ['the file of a product', (file) => star.client.send('POST /performer/performer-assets/products/file', { files: { file } })],
  [
    'a PDF in a message',
    (file) => fan.client.send('POST /messages/conversations/{id}/files', { params: { id: conversationId }, body: {}, files: { file } }),
  ],
];

test.each(WAYS)('%s is scanned whole; a signature in it is refused, and nothing is left', async (name, send) => {
  const [clean, infected] = [pdf('A clean one.', 3_000_000), pdf(`x ${EICAR} x`, 1_500_000)];
  const before = await stored();
  const warn = vi.spyOn(app.platform.log, 'warn');
  const refused = await send(infected);
  expect([name, refused.status, refused.error.error]).toEqual([name, 422, 'FILE_INFECTED']);
  expect(await stored()).toEqual(before);
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ found: 'Eicar-Test-Signature' }), expect.any(String));
  clamd.scanned = [];
  const taken = await send(clean);
  // A performer whose application was decided sends no more documents: it is past the scanner then.
  expect([name, clamd.scanned.includes(clean.size), taken.error?.error ?? 'ok']).toEqual([
    name,
    true,
    name === 'an identity document' ? 'APPLICATION_STATE' : 'ok',
  ]);
});

test('a registration with an infected document makes no account', async () => {
  const send = async (idVerification: Blob) =>
    app.client().send('POST /auth/performers/register', {
      body: {
        name: 'Ann',
        username: 'annsmith1',
        password: 'quartz ladder 77 mellow',
        gender: 'female',
        email: 'ann1@example.org',
        firstName: 'Ann',
        lastName: 'Smith',
        country: 'US',
        dateOfBirth: '1990-04-12',
        terms: true,
      },
      files: { idVerification, documentVerification: await picture() },
    });
  expect((await send(pdf(EICAR))).error.error).toBe('FILE_INFECTED');
  const { rows } = await sql`select 1 from accounts where username = 'annsmith1'`.execute(app.platform.database);
  expect(rows).toEqual([]);
});

test('pictures that the site encodes aren’t scanned; a picture that is sold unchanged is', async () => {
  await fan.client.call('POST /users/avatar/upload', { files: { avatar: await picture() } });
  expect(clamd.scanned).toEqual([]);
  const photo = await picture();
  await star.client.call('POST /performer/performer-assets/products/file', { files: { file: photo } });
  expect(clamd.scanned).toEqual([photo.size]);
});

test('a resumable upload with a signature is refused and removed; a clean one is taken', async () => {
  const bytes = async (file: Blob) => new Uint8Array(await file.arrayBuffer());
  const client = tusClient(app.url, star.client.token!);
  const infected = await client.whole('productFile', await bytes(pdf(EICAR, 2_000_000)));
  const send = (uploadId: string) => star.client.send('POST /performer/performer-assets/products/file', { files: {}, uploadId });
  expect((await send(infected)).error.error).toBe('FILE_INFECTED');
  expect(await client.offset(infected)).toBeUndefined();
  expect((await send(await client.whole('productFile', await bytes(pdf('clean'))))).status).toBe(201);
});

test.each([
  ['takes the file and never answers', 'silent'],
  ['closes the connection within the file', 'rude'],
  ['is another program', 'odd'],
] as const)('while the scanner %s, files are refused to be sent again later', async (_name, mode) => {
  clamd.mode = mode;
  const before = await stored();
  for (const [name, send] of WAYS) {
    const answer = await send(pdf('clean', 3_000_000));
    expect([name, answer.status, answer.error.error]).toEqual([name, 503, 'SCANNER_UNAVAILABLE']);
  }
  expect(await stored()).toEqual(before);
});

test('a file larger than the scanner takes is refused by a code of its own', async () => {
  clamd.maxLength = 1_000_000;
  const [, , [, send]] = WAYS as never as [unknown, unknown, (typeof WAYS)[number]];
  expect(await send(pdf('clean', 3_000_000))).toMatchObject({ status: 413, error: { error: 'FILE_NOT_SCANNED' } });
  expect(await send(pdf('clean', 500_000))).toMatchObject({ status: 201 });
});

test('without a scanner at its address, files are refused', async () => {
  const other = await createTestApp({ environment: { CLAMD_URL: 'unix:/tmp/there-is-no-clamd.ctl' } });
  try {
    const performer = await createPerformer(other, { admin: await createAdmin(other) });
    const answer = await performer.client.send('POST /performer/performer-assets/products/file', { files: { file: pdf() } });
    expect([answer.status, answer.error.error]).toEqual([503, 'SCANNER_UNAVAILABLE']);
  } finally {
    await other.close();
  }
});
