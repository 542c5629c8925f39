import type { BulkAct } from '@stagedoor/contract/bulk-acts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createFeed, createPerformer, unique } from '../../testing/factories.ts';
import { subjectsTo } from '../../testing/mail-links.ts';
import { codeOf } from '../../testing/payout-calls.ts';
import { createPayout, earn, setPaypal } from '../../testing/payout-fixtures.ts';
import { holdRows } from '../../testing/held-rows.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { forgetUnasked } from './run-act.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());

const SPAM = { reason: 'fraud', note: 'A wave of spam' } as const;

/** Accounts whose usernames begin alike, without anybody behind them. */
const createMany = async (count: number): Promise<{ prefix: string; ids: string[] }> => {
  const prefix = unique('spam');
  const { rows } = await sql<{ id: string }>`
    insert into accounts (role, username, username_skeleton, email, email_verified_at, password_hash, name, created_at)
    select 'fan', ${prefix} || n, ${prefix} || n, ${prefix} || n || '@example.org', now(), '-', 'Spam', now() - n * interval '1 second'
    from generate_series(1, ${count}::int) n returning id`.execute(app.platform.database);
  return { prefix, ids: rows.map(({ id }) => id) };
};

const suspendMany = (rows: { ids: string[] } | { matching: Record<string, unknown> }, by: Person = admin) =>
  by.client.call('POST /admin/users/suspend-many', { body: { rows, ...SPAM } });
const start = async ({ _id: id }: BulkAct, by: Person = admin): Promise<void> => {
  await by.client.call('POST /admin/bulk-acts/{id}/start', { params: { id } });
  await app.settle();
};
const read = ({ _id: id }: BulkAct, by: Person = admin) => by.client.call('GET /admin/bulk-acts/{id}', { params: { id } });
const statuses = async (ids: readonly string[]): Promise<Record<string, number>> => {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*)::int as count from accounts where id = any(${ids}::uuid[]) group by status`.execute(app.platform.database);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};
const audited = async (action: string, ids: readonly string[]): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_log where action = ${action} and object_id = any(${ids}::uuid[])`.execute(
    app.platform.database,
  );
  return rows[0]!.count;
};

describe('an act on many accounts', () => {
  test('does nothing before it is started, then suspends each as the single act does, and is taken back', async () => {
    const fan = await createFan(app);
    const { ids } = await createMany(7);
    const act = await suspendMany({ ids: [fan.id, ...ids] });
    expect(act).toMatchObject({ act: 'accounts.suspend', state: 'asked', rows: 8, done: 0, isUndoable: false, startedAt: null });
    expect(await statuses([fan.id, ...ids])).toEqual({ active: 8 });
    await start(act);
    expect(await read(act)).toMatchObject({ state: 'done', done: 8, failed: 0, failures: [], isUndoable: true, undoneBy: null });
    expect(await statuses([fan.id, ...ids])).toEqual({ suspended: 8 });
    expect(await audited('accounts.suspended', [fan.id, ...ids])).toBe(8);
    expect((await subjectsTo(app, fan.email)).filter((subject) => /suspended/.test(subject))).toHaveLength(1);

    const undo = await admin.client.call('POST /admin/bulk-acts/{id}/undo', { params: { id: act._id } });
    expect(undo).toMatchObject({ act: 'accounts.restore', state: 'asked', rows: 8, undoes: act._id });
    expect((await read(act)).undoneBy).toBeNull();
    await start(undo);
    expect(await statuses([fan.id, ...ids])).toEqual({ active: 8 });
    expect(await read(act)).toMatchObject({ isUndoable: false, undoneBy: undo._id });
    const again = await admin.client.send('POST /admin/bulk-acts/{id}/undo', { params: { id: act._id } });
    expect(codeOf(again)).toEqual([409, 'BULK_ACT_STATE']);
  });

  test('has the rows that matched when it was prepared, and says exactly how many', async () => {
    const { prefix, ids } = await createMany(12);
    const act = await suspendMany({ matching: { q: prefix, role: 'fan' } });
    expect(act.rows).toBe(12);
    await sql`insert into accounts (role, username, username_skeleton, email, password_hash, name)
      values ('fan', ${`${prefix}late`}, ${`${prefix}late`}, ${`${prefix}late@example.org`}, '-', 'Late')`.execute(app.platform.database);
    await start(act);
    expect(await statuses(ids)).toEqual({ suspended: 12 });
    const late = await app.platform.database
      .selectFrom('accounts')
      .select('status')
      .where('username', '=', `${prefix}late`)
      .executeTakeFirstOrThrow();
    expect(late.status).toBe('active');
  });

  test('tells which rows failed and why when they changed meanwhile, and takes back only what it did', async () => {
    const { ids } = await createMany(3);
    const act = await suspendMany({ ids });
    await admin.client.call('POST /admin/users/{id}/suspend', { params: { id: ids[0]! }, body: SPAM });
    await start(act);
    const ended = await read(act);
    expect(ended).toMatchObject({ state: 'done', done: 2, failed: 1 });
    expect(ended.failures).toMatchObject([{ _id: ids[0], code: 'ACCOUNT_STATE' }]);
    expect(ended.failures[0]!.name).toMatch(/^@spam/);
    const undo = await admin.client.call('POST /admin/bulk-acts/{id}/undo', { params: { id: act._id } });
    await start(undo);
    expect(await statuses(ids)).toEqual({ active: 2, suspended: 1 });
  });

  test('is refused twice, to other admins, without the permission, without rows and with too many', async () => {
    const { prefix, ids } = await createMany(2);
    const other = await createAdmin(app);
    const act = await suspendMany({ ids });
    const startBy = (who: Person) => who.client.send('POST /admin/bulk-acts/{id}/start', { params: { id: act._id } });
    expect(codeOf(await startBy(other))).toEqual([404, 'NOT_FOUND']);
    await start(act);
    expect(codeOf(await startBy(admin))).toEqual([409, 'BULK_ACT_STATE']);
    const none = await admin.client.send('POST /admin/users/suspend-many', {
      body: { rows: { matching: { q: `${prefix}nobody` } }, ...SPAM },
    });
    expect(codeOf(none)).toEqual([409, 'BULK_ROWS_NONE']);
    const unreasoned = { rows: { ids }, reason: 'other', note: '' } as const;
    expect(codeOf(await admin.client.send('POST /admin/users/suspend-many', { body: unreasoned }))).toEqual([422, 'REASON_REQUIRED']);
    const many = await createMany(10_001);
    const tooMany = await admin.client.send('POST /admin/users/suspend-many', {
      body: { rows: { matching: { q: many.prefix } }, ...SPAM },
    });
    expect(codeOf(tooMany)).toEqual([409, 'BULK_ROWS_TOO_MANY']);
    expect(await statuses(many.ids)).toEqual({ active: 10_001 });
    await admin.client.call('PUT /admin/admins/{id}', { params: { id: other.id }, body: { adminRole: 'support' } });
    const refused = await other.client.send('POST /admin/users/suspend-many', { body: { rows: { ids }, ...SPAM } });
    expect(codeOf(refused)).toEqual([403, 'FORBIDDEN']);
    expect((await other.client.call('GET /admin/bulk-acts', {})).data).toEqual([]);
    expect((await admin.client.call('GET /admin/bulk-acts', {})).data.map(({ _id }) => _id)).toContain(act._id);
  });

  test('stops when its admin may no longer do it, and when somebody stops it', async () => {
    const moderator = await createAdmin(app);
    await admin.client.call('PUT /admin/admins/{id}', { params: { id: moderator.id }, body: { adminRole: 'moderator' } });
    const { ids } = await createMany(3);
    const act = await suspendMany({ ids }, moderator);
    const resume = app.platform.jobs.discard(['bulkActs:run']);
    await moderator.client.call('POST /admin/bulk-acts/{id}/start', { params: { id: act._id } });
    resume();
    await admin.client.call('PUT /admin/admins/{id}', { params: { id: moderator.id }, body: { adminRole: 'support' } });
    await app.platform.jobs.enqueue(app.platform.database, 'bulkActs:run', { actId: act._id });
    await app.settle();
    expect(await read(act)).toMatchObject({ state: 'stopped', done: 0 });
    expect(await statuses(ids)).toEqual({ active: 3 });

    const again = await suspendMany({ ids });
    const resumeAgain = app.platform.jobs.discard(['bulkActs:run']);
    await admin.client.call('POST /admin/bulk-acts/{id}/start', { params: { id: again._id } });
    resumeAgain();
    await admin.client.call('POST /admin/bulk-acts/{id}/stop', { params: { id: again._id } });
    await app.platform.jobs.enqueue(app.platform.database, 'bulkActs:run', { actId: again._id });
    await app.settle();
    expect(await read(again)).toMatchObject({ state: 'stopped', done: 0, isUndoable: false });
    const stopped = await admin.client.send('POST /admin/bulk-acts/{id}/stop', { params: { id: again._id } });
    expect(codeOf(stopped)).toEqual([409, 'BULK_ACT_STATE']);
  });

  test('is stopped after the rows in hand, so that taking it back finds them', async () => {
    const { ids } = await createMany(45);
    const act = await suspendMany({ ids });
    const [last] = [...ids].sort().slice(39);
    const held = await holdRows(app, 'select from accounts where id = $1 for update', [last]);
    await admin.client.call('POST /admin/bulk-acts/{id}/start', { params: { id: act._id } });
    await expect.poll(() => held.isAwaitedBy('accounts')).toBe(true);
    const stopping = admin.client.call('POST /admin/bulk-acts/{id}/stop', { params: { id: act._id } });
    const seen = { answered: false };
    void stopping.then(() => (seen.answered = true));
    await expect.poll(async () => seen.answered || (await held.isAwaitedBy('pg_advisory_xact_lock'))).toBe(true);
    const isStopped = (await read(act)).state === 'stopped';
    await held.end('commit');
    expect(isStopped).toBe(false);
    expect(await stopping).toMatchObject({ state: 'stopped', done: 40, isUndoable: true });
    const undo = await admin.client.call('POST /admin/bulk-acts/{id}/undo', { params: { id: act._id } });
    expect(undo.rows).toBe(40);
    await start(undo);
    expect(await statuses(ids)).toEqual({ active: 45 });
  });

  test('does no row twice when the outcome of rows that were done is lost', async () => {
    const { ids } = await createMany(4);
    const act = await suspendMany({ ids });
    await start(act);
    const { database } = app.platform;
    await sql`update bulk_act_rows set state = 'waiting' where bulk_act_id = ${act._id}::uuid`.execute(database);
    await sql`update bulk_acts set state = 'running', ended_at = null, done_count = 0 where id = ${act._id}::uuid`.execute(database);
    await app.platform.jobs.enqueue(database, 'bulkActs:run', { actId: act._id });
    await app.settle();
    expect(await read(act)).toMatchObject({ state: 'done', done: 4, failed: 0 });
    expect(await audited('accounts.suspended', ids)).toBe(4);
  });

  test('is forgotten when nobody starts it within an hour', async () => {
    const { ids } = await createMany(1);
    const act = await suspendMany({ ids });
    app.clock.advance(61 * 60_000);
    await forgetUnasked(app.platform);
    expect(codeOf(await admin.client.send('POST /admin/bulk-acts/{id}/start', { params: { id: act._id } }))).toEqual([404, 'NOT_FOUND']);
  });
});

test('items are taken down, shown again and approved, many at once', async () => {
  const performer = await createPerformer(app, { admin });
  const ids = [await createFeed(performer), await createFeed(performer), await createFeed(performer)];
  const statesOf = async () => {
    const rows = await app.platform.database.selectFrom('items').select('state').where('id', 'in', ids).execute();
    return rows.map(({ state }) => state);
  };
  const down = await admin.client.call('POST /admin/content/take-down-many', {
    body: { rows: { matching: { performerId: performer.id } }, note: 'Against the rules' },
  });
  expect(down.rows).toBe(3);
  await start(down);
  expect(await statesOf()).toEqual(['taken-down', 'taken-down', 'taken-down']);
  const undo = await admin.client.call('POST /admin/bulk-acts/{id}/undo', { params: { id: down._id } });
  await start(undo);
  expect(await statesOf()).toEqual(['active', 'active', 'active']);
  const again = await admin.client.call('POST /admin/content/restore-many', { body: { rows: { ids: ids.slice(0, 1) } } });
  await start(again);
  expect((await read(again)).failures).toMatchObject([{ code: 'ITEM_STATE' }]);

  await sql`update items set state = 'review' where id = any(${ids}::uuid[])`.execute(app.platform.database);
  await sql`insert into item_reviews (item_id, version, requested_at) select id, 1, now() from items where id = any(${ids}::uuid[])
    on conflict (item_id) do update set version = 1, decision = null, decided_at = null`.execute(app.platform.database);
  const approval = await admin.client.call('POST /admin/content/approve-many', {
    body: { rows: { matching: { performerId: performer.id, state: 'review' } } },
  });
  await start(approval);
  expect(await read(approval)).toMatchObject({ done: 3, failed: 0 });
  expect(await statesOf()).toEqual(['active', 'active', 'active']);
});

test('payouts are approved as they were when the act was prepared', async () => {
  const stars = await Promise.all([1, 2].map(() => createPerformer(app, { admin })));
  const ids: string[] = [];
  for (const star of stars) {
    await setPaypal(app, star);
    await earn(app, star, 50);
    ids.push(await createPayout(app, admin, 'pending', star));
  }
  const act = await admin.client.call('POST /admin/payouts/approve-many', { body: { rows: { ids } } });
  await stars[0]!.client.call('PUT /payout-requests/{id}', { params: { id: ids[0]! }, body: { cancel: true } });
  await start(act);
  const ended = await read(act);
  expect(ended).toMatchObject({ done: 1, failed: 1 });
  expect(ended.failures).toMatchObject([{ _id: ids[0], name: expect.stringMatching(/^PO-\d+$/) }]);
  const { rows } = await sql<{ state: string }>`select state from payout_requests where id = ${ids[1]}::uuid`.execute(
    app.platform.database,
  );
  expect(rows).toEqual([{ state: 'approved' }]);
});

test('payouts that were prepared are approved only soon after a confirmation', async () => {
  const star = await createPerformer(app, { admin });
  await setPaypal(app, star);
  await earn(app, star, 50);
  const id = await createPayout(app, admin, 'pending', star);
  const act = await admin.client.call('POST /admin/payouts/approve-many', { body: { rows: { ids: [id] } } });
  app.clock.advance(11 * 60_000);
  const unconfirmed = app.client(admin.client.token, { confirms: false });
  expect(await unconfirmed.send('POST /admin/bulk-acts/{id}/start', { params: { id: act._id } })).toMatchObject({
    status: 403,
    error: { error: 'RECENT_LOGIN_REQUIRED' },
  });
  expect((await read(act)).state).toBe('asked');
  await start(act);
  expect(await read(act)).toMatchObject({ done: 1, failed: 0 });
});

describe('an exact count', () => {
  const countOf = async (
    list: 'accounts' | 'orders' | 'ledger' | 'performers' | 'subscriptions' | 'content' | 'reports' | 'payouts',
    filter = {},
  ) => {
    const { _id: id } = await admin.client.call('POST /admin/list-counts', { body: { list, filter } as never });
    await app.settle();
    return admin.client.call('GET /admin/list-counts/{id}', { params: { id } });
  };

  test('goes beyond the thousand that a list counts, by the list’s own filters', async () => {
    const { prefix, ids } = await createMany(1234);
    await suspendMany({ ids: ids.slice(0, 5) }).then(start);
    expect(await countOf('accounts', { q: prefix })).toMatchObject({ list: 'accounts', counted: 1234, endedAt: expect.any(String) });
    expect(await countOf('accounts', { q: prefix, status: 'suspended' })).toMatchObject({ counted: 5 });
  });

  test('counts each list as the list does', async () => {
    const { data: lists } = { data: ['performers', 'subscriptions', 'content', 'orders', 'ledger', 'payouts'] as const };
    const calls = {
      performers: 'GET /admin/performers',
      subscriptions: 'GET /admin/subscriptions',
      content: 'GET /admin/content',
      orders: 'GET /admin/orders',
      ledger: 'GET /admin/ledger/transactions',
      payouts: 'GET /admin/payouts',
    } as const;
    for (const list of lists) {
      const { total } = (await admin.client.call(calls[list], {})) as { total: number };
      expect(await countOf(list)).toMatchObject({ counted: total });
    }
  });

  test('is refused without the list’s permission, and shown to its admin alone', async () => {
    const support = await createAdmin(app);
    const { _id: id } = await admin.client.call('POST /admin/list-counts', { body: { list: 'orders', filter: {} } });
    await admin.client.call('PUT /admin/admins/{id}', { params: { id: support.id }, body: { adminRole: 'support' } });
    const refused = await support.client.send('POST /admin/list-counts', { body: { list: 'orders', filter: {} } });
    expect(codeOf(refused)).toEqual([403, 'FORBIDDEN']);
    expect(codeOf(await support.client.send('GET /admin/list-counts/{id}', { params: { id } }))).toEqual([404, 'NOT_FOUND']);
    const wrong = await admin.client.send('POST /admin/list-counts', { body: { list: 'orders', filter: { kind: 'nonsense' } } as never });
    expect(codeOf(wrong)).toEqual([422, 'VALIDATION_FAILED']);
  });
});

test('the file of a list has what is filtered, in the reader’s language, safe for spreadsheets; the download is in the log', async () => {
  const { prefix, ids } = await createMany(2345);
  await sql`update accounts set name = '=SUM(1)' where id = ${ids[0]}::uuid`.execute(app.platform.database);
  const file = async (query: string, by: Person = admin) => {
    const answer = await fetch(`${app.url}/api/admin/users/export?${query}`, { headers: { authorization: by.client.token! } });
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const { bytes } = await file(`locale=en&q=${prefix}`);
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  const [head, ...lines] = bytes.toString('utf8').slice(1).trim().split('\r\n');
  expect(head).toBe('"Joined (UTC)","Account","Username","Name","Email","Email confirmed (UTC)","State","Role","Last seen (UTC)"');
  expect([lines.length, new Set(lines).size]).toEqual([2345, 2345]);
  expect(lines[0]).toContain(`"${prefix}1","'=SUM(1)","${prefix}1@example.org"`);
  expect(lines[0]).toMatch(/"Active","Fan",""$/);
  expect((await file(`locale=es&q=${prefix}2345`)).bytes.toString('utf8')).toMatch(/"Alta \(UTC\)".*\r\n.*"Activa"/);
  expect((await file(`q=${prefix}&status=suspended`)).bytes.toString('utf8').trim().split('\r\n')).toHaveLength(1);
  const { data: log } = await admin.client.call('GET /admin/audit', { query: { action: 'accounts.exported' } });
  expect(log.map(({ actor, detail }) => [actor?._id, detail['q'], detail['status']])).toEqual(
    expect.arrayContaining([
      [admin.id, prefix, 'suspended'],
      [admin.id, `${prefix}2345`, undefined],
      [admin.id, prefix, undefined],
    ]),
  );
  expect((await file('', await createFan(app))).status).toBe(403);
});
