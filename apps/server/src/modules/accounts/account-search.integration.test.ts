import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillIndex, forgetReading } from '../../platform/search/search-indexes.ts';
import { createConversation, openMessages } from '../../testing/conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { suggestNames } from '../performers/index.ts';
import { ACCOUNT_SEARCH } from './account-search.store.ts';
import { eraseAccount } from './erase-account.ts';

// Searches find people by words that are written with their names, or by a job.

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  await openMessages(star);
  fan = await createFan(app);
});
afterAll(() => app.close());

const { cases } = JSON.parse(readFileSync(new URL('../../platform/search/search.vectors.json', import.meta.url), 'utf8')) as {
  cases: { n: number; text: string; query: string; found: boolean }[];
};

const fill = (signal = new AbortController().signal) => fillIndex(app.platform, ACCOUNT_SEARCH, signal);
const performers = async (q: string, who?: Person) =>
  (await (who?.client ?? app.client()).call('GET /performers/search', { query: { q, limit: 50 } })).data.map(({ _id }) => _id);
const suggested = async (q: string) => (await suggestNames(app.platform, { kind: 'visitor' }, null, q, 50)).map(({ _id }) => _id);
const conversations = async (q: string, who = star) =>
  (await who.client.call('GET /conversations/search', { query: { q } })).data.map(({ _id }) => _id);
const people = async (q: string) => (await admin.client.call('GET /admin/users', { query: { q } })).data.map(({ _id }) => _id);
const state = async () =>
  (
    await sql<{ reads: string; written: string; filled_to: string | null }>`
      select reads, written, filled_to from search_indexes where name = 'accounts'`.execute(app.platform.database)
  ).rows[0]!;
const storedOf = async (id: string) =>
  (await sql<{ words: string }>`select words::text from account_search where account_id = ${id}::uuid`.execute(app.platform.database))
    .rows[0]!.words;

describe('names in every script', () => {
  test('find a performer, a suggestion, a conversation and an account, or don’t, as each case says', async () => {
    const talk = await createConversation(fan, star);
    await admin.client.call('PUT /admin/synonyms', { body: { groups: [] } });
    for (const { n, text, query, found } of cases) {
      await star.client.call('PUT /performers', { body: { name: text } });
      await fan.client.call('PUT /users', { body: { name: text } });
      // A word that nobody has would find those that are written much like it, of texts or of the owner's list.
      await app.settle();
      await sql`delete from known_words`.execute(app.platform.database);
      const answers = [
        (await performers(query)).includes(star.id),
        (await suggested(query)).includes(star.id),
        (await conversations(query)).includes(talk),
        (await conversations(query, fan)).includes(talk),
        (await people(query)).includes(fan.id),
      ];
      expect([n, ...answers]).toEqual([n, ...answers.map(() => found)]);
    }
  });

  test('find craft, city and biography of performers whom an admin has approved, and of no others', async () => {
    const words = { craft: '도예가', city: '上海', bio: 'हिन्दी गाना' };
    await star.client.call('PUT /performers', { body: { name: 'Ana Lua', ...words } });
    for (const q of ['도예', '上海', 'हिन्दी', 'lua 上海']) expect([q, await performers(q), await suggested(q)]).toEqual([q, [star.id], []]);
    const applicant = await createPerformer(app, { approved: false });
    await applicant.client.call('PUT /performers', { body: { ...words, craft: 'Glassblower' } });
    expect([await performers('glassblower'), await storedOf(applicant.id)]).toEqual([[], expect.not.stringContaining('glassblower')]);
    await sql`update performers set state = 'approved', decided_at = now() where account_id = ${applicant.id}::uuid`.execute(
      app.platform.database,
    );
    await app.platform.jobs.enqueue(app.platform.database, 'search:accountsDue', {});
    await app.settle();
    expect(await performers('glassblower')).toEqual([applicant.id]);
    const hold = (body: { reason: string }) =>
      admin.client.call('POST /admin/performers/{id}/hold', { params: { id: applicant.id }, body });
    await hold({ reason: 'Looked at.' });
    expect([await performers('glassblower'), await storedOf(applicant.id)]).toEqual([[], expect.not.stringContaining('glassblower')]);
  });
});

test('a performer who is called as typed comes first, then names, crafts and cities, then biographies', async () => {
  const [bio, craft, name, whole] = [
    await createPerformer(app, { admin }),
    await createPerformer(app, { admin }),
    await createPerformer(app, { admin }),
    await createPerformer(app, { admin }),
  ];
  await bio.client.call('PUT /performers', { body: { name: 'Ida', bio: 'Plays the Theremin.' } });
  await craft.client.call('PUT /performers', { body: { name: 'Ada', craft: 'Theremin' } });
  await name.client.call('PUT /performers', { body: { name: 'Théremin Ann' } });
  await whole.client.call('PUT /performers', { body: { name: 'Thérémin' } });
  expect(await performers('theremin')).toEqual([whole.id, name.id, craft.id, bio.id]);
});

describe('the words of an account', () => {
  test('change with the name, and end with the account', async () => {
    const [leaving, host] = [await createFan(app), await createPerformer(app, { admin })];
    await host.client.call('PUT /performers', { body: { name: 'Quirina Vale', craft: 'Xylophonist' } });
    await leaving.client.call('PUT /users', { body: { name: 'Oma Möwe' } });
    expect([await people('moewe'), await people('mowe'), await people('quirina')]).toEqual([[leaving.id], [leaving.id], [host.id]]);
    await leaving.client.call('PUT /users', { body: { name: 'Oma Amsel' } });
    expect([await people('mowe'), await people('amsel')]).toEqual([[], [leaving.id]]);
    for (const { id } of [leaving, host]) await eraseAccount(app.platform, id, 'ordered');
    expect([await people('amsel'), await people('quirina'), await performers('xylophonist')]).toEqual([[], [], []]);
    expect([await storedOf(leaving.id), await storedOf(host.id)]).toEqual(['', '']);
  });

  test('hides a performer from whom it blocked', async () => {
    const host = await createPerformer(app, { admin });
    await host.client.call('PUT /performers', { body: { name: 'Nightjar' } });
    expect(await performers('nightjar', fan)).toEqual([host.id]);
    await host.client.call('POST /performer/block/users', { body: { userId: fan.id, reason: '' } });
    expect([await performers('nightjar', fan), await performers('nightjar')]).toEqual([[], [host.id]]);
  });
});

test('an earlier site’s names are found as before until all are written, also after a stop of the job', async () => {
  const found = async () => [await performers('theremin'), await people('amsel')];
  await sql`
    insert into accounts (role, username, username_skeleton, email, password_hash, name)
    select 'fan', 'old' || n, 'old' || n, 'old' || n || '@example.org', '-', 'Amsel ' || n from generate_series(1, 450) n`.execute(
    app.platform.database,
  );
  await sql`delete from account_search`.execute(app.platform.database);
  await sql`update search_indexes set reads = '', written = '', filled_to = null where name = 'accounts'`.execute(app.platform.database);
  forgetReading(app.platform.database);
  const before = await found();
  expect([before[0]!.length, before[1]!.length > 0]).toEqual([4, true]);
  const stop = new AbortController();
  const stopped = fill(stop.signal);
  await expect.poll(async () => (await state()).filled_to, { interval: 1 }).not.toBeNull();
  stop.abort();
  await expect(stopped).rejects.toThrow('aborted');
  expect(await state()).toEqual({ reads: '', written: '', filled_to: expect.any(String) });
  expect(await found()).toEqual(before);
  const running = fill();
  await fan.client.call('PUT /users', { body: { name: 'Renamed Meanwhile' } });
  await running;
  expect(await state()).toEqual({ reads: 'a', written: 'a', filled_to: null });
  expect([await people('meanwhile'), (await performers('theremin')).length]).toEqual([[fan.id], 4]);
  const { rows } = await sql`
    select from accounts a left join account_search s on s.account_id = a.id where s.version is distinct from 'a'`.execute(
    app.platform.database,
  );
  expect(rows).toEqual([]);
});
