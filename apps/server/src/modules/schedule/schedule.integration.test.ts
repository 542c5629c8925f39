import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { watchRows } from '../../testing/changed-rows.ts';
import { type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { type TestNode, createShow, createTestNode } from '../../testing/test-node.ts';
import { remind } from './schedule.jobs.ts';

const MINUTE_MS = 60_000;
let app: TestApp;
let admin: Person;
let node: TestNode;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  node = createTestNode(app);
});
afterAll(() => app.close());

const inMinutes = (minutes: number): string => new Date(app.clock.now().getTime() + minutes * MINUTE_MS).toISOString();
const plan = (star: Person, minutes = 60, more: Record<string, unknown> = {}) =>
  star.client.call('POST /performer/schedule', { body: { title: 'Flamenco, open floor', startsAt: inMinutes(minutes), ...more } });
const coming = async (performer: string, client = app.client()) =>
  (await client.call('GET /streaming/schedule', { query: { performer } })).data;
const bell = (fan: Person, id: string, on = true) =>
  fan.client.call('PUT /streaming/schedule/{id}/reminder', { params: { id }, body: { on } });
/** The reminders that an account was sent, oldest first, without the performer's name. */
const told = async (person: Person): Promise<string[]> => {
  await app.settle();
  const { data } = await person.client.call('GET /notifications', { query: { limit: 50 } });
  return data
    .filter(({ kind }) => kind === 'reminder')
    .map(({ text }) => text.replace(/^.*? (?=goes|moved|has|cancelled)/, ''))
    .toReversed();
};

test('a performer plans, changes and cancels shows; everybody sees those that are ahead, the next first', async () => {
  const star = await createPerformer(app, { admin });
  const later = await plan(star, 120, { audience: 'followers' });
  const sooner = await plan(star, 60);
  expect(sooner).toMatchObject({ title: 'Flamenco, open floor', state: 'planned', audience: 'everyone', category: null, reminders: 0 });
  const seen = await coming(star.username);
  expect(seen.map(({ _id }) => _id)).toEqual([sooner._id, later._id]);
  expect(seen[0]).toMatchObject({ isReminded: false, reminders: null, performer: { username: star.username } });
  const params = { id: later._id };
  const body = { title: 'Later', startsAt: inMinutes(30), audience: 'everyone' as const };
  expect(await star.client.call('PUT /performer/schedule/{id}', { params, body })).toMatchObject({ title: 'Later', audience: 'everyone' });
  expect((await coming(star.id)).map(({ title }) => title)).toEqual(['Later', 'Flamenco, open floor']);
  expect((await star.client.call('DELETE /performer/schedule/{id}', { params })).state).toBe('cancelled');
  expect(await coming(star.username)).toHaveLength(1);
  const late = await star.client.send('PUT /performer/schedule/{id}', { params, body });
  expect(late.error?.error).toBe('SCHEDULE_STATE');
});

test('at most twenty are ahead, also when planned at the same moment', async () => {
  const star = await createPerformer(app, { admin });
  const answers = await Promise.all(
    Array.from({ length: 22 }, (_, index) =>
      star.client.send('POST /performer/schedule', { body: { title: `No. ${index}`, startsAt: inMinutes(60 + index) } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(answers.filter(({ error }) => error?.error === 'SCHEDULE_FULL')).toHaveLength(2);
});

test('bad plans are refused and change nothing', async () => {
  const star = await createPerformer(app, { admin });
  const other = await createPerformer(app, { admin });
  const { _id: id } = await plan(star);
  await app.settle();
  const changed = await watchRows(app);
  for (const body of [
    { title: '', startsAt: inMinutes(5) },
    { title: 'Past', startsAt: inMinutes(-1) },
    { title: 'Far', startsAt: inMinutes(181 * 24 * 60) },
    { title: 'No time', startsAt: 'tonight' },
    { title: 'Category', startsAt: inMinutes(5), categoryId: '01890000-0000-7000-8000-000000000000' },
    { title: 'Audience', startsAt: inMinutes(5), audience: 'buyers' },
  ])
    expect((await star.client.raw('POST /performer/schedule', { body })).status).toBe(422);
  const body = { title: 'Mine now', startsAt: inMinutes(9) };
  expect((await other.client.raw('PUT /performer/schedule/{id}', { params: { id }, body })).status).toBe(404);
  expect((await other.client.raw('DELETE /performer/schedule/{id}', { params: { id } })).status).toBe(404);
  expect((await star.client.raw('PUT /streaming/schedule/{id}/reminder', { params: { id }, body: { on: true } })).error.error).toBe(
    'OWN_ITEM',
  );
  expect(await changed()).toEqual({});
});

test('hidden performers’ shows are not seen by whom they blocked', async () => {
  const [star, fan] = [await createPerformer(app, { admin }), await createFan(app)];
  const { _id: id } = await plan(star);
  await star.client.call('POST /performer/block/users', { body: { userId: fan.id } });
  expect(await coming(star.username, fan.client)).toEqual([]);
  expect((await fan.client.send('PUT /streaming/schedule/{id}/reminder', { params: { id }, body: { on: true } })).status).toBe(404);
  const everything = await fan.client.call('GET /streaming/schedule', { query: { limit: 100 } });
  expect(everything.data.some(({ _id }) => _id === id)).toBe(false);
});

describe('reminders', () => {
  test('are sent ten minutes before, once; and again for another time', async () => {
    const [star, fan, other] = [await createPerformer(app, { admin }), await createFan(app), await createFan(app)];
    const { _id: id } = await plan(star, 30);
    expect((await bell(fan, id)).isReminded).toBe(true);
    await bell(fan, id);
    await bell(other, id);
    expect((await bell(other, id, false)).isReminded).toBe(false);
    expect((await star.client.call('GET /streaming/schedule', { query: { performer: star.id } })).data[0]?.reminders).toBe(1);
    await remind(app.platform);
    expect(await told(fan)).toEqual([]);
    app.clock.advance(20 * MINUTE_MS);
    await Promise.all([remind(app.platform), remind(app.platform)]);
    await remind(app.platform);
    expect(await told(fan)).toEqual(['goes live in a few minutes: Flamenco, open floor']);
    const body = { title: 'Flamenco', startsAt: inMinutes(60) };
    await star.client.call('PUT /performer/schedule/{id}', { params: { id }, body });
    // The notice has the title of when it is told.
    await app.settle();
    await star.client.call('PUT /performer/schedule/{id}', { params: { id }, body: { ...body, title: 'Flamenco again' } });
    expect((await told(fan)).slice(1)).toEqual(['moved a show to another time: Flamenco']);
    app.clock.advance(51 * MINUTE_MS);
    await remind(app.platform);
    expect((await told(fan)).slice(2)).toEqual(['goes live in a few minutes: Flamenco again']);
    expect(await told(other)).toEqual([]);
  });

  test('a cancelled show is told once, and nothing of it afterwards', async () => {
    const [star, fan] = [await createPerformer(app, { admin }), await createFan(app)];
    const { _id: id } = await plan(star, 30);
    await bell(fan, id);
    await star.client.call('DELETE /performer/schedule/{id}', { params: { id } });
    expect((await star.client.send('DELETE /performer/schedule/{id}', { params: { id } })).error?.error).toBe('SCHEDULE_STATE');
    app.clock.advance(25 * MINUTE_MS);
    await remind(app.platform);
    expect(await told(fan)).toEqual(['cancelled a show: Flamenco, open floor']);
    const late = await fan.client.send('PUT /streaming/schedule/{id}/reminder', { params: { id }, body: { on: true } });
    expect(late.error?.error).toBe('SCHEDULE_STATE');
  });

  test('going live within half an hour is the planned show; who wasn’t reminded yet is told', async () => {
    const [star, fan] = [await createPerformer(app, { admin }), await createFan(app)];
    const { _id: far } = await plan(star, 40);
    const { _id: near } = await plan(star, 20);
    await bell(fan, near);
    const { streamId } = await createShow(star, { node });
    await app.settle();
    const rows = await app.platform.database
      .selectFrom('planned_shows')
      .select(['id', 'state', 'stream_id'])
      .where('performer_id', '=', star.id)
      .execute();
    expect(rows.find(({ id }) => id === near)).toMatchObject({ state: 'begun', stream_id: streamId });
    expect(rows.find(({ id }) => id === far)).toMatchObject({ state: 'planned', stream_id: null });
    expect(await told(fan)).toEqual(['has started: Flamenco, open floor']);
    expect((await coming(star.username)).map(({ _id }) => _id)).toEqual([far]);
  });

  test('a plan of which nothing came is missed half an hour later', async () => {
    const star = await createPerformer(app, { admin });
    const { _id: id } = await plan(star, 5);
    app.clock.advance(34 * MINUTE_MS);
    await remind(app.platform);
    expect(await coming(star.username)).toHaveLength(1);
    app.clock.advance(2 * MINUTE_MS);
    expect(await coming(star.username)).toEqual([]);
    await remind(app.platform);
    const row = await app.platform.database.selectFrom('planned_shows').select('state').where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.state).toBe('missed');
  });
});

test('a show is there for calendars', async () => {
  const star = await createPerformer(app, { admin });
  const { _id: id } = await plan(star);
  const answer = await fetch(`${app.url}/api/streaming/schedule/${id}/calendar`);
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(await answer.text()).toContain(`/live/${star.username}`);
  await star.client.call('DELETE /performer/schedule/{id}', { params: { id } });
  expect((await fetch(`${app.url}/api/streaming/schedule/${id}/calendar`)).status).toBe(404);
});
