import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDays, verifyLedger } from '../../ledger/index.ts';
import { openPool } from '../../platform/testing/database.ts';
import { type Posting, post } from '../../testing/earning-postings.ts';
import { type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { SOURCE_KINDS } from './earnings.rules.ts';

// The figures against the rows of the ledger, while its days are closed.

const DAY_MS = 86_400_000;
/** Another test's open transaction, in the same cluster, puts the closing off. */
const SOON = { timeout: 10_000 };
const KINDS = ['tip', 'gift', 'subscriptionStart', 'purchaseFeed', 'privateMinute', 'adjustment'] as const;

let app: TestApp;
let owner: pg.Pool;
let admin: Person;
let fans: Person[];
beforeAll(async () => {
  app = await createTestApp();
  owner = openPool({ connectionString: app.testDatabase.ownerUrl, max: 4 });
  admin = await createAdmin(app);
  fans = await Promise.all([createFan(app), createFan(app), createFan(app)]);
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

/** Numbers that are the same in each run. */
const createRandom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >>> 8) % below;
  };
};

const midnightBefore = (at: Date): number => Math.floor(at.getTime() / DAY_MS) * DAY_MS;
const dayOf = (at: Date | number): string => new Date(at).toISOString().slice(0, 10);

/** Posts random sales and reversals of forty days up to now, many of them around midnights. */
const postMany = async (seller: string, random: (below: number) => number, count: number): Promise<Posting[]> => {
  const items = Array.from({ length: 4 }, () => randomUUID());
  const sales: Posting[] = [];
  for (let n = 0; n < count; n += 1) {
    const midnight = midnightBefore(app.clock.now()) - random(40) * DAY_MS;
    const at = new Date(Math.min(app.clock.now().getTime(), midnight + [0, -1, 1, random(DAY_MS)][random(4)]!));
    const known = sales[random(5 * (sales.length + 1))];
    if (known) {
      sales.splice(sales.indexOf(known), 1);
      await post(owner, at, known, known.id);
      continue;
    }
    const gross = 1 + random(10_000);
    const sale: Posting = {
      id: randomUUID(),
      kind: KINDS[random(KINDS.length)]!,
      seller,
      buyer: random(10) === 0 ? null : fans[random(fans.length)]!.id,
      item: random(3) === 0 ? null : items[random(items.length)]!,
      gross,
      commission: random(gross),
      account: random(2) === 0 ? 'earningsPending' : 'earningsAvailable',
    };
    await post(owner, at, sale);
    sales.push(sale);
  }
  return sales;
};

/** The figures as the ledger's rows alone give them. */
const summed = async (seller: string, from: string, to: string) => {
  const net = 'coalesce(sum(case when reverses_id is null then net_amount else -net_amount end), 0)::int';
  const start = Date.parse(from);
  const end = Date.parse(to) + DAY_MS;
  const read = async <Row>(columns: string, first: number, last: number, rest = ''): Promise<Row[]> =>
    (
      await owner.query(
        `select ${columns} from ledger.transactions where seller_id = $1 and created_at >= $2 and created_at < $3 ${rest}`,
        [seller, new Date(first), new Date(last)],
      )
    ).rows as Row[];
  const [total] = await read<{ gross: number; commission: number; net: number; lines: number }>(
    `${net} as net, ${net.replaceAll('net_', 'gross_')} as gross, ${net.replaceAll('net_', 'commission_')} as commission, count(*)::int as lines`,
    start,
    end,
  );
  const [before] = await read<{ net: number }>(`${net} as net`, start - (end - start), start);
  const days = await read<{ day: string; kind: string; net: number }>(
    `to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, kind, ${net} as net`,
    start,
    end,
    'group by 1, 2',
  );
  const of = (source: keyof typeof SOURCE_KINDS, day?: string) =>
    days
      .filter((row) => (SOURCE_KINDS[source] as readonly string[]).includes(row.kind) && (!day || row.day === day))
      .reduce((sum, row) => sum + row.net, 0);
  const best = (column: string) =>
    read<{ id: string; net: number }>(
      `${column} as id, ${net} as net`,
      start,
      end,
      `and ${column} is not null group by 1 order by 2 desc, 1 limit 5`,
    );
  const balance = async (kind: string) =>
    (
      await owner.query<{ balance: number }>(
        `select coalesce(sum(e.amount), 0)::int as balance from ledger.accounts a join ledger.entries e on e.account_id = a.id
         where a.owner_id = $1 and a.kind = $2`,
        [seller, kind],
      )
    ).rows[0]!.balance;
  const sources = ['tips', 'subscriptions', 'content', 'live', 'other'] as const;
  return {
    available: await balance('earningsAvailable'),
    pending: await balance('earningsPending'),
    total: total!,
    before: before!.net,
    bySource: sources.map((source) => [source, of(source)]),
    byDay: Array.from({ length: (end - start) / DAY_MS }, (_, index) => {
      const day = dayOf(start + index * DAY_MS);
      return [day, ...sources.map((source) => of(source, day))];
    }),
    topFans: (await best('buyer_id')).map(({ id, net: sum }) => [id, sum]),
    topItems: (await best('item_id')).map(({ id, net: sum }) => [id, sum, `Title of ${id}`]),
  };
};

const cents = (amount: number): number => Math.round(amount * 100);

/** The same, as the call answers. */
const answered = async (star: Person, from: string, to: string): Promise<Awaited<ReturnType<typeof summed>>> => {
  const stats = await star.client.call('GET /earning/stats', { query: { from, to } });
  const { gross, commission, net, lines } = stats.total;
  return {
    available: cents(stats.available),
    pending: cents(stats.pending),
    total: { gross: cents(gross), commission: cents(commission), net: cents(net), lines },
    before: cents(stats.before),
    bySource: stats.bySource.map(({ source, net: sum }) => [source, cents(sum)]),
    byDay: stats.byDay.map(({ day, tips, subscriptions, content, live, other }) => [
      day,
      ...[tips, subscriptions, content, live, other].map(cents),
    ]),
    topFans: stats.topFans.map(({ fan, net: sum }) => [fan!._id, cents(sum)]),
    topItems: stats.topItems.map(({ item, net: sum }) => [item.id, cents(sum), item.title]),
  };
};

/** Compares both for the whole time, the last days, today, and a period in the middle. */
const expectSame = async (star: Person): Promise<void> => {
  const today = midnightBefore(app.clock.now());
  for (const [first, last] of [
    [45, 0],
    [2, 0],
    [0, 0],
    [30, 9],
  ] as const) {
    const [from, to] = [dayOf(today - first * DAY_MS), dayOf(today - last * DAY_MS)];
    expect(await answered(star, from, to)).toEqual(await summed(star.id, from, to));
  }
};

const takeStep = async (): Promise<string> =>
  (await sql<{ state: string }>`select ledger.close_days(${app.clock.now()}) as state`.execute(app.platform.database)).rows[0]!.state;
const closeAll = () => expect.poll(() => closeDays(app.platform), SOON).toBe(true);
const closedBefore = async (): Promise<string> =>
  (await owner.query<{ at: string }>('select closed_before::text as at from ledger.closing')).rows[0]!.at;
const failedChecks = async () => (await verifyLedger(app.platform.database)).checks.filter(({ ok }) => !ok).map(({ name }) => name);
const CLOSED_DAYS = 'closed days equal the ledger';

test('sums are those of the ledger before, between and after the steps of closing days, however often they are taken', async () => {
  const star = await createPerformer(app, { admin });
  const random = createRandom(7);
  await postMany(star.id, random, 150);
  await expectSame(star);
  for (let step = 0; ; step += 1) {
    const state = await takeStep();
    if (state === 'done') break;
    if (state === 'more' && step % 6 === 0) await expectSame(star);
  }
  await expectSame(star);
  const closed = await closedBefore();
  await Promise.all([closeDays(app.platform), closeDays(app.platform), closeDays(app.platform)]);
  expect(await closedBefore()).toBe(closed);
  await expectSame(star);
  // Into closed days, as one whose instant was taken before midnight and which took until now.
  await postMany(star.id, random, 60);
  await expectSame(star);
  app.clock.advance(DAY_MS);
  await postMany(star.id, random, 20);
  await expectSame(star);
  await closeAll();
  await expectSame(star);
  expect(await failedChecks()).not.toContain(CLOSED_DAYS);
});

test('a step that is broken off changes nothing, and the next run goes on', async () => {
  const star = await createPerformer(app, { admin });
  await postMany(star.id, createRandom(11), 30);
  app.clock.advance(DAY_MS);
  const client = await owner.connect();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await client.query('begin');
    await client.query('select ledger.close_days($1)', [app.clock.now()]);
    await client.query('rollback');
    await takeStep();
    await expectSame(star);
  }
  client.release();
  await closeAll();
  await expectSame(star);
  expect(await failedChecks()).not.toContain(CLOSED_DAYS);
});

const sale = (seller: string): Posting => ({
  id: randomUUID(),
  kind: 'tip',
  seller,
  buyer: fans[0]!.id,
  item: null,
  gross: 500,
  commission: 100,
  account: 'earningsPending',
});

test('a day stays open while a transaction that was begun before may write into it', async () => {
  const star = await createPerformer(app, { admin });
  await closeAll();
  const at = app.clock.now();
  app.clock.advance(DAY_MS);
  const slow = await owner.connect();
  await slow.query('begin');
  await post(slow, at, sale(star.id));
  expect(await closeDays(app.platform)).toBe(false);
  await expectSame(star);
  await slow.query('commit');
  slow.release();
  await expectSame(star);
  await closeAll();
  await expectSame(star);
  expect((await answered(star, dayOf(at), dayOf(at))).total).toEqual({ gross: 500, commission: 100, net: 400, lines: 1 });
  expect(await failedChecks()).not.toContain(CLOSED_DAYS);
});

test('closing waits for one that writes into the day after it was announced, and for nobody who writes into the open one', async () => {
  const star = await createPerformer(app, { admin });
  // So that its accounts are there: of two who make one, the second waits for the first.
  await post(owner, app.clock.now(), sale(star.id));
  await closeAll();
  const at = app.clock.now();
  app.clock.advance(DAY_MS);
  expect(await takeStep()).toBe('more');
  const [slow, other] = await Promise.all([owner.connect(), owner.connect()]);
  await slow.query('begin');
  await post(slow, at, sale(star.id));
  const closing = closeDays(app.platform);
  const waiting = () =>
    other.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%close_days%'",
    );
  await expect.poll(async () => (await waiting()).rowCount, SOON).toBe(1);
  await post(other, app.clock.now(), sale(star.id));
  await slow.query('commit');
  await closing;
  for (const client of [slow, other]) client.release();
  await closeAll();
  await expectSame(star);
  expect((await answered(star, dayOf(at), dayOf(app.clock.now()))).total.lines).toBe(3);
  expect(await failedChecks()).not.toContain(CLOSED_DAYS);
});

test('a closing that was announced in another cluster, whose transaction numbers are ahead, goes on', async () => {
  const star = await createPerformer(app, { admin });
  await closeAll();
  await post(owner, app.clock.now(), sale(star.id));
  app.clock.advance(DAY_MS);
  await takeStep();
  await owner.query("update ledger.closing set closing_xid = '900000000000'");
  await closeAll();
  await expectSame(star);
  expect(await failedChecks()).not.toContain(CLOSED_DAYS);
});

test('sums that are not the ledger’s are found by its check, and can be made anew', async () => {
  const star = await createPerformer(app, { admin });
  await post(owner, new Date(app.clock.now().getTime() - 3 * DAY_MS), sale(star.id));
  await closeAll();
  expect(await failedChecks()).not.toContain(CLOSED_DAYS);
  await owner.query('update ledger.earning_days set net_amount = net_amount + 1 where seller_id = $1', [star.id]);
  expect(await failedChecks()).toContain(CLOSED_DAYS);
  await owner.query('select ledger.reopen_days()');
  await expectSame(star);
  await closeAll();
  await owner.query("update ledger.accounts set closed_balance = closed_balance + 1 where kind = 'earningsPending' and owner_id = $1", [
    star.id,
  ]);
  expect(await failedChecks()).toContain(CLOSED_DAYS);
  await owner.query('select ledger.reopen_days()');
  await closeAll();
  await expectSame(star);
  expect(await failedChecks()).not.toContain(CLOSED_DAYS);
});
