import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, type Person, createAdmin, createFan, createFeed, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { eraseAccount } from './erase-account.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());

const register = async (username: string) => {
  const email = `${crypto.randomUUID().slice(0, 8)}@example.com`;
  const { status, error } = await app.client().send('POST /auth/register', {
    body: { username, email, password: PASSWORD, name: 'Somebody New', dateOfBirth: '1990-01-01' },
  });
  return status < 300 ? 'ok' : error.error;
};
/** The same name with a character that looks alike. */
const lookAlike = (username: string): string => username.replace('l', '1').replace('o', '0');

describe('the username of a deleted performer', () => {
  test('is given to nobody again, nor one that looks like it', async () => {
    const performer = await createPerformer(app, { admin });
    await eraseAccount(app.platform, performer.id, 'ordered');
    expect(await register(performer.username)).toBe('USERNAME_TAKEN');
    expect(await register(lookAlike(performer.username))).toBe('USERNAME_TAKEN');
    expect(await app.client().call('GET /auth/username', { query: { username: performer.username } })).toMatchObject({
      isAvailable: false,
    });
    const rows = await app.platform.database.selectFrom('reserved_usernames').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(performer.username);
  });

  test('is kept by an erasure that is repeated after a restore', async () => {
    const performer = await createPerformer(app, { admin });
    await eraseAccount(app.platform, performer.id, 'repeated');
    expect(await register(performer.username)).toBe('USERNAME_TAKEN');
  });
});

test('the username of a deleted fan is free again, and whoever takes it isn’t told what mentioned the one before', async () => {
  const fan = await createFan(app);
  const star = await createPerformer(app, { admin });
  const id = await createFeed(star, { photos: 0 });
  await eraseAccount(app.platform, fan.id, 'ordered');
  const author = await createFan(app);
  const comment = await author.client.call('POST /comments', {
    body: { objectType: 'feed', objectId: id, content: `Where is @${fan.username}?` },
    files: {},
  });
  await app.settle();
  expect(await register(fan.username)).toBe('ok');
  await app.settle();
  const { id: newId } = await app.platform.database
    .selectFrom('accounts')
    .select('id')
    .where('username', '=', fan.username)
    .executeTakeFirstOrThrow();
  expect(await app.platform.database.selectFrom('notifications').select('kind').where('account_id', '=', newId).execute()).toEqual([]);
  // The words stay words: nothing in the comment leads to an account.
  const [shown] = (await star.client.call('GET /comments/search', { query: { objectId: id } })).data;
  expect(shown).toMatchObject({ _id: comment._id, content: `Where is @${fan.username}?` });
});
