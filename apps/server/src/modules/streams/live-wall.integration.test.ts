import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchRows } from '../../testing/changed-rows.ts';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { assertSound, beginGroupShow, beginPrivateShow, setPrices } from '../../testing/paid-show-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { type TestNode, createShow, createTestNode } from '../../testing/test-node.ts';

let app: TestApp;
let admin: Person;
let node: TestNode;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  node = createTestNode(app);
});
afterAll(() => app.close());

const wall = async (person = admin) => (await person.client.call('GET /admin/live', { query: { limit: 100 } })).data;
const stop = (person: Person, id: string, facts = 'A minor is in the picture') =>
  person.client.send('POST /admin/live/{id}/stop', { params: { id }, body: { reason: 'underage', facts } });

test('shows every open show with its viewers, tokens and reports; of a private one neither picture nor fan', async () => {
  const [star, other, fan] = [await createPerformer(app, { admin }), await createPerformer(app, { admin }), await createFan(app)];
  await topUp(app, fan, 100);
  await setPrices(app, other);
  await other.client.call('GET /users/me');
  await app.settle();
  const { streamId } = await createShow(star, { node });
  const { streamId: privateId } = await beginPrivateShow(other, fan, { node });
  await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 7, streamId } });
  const report = { objectType: 'account', objectId: star.id, reason: 'other' } as const;
  await fan.client.call('POST /reports', { body: report });
  await app.settle();
  const shows = await wall();
  expect(shows.find(({ _id }) => _id === streamId)).toMatchObject({ type: 'public', state: 'live', tokens: 7, reports: 1 });
  const hidden = shows.find(({ _id }) => _id === privateId)!;
  expect(hidden).toMatchObject({ type: 'private', cover: null, performer: { username: other.username } });
  expect(JSON.stringify(hidden)).not.toContain(fan.username);
  expect((await star.client.send('GET /admin/live', {})).error?.error).toBe('FORBIDDEN');
});

test('a snapshot is of a public or group show on air, for those who moderate; of a private one the engine isn’t even asked', async () => {
  const [star, host, other, fan] = [
    await createPerformer(app, { admin }),
    await createPerformer(app, { admin }),
    await createPerformer(app, { admin }),
    await createFan(app),
  ];
  await topUp(app, fan, 100);
  await setPrices(app, other);
  await other.client.call('GET /users/me');
  await app.settle();
  const { streamId } = await createShow(star, { node });
  const { streamId: groupId } = await beginGroupShow(host, { node });
  const { streamId: privateId } = await beginPrivateShow(other, fan, { node });
  const look = (person: Person, id: string) => person.client.send('GET /admin/live/{id}/snapshot', { params: { id } });
  const picture = `data:image/jpeg;base64,${Buffer.from('a picture').toString('base64')}`;
  for (const id of [streamId, groupId]) {
    const answer = await look(admin, id);
    expect([answer.data, answer.headers.get('cache-control')]).toEqual([{ picture }, 'no-store']);
  }
  for (const [person, id, code] of [
    [admin, privateId, 'NOT_FOUND'],
    [admin, '01890000-0000-7000-8000-000000000000', 'NOT_FOUND'],
    [star, streamId, 'FORBIDDEN'],
    [fan, streamId, 'FORBIDDEN'],
  ] as const)
    expect((await look(person, id)).error?.error).toBe(code);
  await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  expect((await look(admin, streamId)).error?.error).toBe('NOT_FOUND');
  expect(app.engine.pictured.map(({ id }) => id)).toEqual([streamId, groupId]);
});

test('stopping ends the show with the reason, which is audited and told to the performer, as a measure with its statement', async () => {
  const star = await createPerformer(app, { admin });
  const { streamId } = await createShow(star, { node });
  await app.settle();
  const changed = await watchRows(app);
  expect((await stop(star, streamId)).error?.error).toBe('FORBIDDEN');
  expect((await stop(admin, streamId, '')).error?.error).toBe('VALIDATION_FAILED');
  expect((await stop(admin, '01890000-0000-7000-8000-000000000000')).error?.error).toBe('NOT_FOUND');
  expect(await changed()).toEqual({});
  expect((await stop(admin, streamId)).status).toBe(200);
  expect((await stop(admin, streamId)).error?.error).toBe('LIVE_NOT_ON_AIR');
  await app.settle();
  const summary = await star.client.call('GET /streaming/summary/{id}', { params: { id: streamId } });
  expect(summary).toMatchObject({ endNote: 'A minor is in the picture', session: { state: 'ended', endReason: 'moderator' } });
  const notices = await star.client.call('GET /notifications', { query: {} });
  expect(notices.data[0]).toMatchObject({ kind: 'stopped', text: 'Your show was stopped by the site: A minor is in the picture' });
  const audit = await admin.client.call('GET /admin/audit', { query: { action: 'streams.' } });
  expect(audit.data[0]).toMatchObject({
    action: 'streams.stopped',
    object: { _id: star.id },
    detail: { reason: 'underage', note: 'A minor is in the picture' },
  });
  expect((await star.client.call('GET /account/decisions', {})).data).toMatchObject([
    { measure: 'showStopped', reason: 'underage', ground: 'law', facts: 'A minor is in the picture' },
  ]);
  expect((await wall()).some(({ _id }) => _id === streamId)).toBe(false);
});

test('a private show that is stopped gives the running minute and what is held back', async () => {
  const [star, fan] = [await createPerformer(app, { admin }), await createFan(app)];
  await topUp(app, fan, 100);
  await setPrices(app, star);
  await star.client.call('GET /users/me');
  await app.settle();
  const { streamId } = await beginPrivateShow(star, fan, { node });
  expect((await stop(admin, streamId)).status).toBe(200);
  await app.settle();
  const { balance } = await fan.client.call('GET /users/me');
  expect(balance).toBe(100);
  await assertSound(app);
});
