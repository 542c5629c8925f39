import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { announcedStates, createIsolatedNode, createShow, createTestNode, playToken } from '../../testing/test-node.ts';
import { authorizeRecording } from './index.ts';
import { cleanStreams } from './streams.jobs.ts';

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;

let app: TestApp;
let admin: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  fan = await createFan(app);
});
afterAll(() => app.close());

const finished = async (): Promise<string> => {
  const path = join(await mkdtemp(join(tmpdir(), 'stagedoor-recording-')), 'show.mp4');
  await writeFile(path, 'ftyp and so on');
  return path;
};
const recordedShow = async (isRecorded = true) => {
  const node = await createIsolatedNode(app);
  const star = await createPerformer(app, { admin });
  const { streamId } = await createShow(star, { node, isRecorded });
  const token = await playToken(app, fan, streamId);
  const end = () => star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  return { node, star, streamId, token, end };
};
const view = (streamId: string) => app.client().call('GET /streaming/view/{id}', { params: { id: streamId } });
const format = { durationMs: 61_500, width: 1280, height: 720 };

describe('recordings', () => {
  test('are listed as unfinished until they are recorded, then played by all; the file is moved once', async () => {
    const { node, star, streamId, token, end } = await recordedShow();
    expect(await node.authority.unfinishedRecordings()).not.toContain(streamId);
    await end();
    expect(await node.authority.unfinishedRecordings()).toContain(streamId);
    const paths = [await finished(), await finished()];
    await Promise.all(paths.map((path) => node.authority.recorded(streamId, { path, ...format })));
    expect(paths.map((path) => existsSync(path))).toEqual([false, false]);
    expect(await node.authority.unfinishedRecordings()).not.toContain(streamId);
    const files = await app.platform.database.selectFrom('files').selectAll().where('owner_id', '=', star.id).execute();
    expect(files.filter(({ purpose }) => purpose === 'recording')).toMatchObject([
      { kind: 'video', state: 'ready', width: 1280, height: 720, duration_ms: 61_500, bytes: 14n, attached_at: app.clock.now() },
    ]);
    const url = `${app.platform.config.publicUrl}/media/stagedoor/streams/${streamId}.mp4`;
    expect((await view(streamId)).recording).toEqual({ url, durationSeconds: 61.5 });
    const summary = await star.client.call('GET /streaming/summary/{id}', { params: { id: streamId } });
    expect(summary.recording).toEqual({ state: 'ready', url, durationSeconds: 61.5, isWithheld: false });
    expect(await announcedStates(app, streamId)).toEqual(['live', 'ended', 'ended']);

    // Its storage key: with the token, and without one while tokens aren't required.
    const { key } = await authorizeRecording(app.platform, streamId, token);
    expect(await app.platform.storage.exists(key)).toBe(true);
    expect(await authorizeRecording(app.platform, streamId, undefined)).toEqual({ key });
    await expect(authorizeRecording(app.platform, streamId, 'wrong')).rejects.toMatchObject({ code: 'LIVE_TOKEN_INVALID' });
    // Neither while a country verifies ages: the address could be opened by anybody.
    await app.platform.settings.change({ ageRules: { DE: 'verify' } }, null);
    await expect(authorizeRecording(app.platform, streamId, undefined)).rejects.toMatchObject({ code: 'LIVE_TOKEN_INVALID' });
    await app.platform.settings.change({ ageRules: {} }, null);
    await admin.client.call('PUT /admin/settings', { body: { values: { secureOption: true } } });
    try {
      await expect(authorizeRecording(app.platform, streamId, undefined)).rejects.toMatchObject({ code: 'LIVE_TOKEN_INVALID' });
      expect(await authorizeRecording(app.platform, streamId, token)).toEqual({ key });
      const signed = (await view(streamId)).recording!.url;
      expect(await (await fetch(new URL(signed, app.url))).text()).toBe('ftyp and so on');
    } finally {
      await admin.client.call('PUT /admin/settings', { body: { values: { secureOption: false } } });
    }
  });

  test('are finished by the node that has the parts, by others once it is gone', async () => {
    const { node, streamId, end } = await recordedShow();
    const other = createTestNode(app);
    await other.report();
    await end();
    expect(
      [await node.authority.unfinishedRecordings(), await other.authority.unfinishedRecordings()].map((ids) => ids.includes(streamId)),
    ).toEqual([true, false]);
    app.clock.advance(11 * SECOND_MS);
    await other.report();
    expect(await other.authority.unfinishedRecordings()).toContain(streamId);
    await other.authority.recordingFailed(streamId, 'nothing was there');
  });

  test('that are deleted lose file and row, even if they are finished later', async () => {
    const { node, star, streamId, end } = await recordedShow();
    await end();
    await node.authority.recorded(streamId, { path: await finished(), ...format });
    const { key } = await authorizeRecording(app.platform, streamId, undefined);
    await star.client.call('DELETE /streaming/recordings/{id}', { params: { id: streamId } });
    await star.client.call('DELETE /streaming/recordings/{id}', { params: { id: streamId } });
    await app.settle();
    expect(await app.platform.storage.exists(key)).toBe(false);
    expect((await view(streamId)).recording).toBeNull();
    await expect(authorizeRecording(app.platform, streamId, undefined)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const files = app.platform.database.selectFrom('files').select('id').where('owner_id', '=', star.id).where('purpose', '=', 'recording');
    expect(await files.execute()).toEqual([]);

    const late = await recordedShow();
    await late.star.client.call('DELETE /streaming/recordings/{id}', { params: { id: late.streamId } });
    await late.end();
    expect(await late.node.authority.unfinishedRecordings()).not.toContain(late.streamId);
    const path = await finished();
    await late.node.authority.recorded(late.streamId, { path, ...format });
    expect([existsSync(path), (await view(late.streamId)).recording]).toEqual([false, null]);
  });

  test('fail with a reason, or when unfinished for a week; a show without recording has none', async () => {
    const failing = await recordedShow();
    await failing.end();
    await failing.node.authority.recordingFailed(failing.streamId, 'nothing was there');
    const summary = await failing.star.client.call('GET /streaming/summary/{id}', { params: { id: failing.streamId } });
    expect(summary.recording).toEqual({ state: 'failed', url: null, durationSeconds: null, isWithheld: false });

    const plain = await recordedShow(false);
    await plain.end();
    expect((await view(plain.streamId)).recording).toBeNull();
    const refused = await plain.star.client.send('DELETE /streaming/recordings/{id}', { params: { id: plain.streamId } });
    expect(refused.error.error).toBe('NOT_FOUND');

    const lost = await recordedShow();
    await lost.end();
    app.clock.advance(8 * DAY_MS);
    await cleanStreams(app.platform);
    expect(await lost.node.authority.unfinishedRecordings()).not.toContain(lost.streamId);
  });
});
