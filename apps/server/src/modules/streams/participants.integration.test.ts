import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../platform/testing/database.ts';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { beginGroupShow, joinAndWatch } from '../../testing/paid-show-fixtures.ts';
import { type SentStatement, statementsDuring } from '../../testing/sent-statements.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { type TestNode, createIsolatedNode, playToken } from '../../testing/test-node.ts';
import { sweepMinutes } from './index.ts';
import { findParticipant } from './participants.queries.ts';

let app: TestApp;
let owner: pg.Pool;
beforeAll(async () => {
  app = await createTestApp();
  // Planned as the application's statements are (platform/database/database.ts).
  owner = openPool({ connectionString: app.testDatabase.ownerUrl, max: 1, options: '-c plan_cache_mode=force_generic_plan' });
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

/** Rows that statements read, what the functions they call read among them. Nothing that they change stays. */
const rowsRead = async (statements: readonly SentStatement[]): Promise<number> => {
  const client = await owner.connect();
  try {
    const readSoFar = async (): Promise<number> => {
      const { rows } = await client.query<{ read: number }>(
        'select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables',
      );
      return rows[0]!.read;
    };
    await client.query('begin');
    // With what this connection read before, as long as it isn't written.
    const before = await readSoFar();
    for (const { sql, parameters } of statements) await client.query(sql, [...parameters]);
    return (await readSoFar()) - before;
  } finally {
    await client.query('rollback');
    client.release();
  }
};

/** A group show with a fan in it, in which thousands were before and paid, who got it back. */
const busyShow = async (): Promise<{ node: TestNode; streamId: string; fan: Person }> => {
  const node = await createIsolatedNode(app);
  const star = await createPerformer(app, { admin: await createAdmin(app) });
  const [fan, other] = [await createFan(app), await createFan(app)];
  await topUp(app, fan, 20);
  const { streamId } = await beginGroupShow(star, { node, seats: 5 });
  await joinAndWatch(fan, node, streamId);
  const columns = `kind, reference_kind, reference_id, item_kind, item_id, buyer_id, seller_id, tokens_amount, gross_amount, commission_rate,
    commission_amount, net_amount, token_value, created_at`;
  const insert = (kind: string, show: string, buyer: Person, count: number) =>
    owner.query(
      `insert into ledger.transactions (key, ${columns})
       select '${kind} ${streamId} ' || n, '${kind}', 'minute', ${show}, 'stream', ${show}, $1, $2, 100, 100, 2000, 20, 80, 100, now()
       from generate_series(1, ${count}) n`,
      [buyer.id, star.id],
    );
  await insert('groupMinute', `'${streamId}'`, other, 3000);
  // The fan paid much elsewhere.
  await insert('privateMinute', 'gen_random_uuid()', fan, 500);
  await owner.query(
    `insert into ledger.transactions (key, reverses_id, ${columns})
     select 'back ' || id, id, ${columns.replace('kind,', "'refund',")} from ledger.transactions where kind = 'groupMinute' and item_id = $1`,
    [streamId],
  );
  // Who these thousands are doesn't matter.
  await owner.query('set session_replication_role = replica');
  await owner.query(
    `insert into entitlements (account_id, item_id, item_kind, source, created_at, revoked_at)
     select gen_random_uuid(), $1, 'stream', 'grant', now(), now() from generate_series(1, 3000)`,
    [streamId],
  );
  await owner.query(
    `insert into stream_rights (stream_id, account_id, country, kind, token_hash, expires_at, created_at, is_renewed, revoked_at)
     select $1::uuid, gen_random_uuid(), '', 'play', sha256(convert_to(gen_random_uuid()::text, 'UTF8')), now(), now(), true, now() from generate_series(1, 3000) n`,
    [streamId],
  );
  await owner.query('reset session_replication_role');
  for (const table of ['ledger.transactions', 'entitlements', 'stream_rights']) await owner.query(`vacuum analyze ${table}`);
  return { node, streamId, fan };
};

test('a seat is read without the minutes of others', async () => {
  const { streamId, fan } = await busyShow();
  const statements = await statementsDuring(app.platform.database, () =>
    findParticipant(app.platform.database, streamId, fan.id, app.clock.now()),
  );
  expect(await rowsRead(statements)).toBeLessThan(100);
});

test('a minute and the end of one seat read nothing of others', async () => {
  const { node, streamId, fan } = await busyShow();
  const during = async (work: () => Promise<unknown>): Promise<SentStatement[]> =>
    (await statementsDuring(app.platform.database, work)).filter(({ sql }) => /^\s*(select|update)\b/.test(sql));
  const minute = await during(async () => {
    await node.pass(10_000);
    expect(await sweepMinutes(app.platform)).toBe(1);
  });
  expect(minute.some(({ sql }) => sql.includes('update stream_rights'))).toBe(true);
  expect(await rowsRead(minute)).toBeLessThan(300);
  const end = await during(() => fan.client.call('POST /streaming/leave/{id}', { params: { id: streamId } }));
  for (const part of ['close_shows', 'update stream_rights', "in ('tip', 'gift', 'emoji')"])
    expect([part, end.some(({ sql }) => sql.includes(part))]).toEqual([part, true]);
  expect(await rowsRead(end)).toBeLessThan(300);
});

test('a node’s report waits for no seat of somebody who left', async () => {
  const node = await createIsolatedNode(app);
  const star = await createPerformer(app, { admin: await createAdmin(app) });
  const [gone, fan] = [await createFan(app), await createFan(app)];
  for (const one of [gone, fan]) await topUp(app, one, 20);
  const { streamId } = await beginGroupShow(star, { node });
  await joinAndWatch(gone, node, streamId);
  await gone.client.call('POST /streaming/leave/{id}', { params: { id: streamId } });
  await node.watch(streamId, await playToken(app, fan, streamId));
  // PostgreSQL ends this connection while a report waits for it.
  const holder = await owner.connect();
  const seats = (which: string) =>
    holder.query<{ account_id: string }>(`select account_id from stream_participants where stream_id = $1 and ${which}`, [streamId]);
  const idsOf = ({ rows }: Awaited<ReturnType<typeof seats>>): string[] => rows.map(({ account_id: id }) => id);
  holder.on('error', () => {});
  await holder.query('begin');
  try {
    const locked = idsOf(await seats('left_at is not null for update'));
    await node.report();
    const running = idsOf(await seats('next_minute_at is not null'));
    expect({ locked, running }).toEqual({ locked: [gone.id], running: [fan.id] });
  } finally {
    holder.release(true);
  }
});
