import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createConversation, openMessages, writeMessage } from '../../testing/conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, picture } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createVideo } from '../../testing/video-fixtures.ts';

let app: TestApp;
/** Another node of the same site. */
let other: TestApp;
let admin: Person;
let second: Person;
beforeAll(async () => {
  app = await createTestApp();
  other = await createTestApp({ database: app.testDatabase, dataDirectory: app.dataDirectory, environment: { ROLES: 'web' } });
  admin = await createAdmin(app);
  second = await createAdmin(app);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

/** The addresses of files in an answer. */
const addressesIn = (answer: unknown): string[] => [...new Set(JSON.stringify(answer).match(/\/files\/[^"\\]+/g))];

interface World {
  owner: Person;
  reader: Person;
  type: string;
  id: string;
  addresses: string[];
}

/** Addresses that an answer has once its files are ready. */
const addressesOf = async (read: () => Promise<unknown>): Promise<string[]> => {
  await app.settle();
  return vi.waitFor(
    async () => {
      const addresses = addressesIn(await read());
      expect(addresses).not.toEqual([]);
      return addresses;
    },
    { timeout: 20_000 },
  );
};

const performerAndFan = async () => ({ owner: await createPerformer(app, { admin }), reader: await createFan(app) });

const WORLDS: Record<string, () => Promise<World>> = {
  async 'a post with a photo'() {
    const { owner, reader } = await performerAndFan();
    const id = await createFeed(owner);
    const addresses = await addressesOf(() => app.client().call('GET /feeds/{id}', { params: { id } }));
    return { owner, reader, type: 'feed', id, addresses };
  },
  async 'a film with its playlists and segments'() {
    const { owner, reader } = await performerAndFan();
    const { _id: id } = await createVideo(owner);
    const addresses = await vi.waitFor(
      async () => {
        await app.settle();
        const found = addressesIn(await reader.client.call('GET /performer-assets/videos/{id}', { params: { id } }));
        expect(found.some((address) => address.includes('.m3u8'))).toBe(true);
        return found;
      },
      { timeout: 30_000, interval: 100 },
    );
    for (const address of addresses)
      if (address.includes('.m3u8')) {
        const manifest = await (await fetch(`${app.url}${address}`)).text();
        addresses.push(...[...new Set(manifest.match(/\/files\/[^"\s]+/g))].filter((one) => !addresses.includes(one)));
      }
    expect(addresses.some((address) => address.includes('.m4s'))).toBe(true);
    return { owner, reader, type: 'video', id, addresses };
  },
  async 'a private message with a picture'() {
    const { owner, reader } = await performerAndFan();
    await openMessages(owner);
    const conversation = await createConversation(reader, owner);
    await writeMessage(owner, conversation, 'Hello.');
    const { _id: fileId } = await owner.client.call('POST /messages/private/photo', { files: { file: await picture() } });
    const { _id: id } = await owner.client.call('POST /messages/conversations/{id}', {
      params: { id: conversation },
      body: { text: 'Backstage', fileId: [fileId] },
    });
    const addresses = await addressesOf(async () =>
      (await reader.client.call('GET /messages/conversations/{id}', { params: { id: conversation } })).data.find(({ _id }) => _id === id),
    );
    return { owner, reader, type: 'message', id, addresses };
  },
  async 'a comment with a picture'() {
    const { owner, reader } = await performerAndFan();
    const objectId = await createFeed(await createPerformer(app, { admin }), { photos: 0, text: 'For all.' });
    const { _id: id, attachment } = await owner.client.call('POST /comments', {
      body: { objectType: 'feed', objectId, content: 'Look.' },
      files: { file: await picture() },
    });
    return { owner, reader, type: 'comment', id, addresses: await addressesOf(async () => attachment) };
  },
  async 'the avatar of a fan'() {
    const owner = await createFan(app);
    const reader = await createPerformer(app, { admin });
    const uploaded = await owner.client.call('POST /users/avatar/upload', { body: {}, files: { avatar: await picture() } } as never);
    return { owner, reader, type: 'avatar', id: owner.id, addresses: await addressesOf(async () => uploaded) };
  },
  async 'the cover of a performer'() {
    const { owner, reader } = await performerAndFan();
    await owner.client.call('POST /performers/cover/upload', { body: {}, files: { cover: await picture() } } as never);
    const read = async () => ({ cover: (await app.client().call('GET /performers/{id}', { params: { id: owner.username } })).cover });
    return { owner, reader, type: 'cover', id: owner.id, addresses: await addressesOf(read) };
  },
};

const statusesOf = async (addresses: readonly string[], { by, at = app }: { by?: Person; at?: TestApp } = {}): Promise<number[]> => {
  const headers = by ? { authorization: by.client.token! } : {};
  const answers = await Promise.all(addresses.map((address) => fetch(`${at.url}${address}`, { headers })));
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  return [...new Set(answers.map(({ status }) => status))];
};
/** The nodes hear of a commit by themselves. */
const expectHeld = (addresses: readonly string[], status: number) =>
  vi.waitFor(async () => expect([await statusesOf(addresses), await statusesOf(addresses, { at: other })]).toEqual([[status], [status]]), {
    timeout: 2000,
    interval: 20,
  });

test.each(Object.entries(WORLDS))('%s: addresses handed out before are closed while it is hidden, on every node', async (_name, make) => {
  const { owner, reader, type, id, addresses } = await make();
  await expectHeld(addresses, 200);
  const sent = await reader.client.send('POST /reports', { body: { objectType: type, objectId: id, reason: 'notConsented' } as never });
  expect(sent.status).toBe(201);
  await expectHeld(addresses, 403);
  expect(await statusesOf(addresses, { by: reader })).toEqual([403]);
  expect(await statusesOf(addresses, { by: owner })).toEqual([200]);
  expect(await statusesOf(addresses, { by: admin })).toEqual([200]);
  const { contents } = await admin.client.call('GET /admin/reports/{id}', { params: { id: sent.data._id } });
  expect(await statusesOf(addressesIn(contents), { by: admin })).toEqual([200]);

  await admin.client.call('POST /admin/reports/{id}/decide', {
    params: { id: sent.data._id },
    body: { decision: 'upheld', note: 'We looked.' },
  });
  await app.settle();
  await expectHeld(addresses, 403);
  // A node that starts now reads what is held.
  const late = await createTestApp({ database: app.testDatabase, dataDirectory: app.dataDirectory, environment: { ROLES: 'web' } });
  try {
    expect(await statusesOf(addresses, { at: late })).toEqual([403]);
  } finally {
    await late.close();
  }

  const decision = (await owner.client.call('GET /account/decisions')).data.find(({ object }) => object._id === id)!;
  await owner.client.call('POST /account/decisions/{id}/appeal', {
    params: { id: decision._id },
    body: { text: 'Everybody agreed to it.' },
  });
  const appealed = await second.client.call('GET /admin/appeals/{id}', { params: { id: decision._id } });
  expect(appealed).toMatchObject({ kind: 'appeal', text: 'Everybody agreed to it.' });
  expect(await statusesOf(addressesIn(appealed.contents), { by: second })).toEqual([200]);
  await second.client.call('POST /admin/appeals/{id}/decide', {
    params: { id: decision._id },
    body: { decision: 'upheld', note: 'Right.' },
  });
  await app.settle();
  await expectHeld(addresses, 200);
});

test('a photo that another post shows stays open there, until that is hidden too', async () => {
  const { owner, reader } = await performerAndFan();
  const { _id: fileId } = await owner.client.call('POST /feeds/files/photo/upload', { files: { file: await picture() } });
  const posts: string[] = [];
  for (const text of ['One', 'Two'])
    posts.push(
      (
        await owner.client.call('POST /performer/feeds', {
          body: { text, title: '', audience: 'everyone', price: null, fileIds: [fileId] },
        })
      )._id,
    );
  const addresses = await addressesOf(() => app.client().call('GET /feeds/{id}', { params: { id: posts[0]! } }));
  for (const [index, id] of posts.entries()) {
    await reader.client.call('POST /reports', { body: { objectType: 'feed', objectId: id, reason: 'underage' } });
    await expectHeld(addresses, index === 0 ? 200 : 403);
    expect(await statusesOf(addresses, { by: admin })).toEqual([200]);
  }
});
