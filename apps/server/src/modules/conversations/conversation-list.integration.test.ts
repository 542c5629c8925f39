import { MAX_PINS } from '@stagedoor/contract/conversations.values';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createConversation, getPrivate as get, openMessages, writeMessage } from '../../testing/conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let admin: Person;
let star: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 5 });
  await openMessages(star);
});
afterAll(() => app.close());

const list = (person: Person, query: Record<string, unknown> = {}) => person.client.call('GET /conversations', { query });
const readAll = (person: Person, id: string) => person.client.call('POST /messages/read-all/{id}', { params: { id } });
const codeOf = async (call: Promise<{ error: { error: string } }>): Promise<string> => (await call).error.error;

describe('the list of conversations', () => {
  test('has pinned ones first, then by the last message; filters, and finds by name and by words', async () => {
    const host = await createPerformer(app, { admin, monthlyPrice: 0 });
    await openMessages(host);
    const fans: Person[] = [];
    const ids: string[] = [];
    for (const [n, text] of ['Bach before coffee', 'The slow bow', '100%_sure'].entries()) {
      fans.push(await createFan(app));
      ids.push(await createConversation(fans[n]!, host));
      await writeMessage(fans[n]!, ids[n]!, text);
      app.clock.advance(1000);
    }
    const idsOf = async (query: Record<string, unknown>) => (await list(host, query)).data.map(({ _id }) => _id);
    expect(await idsOf({})).toEqual(ids.toReversed());
    const pinned = await host.client.call('POST /conversations/pin-to-top/{id}', { params: { id: ids[0]! } });
    expect(pinned.isPinned).toBe(true);
    expect(await idsOf({})).toEqual([ids[0], ids[2], ids[1]]);
    expect(await idsOf({ filter: 'pinned' })).toEqual([ids[0]]);
    expect((await list(fans[0]!)).data[0]?.isPinned).toBe(false);
    await readAll(host, ids[1]!);
    expect(await idsOf({ filter: 'unread' })).toEqual([ids[0], ids[2]]);
    await fans[1]!.client.call('POST /subscriptions/free-subscribe', { body: { performerId: host.id } });
    expect(await idsOf({ filter: 'subscribers' })).toEqual([ids[1]]);
    await topUp(app, fans[2]!, 5);
    await fans[2]!.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: host.id }, body: { amount: 2 } });
    expect(await idsOf({ filter: 'spenders' })).toEqual([ids[2]]);
    const search = async (q: string) => (await host.client.call('GET /conversations/search', { query: { q } })).data.map(({ _id }) => _id);
    expect(await search('SLOW')).toEqual([ids[1]]);
    expect(await search('100%_')).toEqual([ids[2]]);
    expect(await search(fans[0]!.username)).toEqual([ids[0]]);
    await host.client.call('POST /conversations/unpin-to-top/{id}', { params: { id: ids[0]! } });
    expect(await idsOf({ filter: 'pinned' })).toEqual([]);
  });

  test('goes on by its cursor to the end, past pinned ones, also while conversations move up', async () => {
    const host = await createPerformer(app, { admin });
    await openMessages(host);
    const ids: string[] = [];
    const fans: Person[] = [];
    for (let n = 0; n < 7; n += 1) {
      fans.push(await createFan(app));
      ids.push(await createConversation(fans[n]!, host));
      await writeMessage(fans[n]!, ids[n]!);
      app.clock.advance(1000);
    }
    for (const id of ids.slice(0, 3)) await host.client.call('POST /conversations/pin-to-top/{id}', { params: { id } });
    const whole = (await list(host)).data.map(({ _id }) => _id);
    const read: string[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const page = await list(host, { limit: 2, ...(after === undefined ? {} : { after }) });
      read.push(...page.data.map(({ _id }) => _id));
      expect(page.total).toBe(7);
      // What was read moves up, and isn't read again.
      if (read.length === 4) await writeMessage(fans[6]!, ids[6]!);
      after = page.after;
    }
    expect(read).toEqual(whole);
    const refused = await host.client.raw('GET /conversations', { query: { after: 'x' } });
    expect([refused.status, refused.error.error]).toEqual([422, 'VALIDATION_FAILED']);
  });

  test('pins are at most twenty, also when they are set at once', async () => {
    const host = await createPerformer(app, { admin });
    await openMessages(host);
    const ids: string[] = [];
    for (let n = 0; n < MAX_PINS + 2; n += 1) ids.push(await createConversation(await createFan(app), host));
    const codes = await Promise.all(
      ids.map(async (id) => (await host.client.send('POST /conversations/pin-to-top/{id}', { params: { id } })).error?.error ?? 'ok'),
    );
    expect(codes.toSorted()).toEqual([...Array.from({ length: 2 }, () => 'PINS_FULL'), ...Array.from({ length: MAX_PINS }, () => 'ok')]);
  });

  test('a performer’s note is seen by the performer alone', async () => {
    const other = await createFan(app);
    const id = await createConversation(other, star);
    await star.client.call('PUT /conversations/{id}/note', { params: { id }, body: { note: 'Plays the viola.' } });
    expect((await get(star, id)).fan?.note).toBe('Plays the viola.');
    expect(JSON.stringify(await get(other, id))).not.toContain('viola');
    const write = other.client.raw('PUT /conversations/{id}/note', { params: { id }, body: { note: 'Mine.' } });
    expect(await codeOf(write)).toBe('FORBIDDEN');
  });
});
