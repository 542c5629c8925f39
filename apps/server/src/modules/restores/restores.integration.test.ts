import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TakenDelivery } from '../../gateway-doubles/delivery.ts';
import { verifyLedger } from '../../ledger/index.ts';
import { scratchFolder } from '../../platform/database/scratch-postgres.ts';
import { type TestDatabase, createTestDatabase, openPool } from '../../platform/testing/database.ts';
import { type CastDatabase, createCastDatabase } from '../../testing/cast/cast-database.ts';
import { type CompanyDoubles, enterDoublesKeys, startCompanyDoubles } from '../../testing/company-doubles.ts';
import { PASSWORD, type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { picture } from '../../testing/pictures.ts';
import { type TestApp, countPendingWork, createTestApp } from '../../testing/test-app.ts';
import { eraseDueAccounts } from '../accounts/index.ts';

// A site is copied, goes on with 50 payments and 5 erasures, and is lost; the copy stands for the site that was restored from a backup.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SUBSCRIBERS = 10;
const SOLD_SINCE = 38;

let app: TestApp;
let original: CastDatabase;
let copy: TestDatabase;
let dataDirectory: string;
let doubles: CompanyDoubles;
let ccbill: CompanyDoubles['ccbill'];
let owner: Person;
let aide: Person;
let star: Person;
let openOrder: { orderId: string; redirectUrl: string };
let refundedOrder: string;
let chargedBackOrder: string;
let erased: Person[];
let kept: Person;
let showId: string;
let verotelOrder: string;
let secondNode: TestApp;
let webhooks: TakenDelivery[];
let mailsAtRestore: number;
let clockNow = () => new Date();

const database = () => app.platform.database;
const at = (site: TestApp, { client, ...person }: Person): Person => ({ ...person, client: site.client(client.token) });
const buyTokens = (fan: Person, amount: number) => fan.client.call('POST /payment/purchase-wallet/custom-amount', { body: { amount } });
const saleIdOf = (orderId: string): string => ccbill.saleOf(orderId)!.subscriptionId;
const countMails = async (): Promise<number> => (await readdir(join(dataDirectory, 'mail'))).length;
const broken = async (): Promise<string[]> => (await verifyLedger(database())).checks.filter(({ ok }) => !ok).map(({ name }) => name);
const stateOf = async (orderId: string): Promise<string> =>
  (await database().selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirstOrThrow()).state;
const statusOf = async ({ id }: Person): Promise<string> =>
  (await database().selectFrom('accounts').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
const countRenewals = async (): Promise<number> =>
  (await database().selectFrom('orders').select('id').where('kind', '=', 'renewal').where('state', '=', 'paid').execute()).length;
const restoreOf = async () => (await owner.client.call('GET /admin/restore')).restore!;
const errorOf = async (answer: Promise<{ error: { error?: string } | undefined; status: number }>) => (await answer).error?.error;

/** Fills the site that is copied: subscribers, paid and open orders, accounts to be erased. */
const beginSite = async (site: TestApp): Promise<string[]> => {
  owner = await createAdmin(site);
  aide = await createAdmin(site);
  await site.platform.database.updateTable('accounts').set({ admin_role: 'finance' }).where('id', '=', aide.id).execute();
  star = await createPerformer(site, { monthlyPrice: 9 });
  doubles = await startCompanyDoubles(site, { now: () => clockNow() });
  ({ ccbill } = doubles);
  await enterDoublesKeys(owner, doubles);
  await owner.client.call('PUT /admin/gateway-order', { body: { names: ['ccbill'] } });
  const orderIds: string[] = [];
  for (let i = 0; i < SUBSCRIBERS; i += 1) {
    const fan = await createFan(site);
    const order = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id, method: 'card' } });
    await ccbill.approve(order.redirectUrl);
    orderIds.push(order.orderId);
  }
  const verotelFan = await createFan(site);
  const atVerotel = await verotelFan.client.call('POST /payment/subscribe-performer', {
    body: { performerId: star.id, method: 'card', gateway: 'verotel' },
  });
  await doubles.verotel.approve(atVerotel.redirectUrl);
  verotelOrder = atVerotel.orderId;
  const fan = await createFan(site);
  const [one, two] = [await buyTokens(fan, 10), await buyTokens(fan, 20)];
  await ccbill.approve(one.redirectUrl);
  await ccbill.approve(two.redirectUrl);
  [refundedOrder, chargedBackOrder] = [one.orderId, two.orderId];
  openOrder = await buyTokens(fan, 30);
  await doubles.work();
  await site.settle();
  showId = (await star.client.call('POST /streaming/live', { body: { title: 'On air' } })).session._id;
  erased = [];
  for (let i = 0; i < 5; i += 1) erased.push(await createFan(site));
  kept = await createFan(site);
  await erased[0]!.client.call('POST /users/avatar/upload', { files: { avatar: await picture() } });
  await site.settle();
  return orderIds;
};

/** Goes on after the copy was made, all of which is lost with the disk: 50 payments, a refund, a chargeback, a cancellation, 5 erasures. */
const goOn = async (site: TestApp, subscriptions: readonly string[]): Promise<void> => {
  for (const orderId of subscriptions) await ccbill.renew(saleIdOf(orderId));
  await doubles.verotel.renew(doubles.verotel.saleOf(verotelOrder)!.saleID);
  for (let i = 0; i < SOLD_SINCE; i += 1) {
    const { redirectUrl } = await buyTokens(await createFan(site), 10);
    await ccbill.approve(redirectUrl);
  }
  await ccbill.approve(openOrder.redirectUrl);
  await ccbill.refund(saleIdOf(refundedOrder));
  await ccbill.chargeBack(saleIdOf(chargedBackOrder));
  await ccbill.cancelSale(saleIdOf(subscriptions[0]!));
  await doubles.work();
  await site.settle();
  const due = site.clock.now();
  const accounts = site.platform.database.updateTable('accounts').set({ deletion_requested_at: due, deletes_at: due });
  const ids = erased.map(({ id }) => id);
  await accounts.where('id', 'in', ids).execute();
  expect(await eraseDueAccounts(site.platform)).toBe(5);
  // An attempt that was listed and rolled back, and then cancelled by the account.
  await accounts.where('id', '=', kept.id).execute();
  await site.platform.erasures.add({ accountId: kept.id, at: due, isKept: false });
  await at(site, kept).client.call('DELETE /users/me/deletion');
  await site.settle();
};

beforeAll(async () => {
  original = await createCastDatabase();
  dataDirectory = await mkdtemp(join(await scratchFolder(), 'stagedoor-restored-'));
  const first = await createTestApp({ database: original, dataDirectory });
  clockNow = () => first.clock.now();
  const subscriptions = await beginSite(first);
  const copiedAt = first.clock.now();
  await first.close();
  copy = await createTestDatabase({ template: original.name });

  const lost = await createTestApp({ database: original, dataDirectory, now: new Date(copiedAt.getTime() + HOUR_MS) });
  clockNow = () => lost.clock.now();
  doubles.callAt(lost.url);
  ccbill.takeDeliveries();
  doubles.verotel.takeDeliveries();
  await goOn(lost, subscriptions);
  webhooks = [...ccbill.takeDeliveries(), ...doubles.verotel.takeDeliveries()];
  const now = new Date(lost.clock.now().getTime() + 2 * DAY_MS);
  await lost.close();

  await restore(copiedAt, now);
  mailsAtRestore = await countMails();
  app = await createTestApp({ database: { ...copy, ...(original.cast ? { cast: original.cast } : {}) }, dataDirectory, now });
  secondNode = await createTestApp({ database: copy, dataDirectory, now });
  clockNow = () => app.clock.now();
  doubles.callAt(app.url);
  [owner, aide] = [at(app, owner), at(app, aide)];
});
afterAll(async () => {
  await app.close();
  await doubles.close();
  await Promise.all([original.drop(), copy.drop()]);
  await rm(dataDirectory, { recursive: true, force: true });
});

/** Prepares the copy as the restore command does, with a due mail, a due event and a paid show that was on air. */
const restore = async (recoveredUntil: Date, restoredAt: Date): Promise<void> => {
  const pool = openPool({ connectionString: copy.ownerUrl });
  await pool.query(`insert into site_restores (backup_name, recovered_until, restored_at) values ('20261130T030000Z', $1, $2)`, [
    recoveredUntil,
    restoredAt,
  ]);
  await pool.query(
    `select graphile_worker.add_job('accounts:sendMail', json_build_object('kind', 'passwordChanged', 'accountId', $1::text))`,
    [kept.id],
  );
  await pool.query(
    `insert into outbox (event, payload) values ('accounts.erased', json_build_object('accountId', $1::text, 'role', 'fan'))`,
    ['00000000-0000-4000-8000-000000000000'],
  );
  await pool.end();
};

const waiting = () => countPendingWork(database());

describe('before the owner confirms', () => {
  test('closes the site to all but admins, and refuses what they could pay or change', async () => {
    expect((await fetch(new URL('/api/ready', app.url))).status).toBe(200);
    expect(await errorOf(app.client().send('GET /wallet-package'))).toBe('MAINTENANCE');
    expect(await errorOf(at(app, kept).client.send('GET /users/me'))).toBe('MAINTENANCE');
    expect((await owner.client.call('GET /admin/restore/state')).recoveredUntil).not.toBeNull();
    expect((await aide.client.call('GET /admin/restore/state')).recoveredUntil).not.toBeNull();
    const refund = { params: { id: refundedOrder }, body: { reason: 'A test.' } };
    expect(await errorOf(owner.client.send('POST /admin/orders/{id}/refund', refund))).toBe('RESTORE_UNCONFIRMED');
    await owner.client.call('PUT /admin/settings', { body: { values: { siteName: 'Restored' } } });
    const again = await app.client().call('POST /auth/login', { body: { username: owner.username, password: PASSWORD } });
    expect(again.token).not.toBe('');
  });

  test('runs no job, dispatches no event and sends no mail', async () => {
    expect(app.platform.jobs.isRunning()).toBe(false);
    // Committing wakes the dispatcher of a site that isn't quiet.
    app.outbox.wake();
    expect(await waiting()).toBeGreaterThanOrEqual(2);
    expect(await countMails()).toBe(mailsAtRestore);
  });

  test('has repeated the five erasures with their files, and none that was cancelled', async () => {
    for (const person of erased) expect(await statusOf(person)).toBe('deleted');
    expect(await statusOf(kept)).toBe('active');
    expect(await restoreOf()).toMatchObject({ erasuresRepeated: 5 });
  });

  test('has booked what CCBill lists of known sales once, and lists the others for the owner', async () => {
    // Asked by itself at the start.
    await expect.poll(async () => (await restoreOf()).askedAt).not.toBeNull();
    await owner.client.call('POST /admin/restore/ask');
    const { answers } = await restoreOf();
    const company = answers.find(({ company: name }) => name === 'ccbill')!;
    expect(company).toMatchObject({ way: 'list', failure: null });
    expect(answers.find(({ company: name }) => name === 'verotel')).toMatchObject({ way: 'each', failure: null, booked: 1, unbooked: [] });
    // One of them at Verotel.
    expect(await countRenewals()).toBe(SUBSCRIBERS + 1);
    expect([await stateOf(refundedOrder), await stateOf(chargedBackOrder), await stateOf(openOrder.orderId)]).toEqual([
      'refunded',
      'chargedBack',
      'created',
    ]);
    // 10 renewals, a refund, a chargeback, a cancellation.
    expect(company.booked).toBe(SUBSCRIBERS + 3);
    // The list doesn't say that one of these is of the open order.
    expect(company.unbooked).toHaveLength(SOLD_SINCE + 1);
    expect(company.unbooked[0]).toMatchObject({ event: 'approved', reason: 'unknownOrder', amount: 10, currency: 'USD' });
    expect(await broken()).toEqual([]);
  });

  test('books a callback that comes in the meantime, and tells the company to send others again', async () => {
    const sold = webhooks.filter(({ event }) => event === 'NewSaleSuccess');
    const open = sold.find(({ saleId }) => saleId === saleIdOf(openOrder.orderId))!;
    expect(await deliver(open)).toBe(200);
    expect(await deliver(sold.find((one) => one !== open)!)).toBe(503);
    expect(await stateOf(openOrder.orderId)).toBe('paid');
    expect((await restoreOf()).answers.find(({ company }) => company === 'ccbill')!.unbooked).toHaveLength(SOLD_SINCE);
    expect(await waiting()).toBeGreaterThanOrEqual(2);
  });

  test('refuses a confirmation by another admin, of another restore, of unasked companies and of unread failures', async () => {
    const { _id: id } = await restoreOf();
    const confirm = (person: Person, body: { id: string; acceptsFailures?: boolean }) =>
      errorOf(person.client.send('POST /admin/restore/confirm', { body }));
    expect(await confirm(aide, { id })).toBe('FORBIDDEN');
    expect(await confirm(owner, { id: randomUUID() })).toBe('RESTORE_STATE');
    const set = (values: { asked_at?: Date | null; erasures_repeated?: number | null }) =>
      database().updateTable('site_restores').set(values).execute();
    const asked = app.clock.now();
    await set({ asked_at: null });
    expect(await confirm(owner, { id })).toBe('RESTORE_UNASKED');
    await set({ asked_at: asked, erasures_repeated: null });
    expect(await confirm(owner, { id })).toBe('RESTORE_ERASURES');
    await set({ erasures_repeated: 5 });
    app.clock.advance(HOUR_MS);
    ccbill.extract.failNext('Authentication failed.');
    await owner.client.call('POST /admin/restore/ask');
    expect((await restoreOf()).answers.find(({ company }) => company === 'ccbill')).toMatchObject({
      failure: { reason: 'refused', detail: 'Authentication failed.' },
      booked: SUBSCRIBERS + 3,
    });
    expect(await confirm(owner, { id })).toBe('RESTORE_UNANSWERED');
    expect(app.platform.quiet.isOn()).toBe(true);
  });
});

describe('after the owner confirmed', () => {
  let before: unknown[];
  let confirmations: (string | undefined)[];
  beforeAll(async () => {
    await vi.waitUntil(async () => (await restoreOf()).askedAt !== null, { timeout: 10_000 });
    const { _id: id, runningShows } = await restoreOf();
    before = [runningShows, secondNode.platform.quiet.isOn(), secondNode.platform.jobs.isRunning()];
    const confirm = () => owner.client.send('POST /admin/restore/confirm', { body: { id, acceptsFailures: true } });
    const answers = await Promise.all([confirm(), confirm()]);
    confirmations = answers.map(({ status, error }) => (status === 200 ? 'ok' : error?.error));
  });

  test('opens the site on every node, and the held jobs run', async () => {
    expect(before).toEqual([1, true, false]);
    expect(confirmations).toHaveLength(2);
    expect(new Set(confirmations)).toEqual(new Set(['RESTORE_STATE', 'ok']));
    expect((await owner.client.call('GET /admin/restore/state')).recoveredUntil).toBeNull();
    expect((await at(app, kept).client.send('GET /users/me')).status).toBe(200);
    await expect.poll(() => secondNode.platform.jobs.isRunning()).toBe(true);
    await secondNode.close();
    await app.settle();
    const show = await database().selectFrom('streams').select(['state', 'end_reason']).where('id', '=', showId).executeTakeFirstOrThrow();
    expect(show).toEqual({ state: 'ended', end_reason: 'maintenance' });
    expect(app.platform.jobs.isRunning()).toBe(true);
    expect(await countMails()).toBeGreaterThan(mailsAtRestore);
    for (const person of erased) expect((await app.mailsTo(person.email)).filter((mail) => /deleted/i.test(mail))).toHaveLength(1);
  });

  test('books nothing twice when all webhooks are delivered again', async () => {
    for (const webhook of webhooks) await deliver(webhook);
    await app.settle();
    expect(await countRenewals()).toBe(SUBSCRIBERS + 1);
    expect([await stateOf(refundedOrder), await stateOf(chargedBackOrder)]).toEqual(['refunded', 'chargedBack']);
    expect(await broken()).toEqual([]);
  });
});

/** Sends a webhook that the company sent to the lost site. @returns the status of the answer */
const deliver = async ({ method, url, headers, query, body }: TakenDelivery): Promise<number> => {
  const address = new URL(new URL(url).pathname, app.url);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  const response = await fetch(address, {
    method,
    headers,
    body: method === 'POST' ? new Uint8Array(body) : null,
  });
  return response.status;
};
