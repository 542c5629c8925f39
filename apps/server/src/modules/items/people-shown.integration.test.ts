import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendPaidMessage } from '../../testing/conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createPerformer, picture } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let admin: Person;
let star: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
});
afterAll(() => app.close());
beforeEach(() => admin.client.call('PUT /admin/settings', { body: { values: { peopleShownRequired: true } } }));

const uploaded = async () => (await star.client.call('POST /feeds/files/photo/upload', { files: { file: await picture() } }))._id;
const publish = async (more: object) =>
  star.client.send('POST /performer/feeds', { body: { text: 'Rehearsal', fileIds: [await uploaded()], ...more } });
const itemsOf = () => app.platform.database.selectFrom('items').select('id').where('performer_id', '=', star.id).execute();

test('nothing with files is published before its performer says who can be seen in it', async () => {
  const before = await itemsOf();
  const refused = await publish({});
  expect([refused.status, refused.error.message]).toEqual([
    422,
    [{ property: 'peopleShown', constraints: { required: expect.any(String) as string } }],
  ]);
  const photo = await star.client.send('POST /performer/performer-assets/photos', { body: { fileId: await uploadedPhoto() } });
  expect(photo.error.message).toEqual([expect.objectContaining({ property: 'peopleShown' })]);
  expect(await itemsOf()).toEqual(before);
  // Words alone show nobody.
  expect((await star.client.send('POST /performer/feeds', { body: { text: 'Tonight at eight.' } })).status).toBe(201);
});

test('the answer is kept with the item, and an edit that takes it back is refused', async () => {
  const { data } = await publish({ peopleShown: 'self' });
  const { _id: id } = data!;
  const row = () =>
    app.platform.database.selectFrom('item_contents').select(['people_shown', 'text']).where('item_id', '=', id).executeTakeFirst();
  expect(await row()).toEqual({ people_shown: 'self', text: 'Rehearsal' });
  const edited = await star.client.send('PUT /performer/feeds/{id}', { params: { id }, body: { text: 'Other', peopleShown: null } });
  expect([edited.status, await row()]).toEqual([422, { people_shown: 'self', text: 'Rehearsal' }]);
});

test('others who can be seen must be approved participants', async () => {
  const refused = await publish({ peopleShown: 'others' });
  expect(refused.error.message).toEqual([expect.objectContaining({ property: 'participantIds' })]);
});

test('a paid message goes out without the question', async () => {
  const fan = await createFan(app);
  await star.client.call('PUT /performers', { body: { messagesFrom: 'everyone' } });
  const { _id: conversationId } = await fan.client.call('POST /conversations', { body: { source: 'performer', sourceId: star.id } });
  expect(await sendPaidMessage(star, conversationId)).toEqual(expect.any(String));
});

test('a draft waits for the answer until it is published', async () => {
  const draft = await star.client.call('POST /performer/feeds/draft', { body: { text: 'Soon', fileIds: [await uploaded()] } });
  const params = { id: draft._id };
  const change = (body: object) => star.client.send('POST /performer/feeds/draft/{id}', { params, body });
  expect((await change({ text: 'Sooner' })).status).toBe(200);
  const state = () => app.platform.database.selectFrom('items').select('state').where('id', '=', draft._id).executeTakeFirst();
  expect((await change({ publish: true })).status).toBe(422);
  expect(await state()).toEqual({ state: 'draft' });
  expect((await change({ publish: true, peopleShown: 'nobody' })).status).toBe(200);
  expect(await state()).toEqual({ state: 'active' });
});

test('review and this question are on by default while a card company is connected, and the owner’s choice stands', async () => {
  const { settings } = app.platform;
  await settings.reset(['peopleShownRequired'], admin.id);
  const values = () => [settings.get('peopleShownRequired'), settings.get('reviewBeforePublishing')];
  expect(values()).toEqual([false, false]);
  settings.derive({ ccbillEnabled: () => true, verotelEnabled: () => false });
  expect(values()).toEqual([true, true]);
  expect(settings.defaultOf('reviewBeforePublishing')).toBe(true);
  await admin.client.call('PUT /admin/settings', { body: { values: { reviewBeforePublishing: false } } });
  expect(values()).toEqual([true, false]);
});

const uploadedPhoto = async () =>
  (await star.client.call('POST /performer/performer-assets/photos/upload', { files: { file: await picture() } }))._id;
