import { afterAll, beforeAll, expect, test } from 'vitest';
import { createConversation, openMessages } from '../../testing/conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { ask, setPrices } from '../../testing/paid-show-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());

const newPerformer = async (): Promise<Person> => {
  const star = await createPerformer(app, { admin, monthlyPrice: 5 });
  await setPrices(app, star);
  await openMessages(star);
  await star.client.call('GET /users/me');
  await app.settle();
  return star;
};
const waitingOf = async (star: Person) => (await star.client.call('GET /streaming/private/available-list', { query: {} })).data;

test('with a request the performer reads what the fan spent, until when they subscribe, and the own note of them; the fan reads none of it', async () => {
  const [star, other] = [await newPerformer(), await newPerformer()];
  const fan = await createFan(app);
  await topUp(app, fan, 60);
  await ask(fan, star);
  expect(await waitingOf(star)).toMatchObject([{ fan: { _id: fan.id, spent: 0, subscribedUntil: null, note: '' } }]);

  const { orderId } = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id } });
  await fan.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
  // Each performer's note is their own.
  const noted = [
    [star, 'Plays the viola.'],
    [other, 'Paints.'],
  ] as const;
  for (const [performer, note] of noted) {
    const id = await createConversation(fan, performer);
    await performer.client.call('PUT /conversations/{id}/note', { params: { id }, body: { note } });
  }
  const [request] = await waitingOf(star);
  const subscription = await app.platform.database
    .selectFrom('subscriptions')
    .select('expires_at')
    .where('fan_id', '=', fan.id)
    .executeTakeFirstOrThrow();
  expect(request!.fan).toMatchObject({ spent: 5, subscribedUntil: subscription.expires_at.toISOString(), note: 'Plays the viola.' });
  const own = await fan.client.call('GET /streaming/private-chat/{id}', { params: { id: request!._id } });
  expect(own.request.fan).toMatchObject({ spent: null, subscribedUntil: null, note: null });
  expect(JSON.stringify(own)).not.toContain('viola');
});
