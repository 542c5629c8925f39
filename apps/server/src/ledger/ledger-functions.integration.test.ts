import { readFile, readdir } from 'node:fs/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../platform/database/migrate.ts';
import { openPool } from '../platform/testing/database.ts';
import { createFan, createFeed, createPerformer, topUp } from '../testing/factories.ts';
import { type TestApp, createTestApp } from '../testing/test-app.ts';
import { sealTransactions, verifyLedger } from './index.ts';

// The functions of apps/server/functions in a migrated database, and applied again to a database in use.

let app: TestApp;
let owner: pg.Pool;
beforeAll(async () => {
  app = await createTestApp();
  owner = openPool({ connectionString: app.testDatabase.ownerUrl, max: 1 });
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

const SOON = { timeout: 10_000 };

const DEFINER = 'security definer, search_path=ledger, public, pg_temp';
/** Functions that the application calls: executed with the owner's rights, on a search path that nobody else can write to. */
const CALLED = [
  'change_payout(jsonb)',
  'charge_back(jsonb)',
  'charge_minute(jsonb)',
  'close_days(timestamp with time zone)',
  'close_shows(uuid[], uuid, timestamp with time zone)',
  'debt_of(uuid)',
  'hold_tokens(jsonb)',
  'move_payout(jsonb)',
  'open_show(uuid, uuid, timestamp with time zone)',
  'post_gateway_fee(jsonb)',
  'refund(jsonb)',
  'refund_minute(jsonb)',
  'reinstate(jsonb)',
  'release_due(timestamp with time zone, integer)',
  'release_hold(jsonb)',
  'request_payout(jsonb)',
  'seal(integer, interval)',
  'set_release(uuid, timestamp with time zone)',
  'settle(jsonb)',
  'show_room(uuid, uuid, timestamp with time zone)',
  'spending_of(uuid, timestamp with time zone, timestamp with time zone)',
  'spent_in_show(uuid, uuid, timestamp with time zone)',
  'topped_up_since(uuid, timestamp with time zone)',
  'verify()',
];
/** Called only by the functions above. */
const INNER = [
  'account(text, uuid, text)',
  'add_to_closed(uuid, timestamp with time zone)',
  'announce_payout(payout_requests, timestamp with time zone)',
  'canonical(ledger.transactions)',
  'check_kept(uuid)',
  'check_payout_amount(bigint, bigint, bigint, bigint)',
  'check_payout_decision(payout_requests, jsonb, timestamp with time zone)',
  'check_price(jsonb)',
  'check_spending(uuid, bigint, uuid, uuid, timestamp with time zone)',
  'check_top_up(uuid, bigint, timestamp with time zone)',
  'check_zero_sum()',
  'clearing_owner_of(uuid)',
  'commission_of(bigint, integer)',
  'end_access(ledger.transactions, timestamp with time zone)',
  'finish_reversal(uuid, text, jsonb, timestamp with time zone)',
  'gateway_owner(text)',
  'grant_entitlement(jsonb, uuid, timestamp with time zone)',
  'is_reversed(ledger.transactions)',
  'least_room(spending_limits, uuid, uuid, timestamp with time zone)',
  'left_of(ledger.transactions)',
  'limit_at(bigint, bigint, timestamp with time zone, timestamp with time zone)',
  'lock_available(uuid, timestamp with time zone)',
  'own_account_lines(uuid, bigint)',
  'parts_of_refund(uuid, uuid, bigint)',
  'payout_held_until(payout_requests, integer, timestamp with time zone)',
  'post(jsonb, jsonb, timestamp with time zone)',
  'post_payout(payout_requests, text, text, jsonb, timestamp with time zone, text, uuid)',
  'promised_spending(uuid, uuid, uuid)',
  'refuse_change()',
  'refuse_payout(text, jsonb)',
  'reinstate_money(orders, ledger.transactions, timestamp with time zone, text, uuid)',
  'reinstate_sale(ledger.transactions, timestamp with time zone, text, uuid)',
  'reopen_days()',
  'reserve_order()',
  'rests_of(uuid, uuid)',
  'return_coupon(uuid)',
  'reversal_lines(ledger.transactions, text, bigint, bigint, bigint)',
  'reverse_order(jsonb, text, boolean)',
  'reverse_sale(uuid, text, boolean, timestamp with time zone, text, uuid, bigint, boolean)',
  'reverse_top_up(orders, text, boolean, timestamp with time zone, text, uuid, bigint)',
  'reversed_sales()',
  'sell_order_line(jsonb, uuid, uuid, timestamp with time zone)',
  'sell_shipping(jsonb, uuid, uuid)',
  'spent_since(uuid, timestamp with time zone, timestamp with time zone, uuid)',
  'standing_sales(uuid)',
  'tokens_of_part(bigint, bigint, bigint, bigint)',
  'transit_lines(uuid, bigint)',
  'unit_of(text)',
  'use_coupon(jsonb, uuid, timestamp with time zone)',
  'verify_balances()',
  'verify_closed()',
  'verify_gateways()',
  'verify_payouts()',
  'verify_reversals()',
];

/** The trigger runs for whoever makes an order. */
const INNER_DEFINERS = ['reserve_order()', 'verify_sales()'];

const functionsOf = async () => {
  const { rows } = await owner.query<{ name: string; rights: string; owned: boolean; grantees: string[] }>(`
    select p.oid::regprocedure::text as name,
      concat_ws(', ', case when p.prosecdef then 'security definer' end, array_to_string(p.proconfig, '; ')) as rights,
      p.proowner = n.nspowner and p.proowner <> 'stagedoor_app'::regrole as owned,
      (select coalesce(array_agg(case a.grantee when 0 then 'public' else a.grantee::regrole::text end), '{}')
       from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee <> p.proowner) as grantees
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'ledger' order by 1`);
  return rows.map((row) => ({ ...row, name: row.name.replace(/^ledger\./, '').replaceAll(',', ', ') }));
};

test('each function has its owner, its security and its grants', async () => {
  const functions = await functionsOf();
  expect(functions.filter(({ owned }) => !owned)).toEqual([]);
  expect(functions.filter(({ grantees }) => grantees.length > 0)).toEqual(
    CALLED.map((name) => ({ name, rights: DEFINER, owned: true, grantees: ['stagedoor_app'] })),
  );
  expect(functions.filter(({ grantees }) => grantees.length === 0).map(({ name, rights }) => [name, rights])).toEqual(
    [...INNER, 'verify_sales()', 'verify_shows()'].map((name) => [name, INNER_DEFINERS.includes(name) ? DEFINER : '']),
  );
});

test('the application can’t call the functions that payments move subscriptions with', async () => {
  const { rows } = await owner.query<{ name: string; isCallable: boolean }>(`
    select proname as name, has_function_privilege('stagedoor_app', oid, 'execute') as "isCallable" from pg_proc
    where pronamespace = 'public'::regnamespace and proname like '%\\_subscription' order by 1`);
  const moves = ['change_subscription', 'end_subscription', 'move_subscription', 'renew_subscription', 'start_subscription'];
  expect(rows).toEqual(moves.map((name) => ({ name, isCallable: false })));
});

test('each function is in a file of functions, not only in a migration', async () => {
  const folder = new URL('../../functions/', import.meta.url);
  const texts = await Promise.all((await readdir(folder)).map((name) => readFile(new URL(name, folder), 'utf8')));
  const defined = texts.flatMap((text) => [...text.matchAll(/^create or replace function (?:ledger\.)(\w+)/gm)].map(([, name]) => name));
  expect(new Set(defined)).toEqual(new Set((await functionsOf()).map(({ name }) => name.replace(/\(.*/, ''))));
});

test('the application can’t write the ledger’s tables or call its inner functions', async () => {
  const { rows } = await owner.query<{ name: string; writable: boolean; readable: boolean }>(`
    select c.relname as name, has_table_privilege('stagedoor_app', c.oid, 'insert, update, delete, truncate') as writable,
      has_table_privilege('stagedoor_app', c.oid, 'select') as readable
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'ledger' and c.relkind in ('r', 'p')`);
  expect(rows.length).toBeGreaterThan(4);
  for (const row of rows) expect(row).toEqual({ name: row.name, writable: false, readable: true });
  const application = openPool({ connectionString: app.testDatabase.ownerUrl, options: '-c role=stagedoor_app', max: 1 });
  try {
    const denied = { code: '42501' };
    await expect(application.query(`select ledger.post('{}', '[]', now())`)).rejects.toMatchObject(denied);
    await expect(application.query('update ledger.accounts set balance = 1')).rejects.toMatchObject(denied);
    await expect(application.query('alter function ledger.settle(jsonb) security invoker')).rejects.toMatchObject(denied);
    await expect(application.query('delete from schema_functions')).rejects.toMatchObject(denied);
    expect((await application.query('select name from ledger.verify() where not ok')).rows).toEqual([]);
  } finally {
    await application.end();
  }
});

test('a database in use keeps its postings and its chain of seals when the functions are applied again', async () => {
  const star = await createPerformer(app);
  const fan = await createFan(app);
  await topUp(app, fan, 20);
  const buy = async (): Promise<void> => {
    const feedId = await createFeed(star, { audience: 'buyers', price: 3, photos: 0, text: 'For buyers.' });
    await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId } });
  };
  const sealsOf = async () =>
    (await owner.query<{ position: string; hash: Buffer }>('select position, hash from ledger.seals order by position')).rows;
  // A transaction open elsewhere in the cluster, in another test's database, delays the seal.
  const sealAll = () =>
    expect
      .poll(async () => {
        await sealTransactions(app.platform);
        const { rows } = await owner.query(`select t.id from ledger.transactions t
          where not exists (select from ledger.seals s where s.transaction_id = t.id)`);
        return rows;
      }, SOON)
      .toEqual([]);
  await buy();
  await app.settle();
  await sealAll();
  const sealed = await sealsOf();
  expect(sealed.length).toBeGreaterThan(1);

  // As in a database of a version before the files: functions not recorded, and with another definition.
  const texts = async () =>
    (
      await owner.query<{ text: string }>(`select string_agg(pg_get_functiondef(p.oid), '' order by p.oid) as text
      from pg_proc p where p.pronamespace = 'ledger'::regnamespace`)
    ).rows[0]!.text;
  const text = await texts();
  await owner.query(`
    drop table schema_functions;
    create or replace function ledger.unit_of(p_kind text) returns text language sql immutable parallel safe as $$ select 'token' $$;
    grant execute on function ledger.unit_of(text) to public`);
  expect(await texts()).not.toBe(text);
  expect(await migrate(app.testDatabase.ownerUrl)).toEqual([]);
  expect(await texts()).toBe(text);
  expect((await functionsOf()).find(({ name }) => name === 'unit_of(text)')!.grantees).toEqual([]);

  await buy();
  await sealAll();
  const after = await sealsOf();
  expect(after.slice(0, sealed.length)).toEqual(sealed);
  expect(after.length).toBeGreaterThan(sealed.length);
  const { checks } = await verifyLedger(app.platform.database);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(checks.map(({ name }) => name).join()).toMatch(/seal|chain/);
});

test('a reversal is compared with its own entries alone, among ten thousand reversals of top-ups', async () => {
  const client = await owner.connect();
  const brokenReversals = async () => {
    const { rows } = await client.query(`select name from ledger.verify_reversals() where not ok`);
    return rows;
  };
  /** Sales of tokens that were charged back; what is missing of each reversal, in hundredths. */
  const chargeBack = (count: number, missing: number) =>
    client.query(
      `with sold as (
        insert into ledger.transactions (key, kind, reference_kind, reference_id)
        select 'sold ' || gen_random_uuid(), 'topUp', 'order', gen_random_uuid() from generate_series(1, $1::integer) returning id, reference_id
      ), reversed as (
        insert into ledger.transactions (key, kind, reference_kind, reference_id, reverses_id)
        select 'reversed ' || id, 'chargeback', 'order', reference_id, id from sold returning id
      ), accounts as materialized (
        select ledger.account('clearing', '00000000-0000-0000-0000-0000000000c1') as clearing,
          ledger.account('commission', '00000000-0000-0000-0000-0000000000c2') as other
      )
      insert into ledger.entries (transaction_id, line, account_id, unit, amount)
      select t.id, l.line, case l.line when 1 then a.clearing else a.other end, 'currency', t.amount * l.sign
      from (select id, 1000 as amount from sold union all select id, $2::integer - 1000 from reversed) t, accounts a,
        (values (1, 1), (2, -1)) l (line, sign)`,
      [count, missing],
    );
  try {
    await client.query('begin');
    await chargeBack(10_000, 0);
    // Each compared with all took eight seconds, and of a hundred thousand the space of the disk.
    await client.query(`set local statement_timeout = '4s'`);
    expect(await brokenReversals()).toEqual([]);
    await chargeBack(1, 1);
    expect(await brokenReversals()).toEqual([{ name: 'no sale is given back beyond what was paid' }]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
