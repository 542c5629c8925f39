import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { beginGroupShow, joinAndWatch } from '../../testing/paid-show-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createIsolatedNode } from '../../testing/test-node.ts';
import { finishRecordingOf } from '../../testing/video-fixtures.ts';
import { sweepMinutes } from './index.ts';

// Callers see different fields of a paid show: everything that plays or was done in it belongs to its participants.

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());

const newFan = async (): Promise<Person> => {
  const fan = await createFan(app);
  await topUp(app, fan, 20);
  return fan;
};

test('playback, goal, top tippers, conversation, fans and recording of a group show are for participants who paid', async () => {
  const node = await createIsolatedNode(app);
  const star = await createPerformer(app, { admin });
  const [payer, visitor, outsider] = [await newFan(), await newFan(), await newFan()];
  const { streamId } = await beginGroupShow(star, { node, isRecorded: true });
  const group = (who: Person) => who.client.call('GET /streaming/group-chat/{id}', { params: { id: streamId } });
  const session = async (who: Person) => (await group(who)).session;
  const view = (who: Person) => who.client.send('GET /streaming/session/{id}/{type}', { params: { id: streamId, type: 'group' } });
  await joinAndWatch(payer, node, streamId);
  await joinAndWatch(visitor, node, streamId);
  await visitor.client.call('POST /streaming/leave/{id}', { params: { id: streamId } });
  await node.report();
  await node.pass(10_000);
  expect(await sweepMinutes(app.platform)).toBe(1);
  const tip = { params: { id: star.id }, body: { amount: 3, streamId } };
  await payer.client.call('POST /payment-wallet/send-tip-wallet/{id}', tip);
  await app.settle();

  const OPEN = { playback: expect.anything(), topTippers: [expect.objectContaining({ amount: 3 })] };
  const LOCKED = { playback: null, recording: null, goal: null, topTippers: [] };
  for (const who of [star, payer]) expect(await session(who)).toMatchObject(OPEN);
  for (const who of [visitor, outsider, admin]) expect(await group(who)).toMatchObject({ session: LOCKED, conversation: null, fans: [] });
  for (const who of [outsider, admin]) expect((await view(who)).status).toBe(404);
  expect((await view(visitor)).data).toMatchObject(LOCKED);

  // A minute that stays paid, and the end.
  await node.pass(60_000);
  await sweepMinutes(app.platform);
  await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  await finishRecordingOf(node, streamId);
  const recording = { url: expect.stringMatching(/\?e=\d+&s=/), durationSeconds: 3 };
  for (const who of [star, payer]) expect(await session(who)).toMatchObject({ playback: null, recording });
  for (const who of [visitor, outsider, admin]) expect(await session(who)).toMatchObject(LOCKED);
});

test('a fan whose only minute was given back has no recording', async () => {
  const node = await createIsolatedNode(app);
  const star = await createPerformer(app, { admin });
  const fan = await newFan();
  const { streamId } = await beginGroupShow(star, { node, isRecorded: true });
  await joinAndWatch(fan, node, streamId);
  await node.pass(10_000);
  expect(await sweepMinutes(app.platform)).toBe(1);
  await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  await finishRecordingOf(node, streamId);
  const { session, mine } = await fan.client.call('GET /streaming/group-chat/{id}', { params: { id: streamId } });
  expect([session.recording, mine?.minutes]).toEqual([null, 0]);
});
