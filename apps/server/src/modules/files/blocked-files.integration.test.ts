import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createPerformer, picture } from '../../testing/factories.ts';
import { watchRows } from '../../testing/changed-rows.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let admin: Person;
let star: Person;
let other: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  other = await createPerformer(app, { admin });
});
afterAll(() => app.close());

const upload = (by: Person, file: Blob) => by.client.send('POST /feeds/files/photo/upload', { files: { file } });
const publish = async (by: Person, file: Blob): Promise<string> => {
  const { _id: fileId } = (await upload(by, file)).data;
  return (await by.client.call('POST /performer/feeds', { body: { fileIds: [fileId] } }))._id;
};
const act = (id: string, action: 'take-down' | 'restore') =>
  admin.client.call(
    `POST /admin/content/{id}/${action}` as 'POST /admin/content/{id}/take-down',
    {
      params: { id },
      ...(action === 'take-down' ? { body: { note: 'Not allowed.' } } : {}),
    } as never,
  );

test('the bytes of what was taken down are refused from everybody, everywhere, and logged; shown again, they are accepted', async () => {
  const [bad, fine] = [await picture({ hue: 10 }), await picture({ hue: 120 })];
  const feedId = await publish(star, bad);
  await act(feedId, 'take-down');
  await app.settle();
  const changed = await watchRows(app);
  const refused = [
    await upload(star, bad),
    await upload(other, bad),
    await other.client.send('POST /performers/avatar/upload', { files: { avatar: bad } }),
    await other.client.send('POST /gift/image', { files: { file: bad } }),
    await (await createFan(app)).client.send('POST /users/avatar/upload', { files: { avatar: bad } }),
  ];
  expect(refused.map(({ status, error }) => [status, error.error])).toEqual(refused.map(() => [422, 'FILE_BLOCKED']));
  await app.settle();
  // Besides the fan who was signed up.
  expect((await changed())['public.files']).toBeUndefined();
  const log = await admin.client.call('GET /admin/audit', { query: { action: 'files.refused' } });
  expect(log.total).toBe(refused.length);
  expect(log.data.some(({ actor }) => actor?._id === other.id)).toBe(true);
  expect((await upload(other, fine)).status).toBe(201);
  await act(feedId, 'restore');
  expect((await upload(other, bad)).status).toBe(201);
});

test('a file of two items stays refused until both are shown again', async () => {
  const file = await picture({ hue: 230 });
  const [one, two] = [await publish(star, file), await publish(other, file)];
  await act(one, 'take-down');
  await act(two, 'take-down');
  await act(one, 'restore');
  expect((await upload(star, file)).error.error).toBe('FILE_BLOCKED');
  await act(two, 'restore');
  expect((await upload(star, file)).status).toBe(201);
});
