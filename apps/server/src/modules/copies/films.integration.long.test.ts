import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filmFile } from '@stagedoor/demo-pictures';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createConversation, openMessages } from '../../testing/conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { asBlob, ffmpegPath, runFfmpeg } from '../../testing/videos.ts';

const DEADLINE = { timeout: 60_000, interval: 50 };
let app: TestApp;
let admin: Person;
let star: Person;
let other: Person;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-copied-'));
  app = await createTestApp({ environment: { FFMPEG_PATH: await ffmpegPath() } });
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  other = await createPerformer(app, { admin });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

let count = 0;
/** A film of the demo, encoded again as people do. */
const changed = async (name: string, ...parameters: string[]): Promise<Buffer> => {
  const path = join(folder, `${(count += 1)}.mp4`);
  await runFfmpeg('-i', filmFile(name), ...parameters, path);
  return readFile(path);
};
const upload = async (by: Person, film: Buffer): Promise<string> =>
  (await by.client.call('POST /feeds/files/video/upload', { files: { file: asBlob(film) } }))._id;
const publish = async (by: Person, film: Buffer): Promise<string> =>
  (await by.client.call('POST /performer/feeds', { body: { fileIds: [await upload(by, film)] } }))._id;
const stateOf = async (id: string): Promise<string> =>
  (await app.platform.database.selectFrom('items').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
const settled = async (id: string): Promise<string> => {
  await expect.poll(() => stateOf(id), DEADLINE).not.toBe('processing');
  return stateOf(id);
};
const queue = async () => (await admin.client.call('GET /admin/copies', { query: { limit: 100 } })).data;
const takenDown = async (name: string): Promise<void> => {
  const id = await publish(star, await readFile(filmFile(name)));
  expect(await settled(id)).toBe('active');
  await admin.client.call('POST /admin/content/{id}/take-down', { params: { id }, body: { note: 'Not allowed.' } });
};

test('a copy of a taken-down film, encoded again, smaller and mirrored, waits for review and is shown once it is approved', async () => {
  await takenDown('films/silks');
  const film = await changed('films/silks', '-vf', 'hflip,scale=320:-2', '-r', '24', '-crf', '32');
  const id = await publish(other, film);
  expect(await settled(id)).toBe('review');
  const fan = await createFan(app);
  expect((await fan.client.send('GET /feeds/{id}', { params: { id } })).status).toBe(404);
  const [row] = await queue();
  expect(row).toMatchObject({ item: { _id: id, state: 'review' }, file: { kind: 'video' }, owner: { _id: other.id } });
  expect(row!.matches[0]!.blocked?.video?.mp4).toBeTruthy();
  expect((await other.client.call('GET /performer/feeds/{id}', { params: { id } })).state).toBe('review');
  const { version, copyFileId } = await admin.client.call('GET /admin/reviews/{id}', { params: { id } });
  expect(copyFileId).toBe(row!._id);
  await admin.client.call('POST /admin/reviews/{id}/approve', { params: { id }, body: { version } });
  expect(await stateOf(id)).toBe('active');
});

test('another film is shown at once', async () => {
  expect(await settled(await publish(other, await readFile(filmFile('films/orbs'))))).toBe('active');
});

test.each(['different', 'copy'] as const)('a film in a message isn’t shown to its reader until it is decided: %s', async (decision) => {
  const name = decision === 'copy' ? 'films/waves' : 'films/wheel';
  await takenDown(name);
  const fan = await createFan(app);
  await openMessages(other);
  const conversationId = await createConversation(fan, other);
  const { _id: fileId } = await other.client.call('POST /messages/conversations/{id}/files', {
    params: { id: conversationId },
    body: {},
    files: { file: asBlob(await changed(name, '-vf', 'scale=320:-2')) },
  });
  const file = () =>
    app.platform.database.selectFrom('files').select(['state', 'progress', 'failure']).where('id', '=', fileId).executeTakeFirstOrThrow();
  await expect.poll(async () => (await file()).progress, DEADLINE).toBe(1);
  expect((await file()).state).toBe('processing');
  const row = (await queue()).find(({ _id }) => _id === fileId)!;
  await admin.client.call('POST /admin/copies/{id}/decide', {
    params: { id: fileId },
    body: { decision, matchIds: row.matches.map(({ _id }) => _id), note: 'The same film.' },
  });
  expect(await file()).toMatchObject(
    decision === 'copy' ? { state: 'failed', failure: 'FILE_BLOCKED' } : { state: 'ready', failure: null },
  );
});
