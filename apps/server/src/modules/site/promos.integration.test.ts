import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createPerformer, picture } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let admin: Person;
let fan: Person;
let performer: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  fan = await createFan(app);
  performer = await createPerformer(app, { admin });
});
afterAll(() => app.close());

const promo = (en: string, change: Record<string, unknown> = {}) => ({
  title: { en, es: `${en} (es)` },
  text: { en: 'Tonight' },
  button: { en: 'Look' },
  link: '/discover',
  audience: 'everyone' as const,
  isActive: true,
  startsAt: null,
  endsAt: null,
  ...change,
});
const create = (body: ReturnType<typeof promo>) => admin.client.call('POST /admin/promos', { body });
const seenBy = async (client: Person['client'], headers = {}) =>
  (await client.call('GET /site-promo', { headers })).data.map(({ title }) => title);

test('each caller sees the current promos for them, in order and language', async () => {
  const at = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString();
  const all = await create(promo('All'));
  await create(promo('Visitors', { audience: 'visitors' }));
  await create(promo('Fans', { audience: 'fans' }));
  await create(promo('Performers', { audience: 'performers' }));
  await create(promo('Off', { isActive: false }));
  const later = await create(promo('Later', { startsAt: at(3_600_000), endsAt: at(7_200_000) }));
  await create(promo('Over', { endsAt: at(-1000) }));
  expect(await seenBy(app.client())).toEqual(['All', 'Visitors']);
  expect(await seenBy(fan.client)).toEqual(['All', 'Fans']);
  expect(await seenBy(performer.client)).toEqual(['All', 'Performers']);
  expect(await seenBy(fan.client, { cookie: 'locale=es' })).toEqual(['All (es)', 'Fans (es)']);
  app.clock.advance(3_700_000);
  expect(await seenBy(app.client())).toEqual(['All', 'Visitors', 'Later']);
  await admin.client.call('PUT /admin/promos/order', { body: { ids: [later._id] } });
  expect(await seenBy(app.client())).toEqual(['Later', 'All', 'Visitors']);
  await admin.client.call('PUT /admin/promos/{id}', { params: { id: all._id }, body: promo('Nobody', { isActive: false }) });
  expect(await seenBy(app.client())).toEqual(['Later', 'Visitors']);
  const notes = await app.platform.database
    .selectFrom('audit_log')
    .select(['action', 'detail'])
    .where('object_kind', '=', 'promo')
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(notes.map(({ action }) => action)).toEqual(['promos.updated', 'promos.ordered']);
  expect(notes[0]?.detail).toMatchObject({
    from: { title: { en: 'All' }, isActive: true },
    to: { title: { en: 'Nobody' }, isActive: false },
  });
});

test('a picture is set, replaced, and deleted with the promo', async () => {
  const { _id: id } = await create(promo('With a picture'));
  const files = () => app.platform.database.selectFrom('files').select('id').where('purpose', '=', 'promo').execute();
  const first = await admin.client.call('POST /admin/promos/{id}/picture/upload', { params: { id }, files: { picture: await picture() } });
  const [before] = await files();
  const address = first.picture!.sources[0]!.url;
  expect((await fetch(app.url + address)).status).toBe(200);
  await admin.client.call('POST /admin/promos/{id}/picture/upload', { params: { id }, files: { picture: await picture() } });
  await app.settle();
  const after = await files();
  expect([after.length, after[0]?.id === before?.id, (await fetch(app.url + address)).status]).toEqual([1, false, 404]);
  await admin.client.call('DELETE /admin/promos/{id}', { params: { id } });
  await app.settle();
  expect([await files(), (await admin.client.send('DELETE /admin/promos/{id}', { params: { id } })).status]).toEqual([[], 404]);
});

test.each([
  ['link', { link: 'javascript:alert(1)' }],
  ['link', { link: '//evil.example' }],
  ['endsAt', { startsAt: '2030-01-02T00:00:00.000Z', endsAt: '2030-01-01T00:00:00.000Z' }],
  ['title', { title: { es: 'Solo' } }],
  ['audience', { audience: 'nobody' }],
])('an invalid %s is refused', async (property, change) => {
  const answer = await admin.client.raw('POST /admin/promos', { body: promo('Wrong', change) });
  expect([answer.status, (answer.error.message as readonly { property: string }[])[0]?.property]).toEqual([422, property]);
});
