import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LiveAuthority, LiveNode } from '../../live/live-authority.ts';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createStreamAuthority, sweepShows } from './index.ts';

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
let authority: LiveAuthority;
const node: LiveNode = { id: randomUUID(), url: 'http://127.0.0.1:1' };

beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  fan = await createFan(app);
  await topUp(app, fan, 500);
  authority = createStreamAuthority(app.platform);
});
afterAll(() => app.close());

describe('smoke', () => {
  test('a show from its beginning to its end', async () => {
    star = await createPerformer(app, { admin });
    const begun = await star.client.call('POST /streaming/live', {
      body: { title: 'Evening practice', isRecorded: true, goal: { title: 'New strings', amount: 50 } },
    });
    const id = begun.session._id;
    expect(begun.session).toMatchObject({
      state: 'starting',
      title: 'Evening practice',
      isRecorded: true,
      goal: { amount: 50, raised: 0 },
    });
    const right = await authority.authorize(node, id, 'publish', begun.publishing.token);
    expect(right).toMatchObject({ streamId: id, isRecorded: true });
    const joined = await fan.client.call('POST /streaming/join/{id}', { params: { id: star.username } });
    const play = await authority.authorize(node, id, 'play', joined.token.tokenId);
    app.clock.advance(1000);
    expect(
      await authority.reconcile(node, [
        {
          streamId: id,
          isPublishing: true,
          width: 640,
          height: 360,
          publishedMs: 900,
          viewers: 1,
          watching: [{ rightId: play.rightId!, watchedMs: 800 }],
        },
      ]),
    ).toEqual({ end: [], revoked: [] });
    expect((await app.client().call('GET /streaming/live')).data).toMatchObject([{ _id: id, state: 'live', viewers: 1 }]);
    await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', {
      params: { id: star.id },
      body: { amount: 12.5, message: 'Bravo', streamId: id },
    });
    await app.settle();
    const said = await fan.client.call('POST /messages/stream/public/conversations/{id}', {
      params: { id: begun.session.conversationId },
      body: { text: 'Hello' },
    });
    expect(said).toMatchObject({ text: 'Hello', kind: 'text' });
    expect((await app.client().call('GET /streaming/view/{id}', { params: { id: star.username } })).goal?.raised).toBe(12.5);
    const summary = await star.client.call('POST /streaming/end/{id}', { params: { id } });
    expect(summary).toMatchObject({
      viewers: 1,
      messages: 1,
      tips: { count: 1, tokens: 12.5, net: 10 },
      recording: { state: 'processing' },
    });
    await sweepShows(app.platform);
    await authority.leave(node);
  });
});
