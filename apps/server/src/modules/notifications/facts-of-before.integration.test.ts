import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createConversation, openMessages, writeMessage } from '../../testing/conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const counts = async (person: Person) => {
  await app.settle();
  return (await person.client.call('GET /notifications', { query: { limit: 100 } })).data
    .map(({ kind, count }) => `${kind} ${count}`)
    .toSorted();
};

/** The facts that know their row, without what the version before didn't keep. */
const linkedFacts = async () => {
  const rows = await app.platform.database
    .selectFrom('notification_facts')
    .selectAll()
    .where('subject_id', 'is not', null)
    .orderBy('account_id')
    .orderBy('fact')
    .execute();
  return rows.map(({ payload: _payload, ...row }) => row);
};

test('facts that were told before the upgrade are withdrawn too', async () => {
  const admin = await createAdmin(app);
  const star = await createPerformer(app, { admin });
  const [fan, named] = [await createFan(app), await createFan(app)];
  await openMessages(star);
  const id = await createFeed(star, { photos: 0 });
  for (const one of [fan, named]) await one.client.call('POST /reactions', { body: { objectType: 'feed', objectId: id, action: 'like' } });
  const { _id: commentId } = await fan.client.call('POST /comments', {
    body: { objectId: id, content: `Hi @${named.username}` },
    files: {},
  });
  const conversation = await createConversation(fan, star);
  const messageId = await writeMessage(fan, conversation);
  await app.settle();
  const before = await linkedFacts();
  expect(before.length).toBeGreaterThan(4);
  // As the version before left them.
  await sql`update notification_facts set notification_id = null, notified_at = null, actor_id = null, subject_id = null`.execute(
    app.platform.database,
  );
  const text = await readFile(new URL('../../../migrations/0112-traces.sql', import.meta.url), 'utf8');
  const statement = /with known as[\s\S]*?;\n/.exec(text)![0];
  await sql.raw(statement).execute(app.platform.database);
  expect(await linkedFacts()).toEqual(before);
  expect(await counts(star)).toEqual(['application 1', 'comment 1', 'message 1', 'reaction 2']);
  await fan.client.call('DELETE /reactions', { body: { objectType: 'feed', objectId: id, action: 'like' } });
  await fan.client.call('DELETE /comments/{id}', { params: { id: commentId } });
  await fan.client.call('DELETE /messages/{id}', { params: { id: messageId } });
  expect(await counts(star)).toEqual(['application 1', 'reaction 1']);
  expect(await counts(named)).toEqual([]);
});
