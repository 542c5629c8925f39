import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealDocuments } from '../../modules/files/seal-documents.ts';
import { removeFileNow } from '../../modules/files/remove-file.ts';
import { sweepOrphans } from '../../modules/files/index.ts';
import { type Person, createAdmin, createPerformer } from '../../testing/factories.ts';
import { openFile } from '../../testing/open-documents.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { CodedError } from '../errors.ts';
import { sealedKeyOf } from './sealed-storage.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());

const MARKER = 'Passport of Nora Quill, 1990-04-12';
const pdfOf = (size = 200): Buffer =>
  Buffer.from(`%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n% ${MARKER}\ntrailer << /Root 1 0 R >>\n%%EOF\n${' '.repeat(size)}`);
const signal = new AbortController().signal;
const DAY_MS = 86_400_000;

const applicantWithPdf = async (pdf = pdfOf()) => {
  const applicant = await createPerformer(app, { approved: false });
  await applicant.client.call('POST /performers/documents/upload', { files: { idVerification: new Blob([new Uint8Array(pdf)]) } });
  const { documentList } = await admin.client.call('GET /admin/applications/{id}', { params: { id: applicant.id } });
  const { _id: documentId } = documentList.find(({ contentType }) => contentType === 'application/pdf')!;
  const { id, original_key: key } = await app.platform.database
    .selectFrom('performer_documents as d')
    .innerJoin('files as f', 'f.id', 'd.file_id')
    .select(['f.id', 'f.original_key'])
    .where('d.id', '=', documentId)
    .executeTakeFirstOrThrow();
  const open = async () => {
    const { url } = await admin.client.call('GET /admin/documents/{id}', { params: { id: documentId } });
    const answer = await openFile(app, admin, url);
    return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()).toString() };
  };
  return { applicant, fileId: id, key, open };
};
const pathOf = (key: string): string => join(app.dataDirectory, 'files', key);

/** Paths of the files of DATA_DIR whose bytes hold the marker. */
const filesWithMarker = async (): Promise<string[]> => {
  const entries = await readdir(app.dataDirectory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const found = await Promise.all(paths.map(async (path) => (await readFile(path)).includes(MARKER)));
  return paths.filter((_path, index) => found[index]);
};

test('identity documents and archives of personal data are on no disk as they came, and open whole', async () => {
  const { applicant, key, open } = await applicantWithPdf();
  expect(key).toMatch(/^sealed\/uploads\//);
  expect(await open()).toEqual({ status: 200, body: pdfOf().toString() });
  await applicant.client.call('POST /users/me/exports');
  await app.settle();
  const { url } = (await applicant.client.call('GET /users/me/exports')).data[0]!;
  const archive = Buffer.from(await (await openFile(app, applicant, url!)).arrayBuffer());
  // The archive stores files as they are.
  expect(archive.includes(MARKER)).toBe(true);
  expect(await filesWithMarker()).toEqual([]);

  // The database alone doesn't open it either: each identity is encrypted under the key of DATA_DIR.
  const { rows } = await sql<{ identity_sealed: Buffer }>`select identity_sealed from sealed_files`.execute(app.platform.database);
  for (const { identity_sealed: sealed } of rows) expect(sealed.toString('latin1')).not.toContain('AGE-SECRET-KEY');
});

test('ranges, sizes and the ends of an encrypted file are those of the plain one', async () => {
  const { storage } = app.platform;
  const key = sealedKeyOf('uploads/2026-11-30/0190f0a0-0000-7000-8000-000000000001.pdf');
  // More than one chunk of the format.
  const plain = pdfOf(200_000);
  const { bytes } = await storage.put(key, Readable.from([plain.subarray(0, 100), plain.subarray(100)]), {
    contentType: 'application/pdf',
  });
  expect(bytes).toBe(plain.length);
  expect(await storage.stat(key)).toMatchObject({ bytes: plain.length });
  for (const [start, end] of [
    [0, 0],
    [5, 5],
    [65_530, 65_545],
    [0, plain.length - 1],
    [plain.length - 1, plain.length - 1],
  ] as const) {
    const { stream, bytes: whole } = await storage.open(key, { start, end });
    expect([whole, Buffer.concat(await stream.toArray())]).toEqual([plain.length, plain.subarray(start, end + 1)]);
  }
  expect((await stat(pathOf(key))).size).toBeGreaterThan(plain.length);
  expect(() => storage.localPath(key)).toThrow('is encrypted');
  await storage.remove(key);
  await expect(storage.open(key)).rejects.toEqual(new CodedError('NOT_FOUND'));
});

test('a file too large, or a stream that breaks, leaves neither an object nor a key', async () => {
  const { storage } = app.platform;
  const key = sealedKeyOf('uploads/2026-11-30/0190f0a0-0000-7000-8000-000000000002.pdf');
  await expect(storage.put(key, pdfOf(), { contentType: 'application/pdf', maxBytes: 20 })).rejects.toEqual(
    new CodedError('FILE_TOO_LARGE'),
  );
  const broken = Readable.from(
    (async function* () {
      yield pdfOf();
      throw new Error('the sender is gone');
    })(),
  );
  await expect(storage.put(key, broken, { contentType: 'application/pdf' })).rejects.toThrow('the sender is gone');
  expect(await storage.exists(key)).toBe(false);
  await expect(storage.stat(key)).rejects.toEqual(new CodedError('NOT_FOUND'));
});

test('a changed byte, or the key of another file, opens nothing', async () => {
  const [one, other] = [await applicantWithPdf(), await applicantWithPdf()];
  const { database, storage } = app.platform;
  const read = async (key: string) => Buffer.concat(await (await storage.open(key)).stream.toArray());
  const path = pathOf(one.key);
  const encrypted = await readFile(path);
  encrypted[encrypted.length - 20]! ^= 1;
  await writeFile(path, encrypted);
  await expect(read(one.key)).rejects.toThrow(Error);
  await sql`update sealed_files set identity_sealed = (select identity_sealed from sealed_files where storage_key = ${one.key})
    where storage_key = ${other.key}`.execute(database);
  await expect(read(other.key)).rejects.toThrow('unable to authenticate');
});

test('a removed document takes its key along; an upload without a row is swept', async () => {
  const { fileId, key } = await applicantWithPdf();
  const { database, storage } = app.platform;
  const keysOf = async (one: string) => database.selectFrom('sealed_files').select('bytes').where('storage_key', '=', one).execute();
  expect(await keysOf(key)).toHaveLength(1);
  await database.deleteFrom('performer_documents').where('file_id', '=', fileId).execute();
  await database.updateTable('files').set({ attached_at: null }).where('id', '=', fileId).execute();
  await removeFileNow(app.platform, fileId);
  expect([await storage.exists(key), await keysOf(key)]).toEqual([false, []]);

  const lost = sealedKeyOf(`uploads/${app.clock.now().toISOString().slice(0, 10)}/0190f0a0-0000-7000-8000-000000000003.pdf`);
  await storage.put(lost, pdfOf(), { contentType: 'application/pdf' });
  app.clock.advance(2 * DAY_MS);
  await sweepOrphans(app.platform);
  expect([await storage.exists(lost), await keysOf(lost)]).toEqual([false, []]);
});

test('documents of an earlier version are encrypted by a job, which can be broken off and repeated', async () => {
  const { database, storage } = app.platform;
  const documents = [await applicantWithPdf(), await applicantWithPdf(), await applicantWithPdf()];
  // As versions before stored them.
  const plainKeys = documents.map(({ key }) => key.replace('sealed/', ''));
  for (const [index, { fileId, key }] of documents.entries()) {
    await storage.put(plainKeys[index]!, pdfOf(), { contentType: 'application/pdf' });
    await database.updateTable('files').set({ original_key: plainKeys[index]! }).where('id', '=', fileId).execute();
    await storage.remove(key);
  }
  // One is gone from the disk: it doesn't keep the others.
  await storage.remove(plainKeys[0]!);
  const broken = new AbortController();
  broken.abort();
  expect(await sealDocuments(app.platform, broken.signal)).toBe(0);
  expect(await sealDocuments(app.platform, signal)).toBe(2);
  expect(await sealDocuments(app.platform, signal)).toBe(0);
  await app.settle();
  for (const { open } of documents.slice(1)) expect(await open()).toEqual({ status: 200, body: pdfOf().toString() });
  expect(await Promise.all(plainKeys.map((key) => storage.exists(key)))).toEqual([false, false, false]);
  expect(await filesWithMarker()).toEqual([]);
});
