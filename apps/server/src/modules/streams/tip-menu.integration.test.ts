import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchRows } from '../../testing/changed-rows.ts';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());

const setMenu = (star: Person, acts: unknown) => star.client.raw('PUT /performer/tip-menu', { body: { acts } });
const menuOf = async (star: Person, client = app.client()) =>
  (await client.call('GET /streaming/tip-menu/{id}', { params: { id: star.username } })).acts.map(({ title, price }) => [title, price]);

test('a tip menu is set whole, in its order, and seen by whoever sees the performer', async () => {
  const [star, fan] = [await createPerformer(app, { admin }), await createFan(app)];
  expect(await menuOf(star)).toEqual([]);
  await setMenu(star, [
    { title: 'Play it again', price: 10 },
    { title: 'Your name in a song', price: '25.50' },
  ]);
  expect(await menuOf(star)).toEqual([
    ['Play it again', 10],
    ['Your name in a song', 25.5],
  ]);
  await Promise.all([setMenu(star, [{ title: 'A', price: 1 }]), setMenu(star, [{ title: 'B', price: 2 }])]);
  expect(await menuOf(star)).toHaveLength(1);
  await star.client.call('POST /performer/block/users', { body: { userId: fan.id } });
  expect((await fan.client.send('GET /streaming/tip-menu/{id}', { params: { id: star.id } })).status).toBe(404);
});

test('bad menus are refused and change nothing', async () => {
  const star = await createPerformer(app, { admin });
  await setMenu(star, [{ title: 'Bach', price: 5 }]);
  await app.settle();
  const changed = await watchRows(app);
  for (const acts of [
    [{ title: '', price: 5 }],
    [{ title: 'x'.repeat(61), price: 5 }],
    [{ title: 'Free', price: 0 }],
    [{ title: 'Less', price: -1 }],
    [{ title: 'Odd', price: '1.234' }],
    Array.from({ length: 13 }, () => ({ title: 'Many', price: 1 })),
    'Bach',
  ])
    expect((await setMenu(star, acts)).status).toBe(422);
  expect(await changed()).toEqual({});
});

test('goals follow one another', async () => {
  const [star, fan] = [await createPerformer(app, { admin }), await createFan(app)];
  await topUp(app, fan, 100);
  const goal = { title: 'Encore', amount: 20 };
  const nextGoals = [{ title: 'Libertango', amount: 30 }];
  const { session } = await star.client.call('POST /streaming/live', { body: { title: 'Bach', goal, nextGoals } });
  expect(session).toMatchObject({ goal: { title: 'Encore', raised: 0 }, goals: { reached: 0, total: 2 } });
  const tip = async (amount: number) => {
    const body = { amount, message: '', streamId: session._id };
    await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body });
    await app.settle();
    return app.client().call('GET /streaming/view/{id}', { params: { id: session._id } });
  };
  expect(await tip(15)).toMatchObject({ goal: { title: 'Encore', raised: 15 }, goals: { reached: 0 } });
  expect(await tip(10)).toMatchObject({ goal: { title: 'Libertango', amount: 30, raised: 5 }, goals: { reached: 1 } });
  expect(await tip(40)).toMatchObject({ goal: { title: 'Libertango', raised: 45 }, goals: { reached: 2 } });
  const tooMany = Array.from({ length: 10 }, () => goal);
  expect((await star.client.raw('POST /streaming/live', { body: { title: 'Bach', goal, nextGoals: tooMany } })).status).toBe(422);
});
