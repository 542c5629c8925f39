import { randomUUID } from 'node:crypto';
import { AUDIT_ACTIONS, AUDIT_KINDS, type AuditAction } from '@stagedoor/contract/audit.values';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordAudit, transact } from '../../platform/database/database.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, unique } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let owner: Person;
let aide: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  owner = await createAdmin(app);
  aide = await createAdmin(app);
  fan = await createFan(app);
});
afterAll(() => app.close());

type Query = NonNullable<Parameters<typeof list>[0]>;
const list = (query: {
  q?: string;
  kind?: (typeof AUDIT_KINDS)[number];
  action?: string;
  actorId?: string;
  bySite?: boolean;
  objectId?: string;
  from?: string;
  until?: string;
  limit?: number;
  after?: string;
}) => owner.client.call('GET /admin/audit', { query });
const actionsOf = async (query: Query) => (await list({ limit: 100, ...query })).data.map(({ action }) => action);

const record = (
  action: AuditAction,
  objectId: string | null,
  detail: Record<string, unknown> = {},
  at?: Date,
  actorId: string | null = aide.id,
) =>
  transact(app.platform.database, undefined, async (trx) => {
    await recordAudit(trx, { actorId, action, objectKind: 'account', objectId, detail, ...(at ? { at } : {}) });
    return {};
  });

const suspend = (note: string) =>
  aide.client.call('POST /admin/users/{id}/suspend', { params: { id: fan.id }, body: { reason: 'fraud', note } });
const restore = () => aide.client.call('POST /admin/users/{id}/restore', { params: { id: fan.id } });

test('the database tells the kind of every action as the contract does', async () => {
  const { database } = app.platform;
  const objectId = randomUUID();
  for (const action of Object.keys(AUDIT_ACTIONS) as AuditAction[]) await record(action, objectId);
  const { rows } = await sql<{
    action: string;
    kind: string;
  }>`select action, kind from audit_log where object_id = ${objectId}::uuid`.execute(database);
  expect(Object.fromEntries(rows.map(({ action, kind }) => [action, kind]))).toEqual(AUDIT_ACTIONS);
  const found = await Promise.all(AUDIT_KINDS.map((kind) => list({ objectId, kind, limit: 100 })));
  expect(found.map(({ data }) => data.every((entry, _, all) => entry.kind === all[0]!.kind) && data.length > 0)).toEqual(
    AUDIT_KINDS.map(() => true),
  );
  expect(found.reduce((sum, { total }) => sum + total, 0)).toBe(Object.keys(AUDIT_ACTIONS).length);
});

test('entries are filtered by action, actor, object and time, page by page', async () => {
  await suspend('Stolen card');
  await restore();
  const { data } = await list({ limit: 100 });
  const ids = data.map(({ _id }) => _id);
  expect(ids).toEqual(ids.toSorted().toReversed());
  const first = await list({ limit: 3 });
  const second = await list({ limit: 3, after: first.after! });
  expect([...first.data, ...second.data]).toEqual(data.slice(0, 6));
  expect(await actionsOf({ actorId: aide.id, action: 'accounts.', objectId: fan.id })).toEqual(['accounts.restored', 'accounts.suspended']);
  expect(await list({ from: new Date(app.clock.now().getTime() + 60_000).toISOString() })).toEqual({ data: [], total: 0, after: null });
  // An entry of another day has an id of that day.
  const objectId = randomUUID();
  await record('orders.packed', objectId, {}, new Date('2026-03-05T10:00:00Z'));
  const day = (number: number) => `2026-03-0${number}T00:00:00.000Z`;
  expect(await actionsOf({ from: day(5), until: day(6) })).toEqual(['orders.packed']);
  expect(await actionsOf({ objectId, from: day(6) })).toEqual([]);
  expect(await actionsOf({ objectId, until: day(5) })).toEqual([]);
});

test('the site’s own entries are a filter, too', async () => {
  const objectId = randomUUID();
  await record('accounts.erased', objectId, {}, undefined, null);
  await record('accounts.restored', objectId);
  expect(await actionsOf({ objectId, bySite: true })).toEqual(['accounts.erased']);
  expect((await list({ bySite: true, limit: 100 })).data.every(({ actor }) => actor === null)).toBe(true);
});

test('a search finds people, names of actions and settings in the reader’s language, and the beginning of a reference', async () => {
  const found = async (q: string, locale = 'en') => {
    const { data } = await owner.client.call('GET /admin/audit', { query: { q, limit: 100 }, headers: { 'accept-language': locale } });
    return new Set(data.map(({ action }) => action));
  };
  expect(await found(fan.username)).toEqual(new Set(['accounts.suspended', 'accounts.restored']));
  expect(await found('account suspended')).toEqual(new Set(['accounts.suspended']));
  const reference = unique('Ref').toUpperCase();
  await record('reports.upheld', randomUUID(), { name: reference });
  expect(await found(reference.slice(0, 8).toLowerCase())).toEqual(new Set(['reports.upheld']));
  await owner.client.call('PUT /admin/settings', { body: { values: { tipMinimum: 2 } } });
  expect(await found('minimum tip')).toEqual(new Set(['settings.changed']));
  expect(await found('100%')).toEqual(new Set());
});

test('an item is called by its title, and the list of content finds it by its id', async () => {
  const star = await createPerformer(app, { admin: owner });
  const feed = await createFeed(star, { title: 'The last train' });
  await owner.client.call('POST /admin/content/{id}/take-down', { params: { id: feed }, body: { note: 'Not here' } });
  const [entry] = (await list({ objectId: feed })).data;
  expect(entry).toMatchObject({ kind: 'content', object: { kind: 'feed', _id: feed, name: 'The last train' } });
  const content = await owner.client.call('GET /admin/content', { query: { q: feed } });
  expect(content.data.map(({ _id }) => _id)).toEqual([feed]);
});

test('what is filtered is a CSV file in words, and the download is in the log', async () => {
  await suspend('=SUM(1)');
  await restore();
  const file = async (query: string): Promise<string[]> => {
    const answer = await fetch(`${app.url}/api/admin/audit/export?${query}`, { headers: { authorization: aide.client.token! } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    return (await answer.text()).replace('\ufeff', '').trim().split('\r\n');
  };
  const rows = await file(`locale=en&objectId=${fan.id}&action=accounts.suspended`);
  expect(rows[0]).toBe('"Date (UTC)","About","Action","To","Detail","By","Username","Entry"');
  expect(rows[1]).toContain('"People","Account suspended",');
  expect(rows[1]).toContain('"Reason: Fraud; Note: =SUM(1)"');
  expect(rows).toHaveLength(3);
  expect((await file(`locale=es&objectId=${fan.id}&action=accounts.suspended`))[1]).toContain('"Personas","Cuenta suspendida"');
  const downloads = async () => (await list({ action: 'audit.exported' })).data.filter(({ object }) => object.kind === 'audit');
  expect((await downloads()).map(({ actor }) => actor?._id)).toEqual([aide.id, aide.id]);
  await file(`locale=en&kind=money&q=refund&actorId=${owner.id}`);
  const [latest] = await downloads();
  expect(latest?.detail).toMatchObject({ q: 'refund', subject: 'money' });
  // More than one batch.
  await sql`insert into audit_log (actor_id, action, object_kind, object_id) select ${aide.id}, 'documents.viewed', 'account', ${fan.id}::uuid
    from generate_series(1, 520)`.execute(app.platform.database);
  const many = await file(`locale=en&objectId=${fan.id}&action=documents.`);
  expect([many.length, new Set(many).size]).toEqual([521, 521]);
  const visitor = await fetch(`${app.url}/api/admin/audit/export`, { headers: { authorization: fan.client.token! } });
  expect([visitor.status, (await downloads()).length]).toEqual([403, 4]);
});
