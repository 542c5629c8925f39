import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../platform/testing/database.ts';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { beginGroupShow, joinAndWatch } from '../../testing/paid-show-fixtures.ts';
import { statementsDuring } from '../../testing/sent-statements.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createIsolatedNode, playToken } from '../../testing/test-node.ts';
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

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** Rows that the busiest node of a plan read. */
const mostRows = (node: PlanNode): number =>
  Math.max((node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'], ...(node.Plans ?? []).map(mostRows));

test('a seat is read without the minutes of others', async () => {
  const node = await createIsolatedNode(app);
  const star = await createPerformer(app, { admin: await createAdmin(app) });
  const [fan, other] = [await createFan(app), await createFan(app)];
  await topUp(app, fan, 20);
  const { streamId } = await beginGroupShow(star, { node, seats: 5 });
  await joinAndWatch(fan, node, streamId);
  // Others paid minutes of this show and got them back, and the fan paid much elsewhere.
  const columns = `kind, reference_kind, reference_id, buyer_id, seller_id, tokens_amount, gross_amount, commission_rate, commission_amount,
    net_amount, token_value, created_at`;
  const insert = (kind: string, reference: string, buyer: Person, count: number) =>
    owner.query(
      `insert into ledger.transactions (key, ${columns})
       select '${kind} ' || n, '${kind}', 'minute', ${reference}, $1, $2, 100, 100, 2000, 20, 80, 100, now() from generate_series(1, ${count}) n`,
      [buyer.id, star.id],
    );
  await insert('groupMinute', `'${streamId}'`, other, 3000);
  await insert('privateMinute', 'gen_random_uuid()', fan, 500);
  await owner.query(`insert into ledger.transactions (key, reverses_id, ${columns})
    select 'back ' || id, id, ${columns.replace('kind,', "'refund',")} from ledger.transactions where kind = 'groupMinute'`);
  await owner.query('vacuum analyze ledger.transactions');
  const [statement] = await statementsDuring(app.platform.database, () =>
    findParticipant(app.platform.database, streamId, fan.id, app.clock.now()),
  );
  const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
    name: 'measured',
    text: `explain (analyze, format json) ${statement!.sql}`,
    values: [...statement!.parameters],
  });
  expect(mostRows(rows[0]!['QUERY PLAN'][0].Plan)).toBeLessThan(100);
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
