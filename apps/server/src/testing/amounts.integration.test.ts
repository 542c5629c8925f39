import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AmountsWorld, createAmountsWorld } from './amounts-world.ts';
import { readMails } from './read-mails.ts';
import { type TestApp, createTestApp } from './test-app.ts';

let app: TestApp;
let world: AmountsWorld;
beforeAll(async () => {
  app = await createTestApp();
  world = await createAmountsWorld(app);
}, 120_000);
afterAll(() => app.close());

test('dump', async () => {
  const { rows } =
    await sql`select t.kind, t.item_title, t.tokens_amount, t.token_value, t.gross_amount, t.net_amount, t.reference_kind, t.buyer_id is not null as b, t.seller_id is not null as s from ledger.transactions t order by created_at, id`.execute(
      app.platform.database,
    );
  console.table(rows);
  for (const p of [world.fan, world.star]) for (const m of await readMails(app, p.email)) console.log(m.subject, '|', m.text);
  console.log(JSON.stringify((await app.platform.database.selectFrom('paid_events').select('payload').execute()).map((r) => r.payload)));
  console.log(
    (await world.star.client.call('GET /notifications', { query: { limit: 50 } })).data.map((n) => n.text),
    (await world.fan.client.call('GET /notifications', { query: { limit: 50 } })).data.map((n) => n.text),
  );
  expect(1).toBe(1);
});
