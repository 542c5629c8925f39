import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { copyOf, original } from '../../testing/copied-pictures.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { hashExisting, lookBack } from '../files/index.ts';

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
beforeEach(async () => {
  // Each test takes another picture down; what waits from the one before is decided.
  for (const row of await queue()) await decide(row, 'different');
});
afterAll(() => app.close());

const upload = async (by: Person, file: Blob): Promise<string> =>
  (await by.client.call('POST /feeds/files/photo/upload', { files: { file } }))._id;
const publish = async (by: Person, fileId: string): Promise<string> =>
  (await by.client.call('POST /performer/feeds', { body: { fileIds: [fileId] } }))._id;
const takeDown = async (id: string): Promise<void> => {
  await admin.client.call('POST /admin/content/{id}/take-down', { params: { id }, body: { note: 'Not allowed.' } });
};
const restore = (id: string) => admin.client.call('POST /admin/content/{id}/restore', { params: { id } });
const takenDown = async (name: string): Promise<string> => {
  const id = await publish(star, await upload(star, await original(name)));
  await takeDown(id);
  return id;
};
const stateOf = async (id: string): Promise<string> => {
  await app.settle();
  return (await app.platform.database.selectFrom('items').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
};
const queue = async () => (await admin.client.call('GET /admin/copies', { query: { limit: 100 } })).data;
type Row = Awaited<ReturnType<typeof queue>>[number];
const send = (row: Row, decision: 'different' | 'copy', note = 'It is the same picture.') =>
  admin.client.send('POST /admin/copies/{id}/decide', {
    params: { id: row._id },
    body: { decision, matchIds: row.matches.map(({ _id }) => _id), note },
  });
const decide = async (row: Row, decision: 'different' | 'copy'): Promise<void> => {
  expect((await send(row, decision)).status).toBe(200);
  await app.settle();
};

describe('a copy of what was taken down', () => {
  test('waits for review whatever the settings say, beside the original, and its performer reads no reason', async () => {
    const source = await takenDown('covers/luna');
    const fileId = await upload(other, await copyOf('covers/luna'));
    const id = await publish(other, fileId);
    expect(await stateOf(id)).toBe('review');
    const [row, ...rest] = await queue();
    expect(rest).toEqual([]);
    expect(row).toMatchObject({ _id: fileId, owner: { _id: other.id }, item: { _id: id, kind: 'feed', state: 'review' }, isListed: false });
    expect(row!.matches).toMatchObject([{ objectKind: 'item', objectId: source, frames: 1 }]);
    expect(row!.matches[0]!.distance).toBeLessThan(16);
    expect(row!.matches[0]!.blocked?.picture?.sources.length).toBeGreaterThan(0);
    const own = await other.client.call('GET /performer/feeds/{id}', { params: { id } });
    expect(JSON.stringify(own)).not.toMatch(/cop(y|ies)|match|distance/i);
    expect((await admin.client.call('GET /admin/reviews', {})).data.map(({ _id }) => _id)).toContain(id);
  });

  test('that is found to be different is shown, and the same file is never asked about again', async () => {
    await takenDown('covers/maeve');
    const file = await copyOf('covers/maeve');
    const id = await publish(other, await upload(other, file));
    const [row] = await queue();
    await decide(row!, 'different');
    expect(await stateOf(id)).toBe('active');
    expect(await stateOf(await publish(star, await upload(star, file)))).toBe('active');
    expect(await queue()).toEqual([]);
  });

  test('that is approved with its item is different from then on', async () => {
    await takenDown('covers/noor');
    const id = await publish(other, await upload(other, await copyOf('covers/noor')));
    await app.settle();
    const { version } = await admin.client.call('GET /admin/reviews/{id}', { params: { id } });
    await admin.client.call('POST /admin/reviews/{id}/approve', { params: { id }, body: { version } });
    expect(await stateOf(id)).toBe('active');
    expect(await queue()).toEqual([]);
  });

  test('that is refused becomes a rejected draft with the reason, and its bytes are refused like the original', async () => {
    await takenDown('covers/mara');
    const file = await copyOf('covers/mara');
    const fileId = await upload(other, file);
    const id = await publish(other, fileId);
    const [row] = await queue();
    expect((await send(row!, 'copy', '')).error.error).toBe('REASON_REQUIRED');
    await decide(row!, 'copy');
    expect(await stateOf(id)).toBe('draft');
    expect((await other.client.call('GET /performer/feeds/{id}', { params: { id } })) as unknown).toMatchObject({});
    expect((await other.client.send('POST /performer/feeds', { body: { fileIds: [fileId] } })).error.error).toBe('FILE_BLOCKED');
    expect((await star.client.send('POST /feeds/files/photo/upload', { files: { file } })).error.error).toBe('FILE_BLOCKED');
    expect((await send(row!, 'different')).error.error).toBe('REVIEW_STATE');
  });

  test('isn’t asked about once the original is shown again', async () => {
    const source = await takenDown('covers/jun.sato');
    await publish(other, await upload(other, await copyOf('covers/jun.sato')));
    expect(await queue()).toHaveLength(1);
    await restore(source);
    expect(await queue()).toEqual([]);
    expect(await stateOf(await publish(other, await upload(other, await copyOf('covers/jun.sato'))))).toBe('active');
  });

  test('that is added to a shown item takes the item out of sight', async () => {
    await takenDown('covers/luca.ferro');
    const first = await upload(other, await original('covers/dario.silva'));
    const id = await publish(other, first);
    expect(await stateOf(id)).toBe('active');
    const copy = await upload(other, await copyOf('covers/luca.ferro', (picture) => picture.flop()));
    await other.client.call('PUT /performer/feeds/{id}', { params: { id }, body: { fileIds: [first, copy] } });
    expect(await stateOf(id)).toBe('review');
  });
});

describe('a file that no item reviews', () => {
  test('can’t be used until it is decided: then it can, or is blocked', async () => {
    await takenDown('avatars/kwame');
    const fan = await createFan(app);
    const [fine, bad] = [
      await copyOf('avatars/kwame', (picture) => picture.resize({ width: 300 })),
      await copyOf('avatars/kwame', (picture) => picture.modulate({ brightness: 1.1 })),
    ];
    const set = async (avatar: Blob): Promise<string> => {
      const sent = await fan.client.send('POST /users/avatar/upload', { files: { avatar } });
      return sent.status < 300 ? 'set' : `${sent.status} ${sent.error.error}`;
    };
    expect(await set(fine)).toBe('409 FILE_IN_REVIEW');
    await decide((await queue())[0]!, 'different');
    expect(await set(fine)).toBe('set');
    expect(await set(bad)).toBe('409 FILE_IN_REVIEW');
    await decide((await queue())[0]!, 'copy');
    expect(await set(bad)).toBe('422 FILE_BLOCKED');
  });
});

describe('copies that were stored before', () => {
  test('are found when the original is taken down, and leave sight until they are decided', async () => {
    const copied = await publish(other, await upload(other, await copyOf('covers/freya.glas')));
    expect(await stateOf(copied)).toBe('active');
    await takenDown('covers/freya.glas');
    expect(await lookBack(app.platform, AbortSignal.timeout(60_000))).toBe(1);
    expect(await stateOf(copied)).toBe('review');
    await decide((await queue())[0]!, 'different');
    expect(await stateOf(copied)).toBe('active');
    expect(await lookBack(app.platform, AbortSignal.timeout(60_000))).toBe(0);
  });

  test('are closed to readers while they wait in a comment, and open again once they are found to be different', async () => {
    const feedId = await createFeed(star, { photos: 0, text: 'For all.' });
    const { attachment } = await other.client.call('POST /comments', {
      body: { objectType: 'feed', objectId: feedId, content: 'Look.' },
      files: { file: await copyOf('covers/amara.diallo') },
    });
    const address = `${app.url}${attachment!.sources[0]!.url}`;
    const isOpen = (status: number, token?: string | null) =>
      vi.waitFor(async () => {
        const answer = await fetch(address, token ? { headers: { authorization: token } } : {});
        await answer.arrayBuffer();
        expect(answer.status).toBe(status);
      });
    await isOpen(200);
    await takenDown('covers/amara.diallo');
    await lookBack(app.platform, AbortSignal.timeout(60_000));
    await isOpen(403);
    await isOpen(200, admin.client.token);
    await decide((await queue())[0]!, 'different');
    await isOpen(200);
  });

  test('and are found to be copies are removed with a statement of reasons, and come back after an appeal', async () => {
    const feedId = await createFeed(star, { photos: 0, text: 'For all.' });
    const fan = await createFan(app);
    const copy = () => copyOf('avatars/ada.b');
    const { _id: commentId } = await fan.client.call('POST /comments', {
      body: { objectType: 'feed', objectId: feedId, content: 'Look at this.' },
      files: { file: await copy() },
    });
    await other.client.call('POST /users/avatar/upload', { files: { avatar: await copy() } });
    await takenDown('avatars/ada.b');
    await lookBack(app.platform, AbortSignal.timeout(60_000));
    const waiting = await queue();
    expect(waiting.map(({ purpose }) => purpose).sort()).toEqual(['avatar', 'comment']);
    for (const row of waiting) await decide(row, 'copy');

    const comments = async () =>
      (await star.client.call('GET /comments/search', { query: { objectType: 'feed', objectId: feedId } })).data.map(({ _id }) => _id);
    const avatarOf = async () => (await other.client.call('GET /users/me')).avatar;
    expect(await comments()).toEqual([]);
    expect(await avatarOf()).toBe('/no-avatar.png');
    const decisions = async (of: Person) => (await of.client.call('GET /account/decisions', {})).data;
    const [about] = await decisions(fan);
    expect(about).toMatchObject({
      object: { kind: 'comment', title: 'Look at this.' },
      measure: 'removed',
      facts: 'It is the same picture.',
    });
    const [aboutAvatar] = await decisions(other);
    expect(aboutAvatar).toMatchObject({ object: { kind: 'avatar' }, measure: 'removed' });

    for (const [of, { _id: id }] of [
      [fan, about!],
      [other, aboutAvatar!],
    ] as const) {
      await of.client.call('POST /account/decisions/{id}/appeal', { params: { id }, body: { text: 'I took it myself.' } });
      await admin.client.call('POST /admin/appeals/{id}/decide', { params: { id }, body: { decision: 'upheld', note: 'So it is.' } });
    }
    await app.settle();
    expect(await comments()).toEqual([commentId]);
    const address = await avatarOf();
    await vi.waitFor(async () => {
      const answer = await fetch(`${app.url}${address}`);
      await answer.arrayBuffer();
      expect(answer.status).toBe(200);
    });
    // The same picture isn't asked about again.
    expect((await fan.client.send('POST /users/avatar/upload', { files: { avatar: await copy() } })).status).toBeLessThan(300);
  });

  test('are hashed in the background, and found by that', async () => {
    const fileId = await upload(other, await copyOf('covers/ines.valdemar'));
    const copied = await publish(other, fileId);
    const { database } = app.platform;
    await database.deleteFrom('file_hashes').where('file_id', '=', fileId).execute();
    await database.updateTable('files').set({ hashed_at: null }).where('id', '=', fileId).execute();
    await takenDown('covers/ines.valdemar');
    expect(await hashExisting(app.platform, AbortSignal.timeout(60_000))).toBeGreaterThan(0);
    expect(await stateOf(copied)).toBe('review');
  });

  test('that are of a taken-down item which wasn’t hashed count from when they are', async () => {
    const fileId = await upload(star, await original('covers/priya.paints'));
    const source = await publish(star, fileId);
    const { database } = app.platform;
    await database.deleteFrom('file_hashes').where('file_id', '=', fileId).execute();
    await database.updateTable('files').set({ hashed_at: null }).where('id', '=', fileId).execute();
    await takeDown(source);
    await hashExisting(app.platform, AbortSignal.timeout(60_000));
    expect(await stateOf(await publish(other, await upload(other, await copyOf('covers/priya.paints'))))).toBe('review');
  });
});

test('a decision names all that was looked at', async () => {
  await takenDown('covers/theo.okafor');
  await upload(other, await copyOf('covers/theo.okafor'));
  const [row] = await queue();
  const sent = await admin.client.send('POST /admin/copies/{id}/decide', {
    params: { id: row!._id },
    body: { decision: 'different', matchIds: [admin.id], note: '' },
  });
  expect(sent.error.error).toBe('REVIEW_STATE');
  expect(await queue()).toHaveLength(1);
});
