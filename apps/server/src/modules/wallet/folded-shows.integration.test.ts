import type { ResponseOf, Contract } from '@stagedoor/contract';
import type { MovementGroup } from '@stagedoor/contract/wallet.values';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { refundMinute } from '../../ledger/index.ts';
import { type Person, createAdmin } from '../../testing/factories.ts';
import { ask, assertSound, beginGroupShow, beginPrivateShow, createPair } from '../../testing/paid-show-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createIsolatedNode } from '../../testing/test-node.ts';
import { sweepMinutes } from '../streams/index.ts';

// The history of a wallet: a paid show is one line, whatever was held, charged and given back for it.

interface Query {
  limit?: number;
  offset?: number;
  sort?: 'asc' | 'desc';
  kind?: Line['kind'];
  group?: MovementGroup;
}
type Line = ResponseOf<Contract['GET /wallet-transactions/user/search']>['data'][number];

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());
afterEach(() => assertSound(app));

const historyOf = (fan: Person, query: Query = {}) => fan.client.call('GET /wallet-transactions/user/search', { query });
const tip = (fan: Person, star: Person, amount: number) =>
  fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount } });
const kindsOf = (lines: readonly Line[]): string[] => lines.map(({ kind }) => kind);
const sumOf = (lines: readonly Line[]): number => lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;

/** A private show at 2.00 a minute with 6.00 held and its first minute charged. */
const onAir = async () => {
  const node = await createIsolatedNode(app);
  const [star, fan] = await createPair(app, admin, 20);
  const begun = await beginPrivateShow(star, fan, { node });
  await node.pass(10_000);
  await sweepMinutes(app.platform);
  return { star, fan, node, ...begun };
};
const leave = (fan: Person, streamId: string) => fan.client.call('POST /streaming/leave/{id}', { params: { id: streamId } });

test('a request shows what is reserved, and once it is cancelled that nothing was charged', async () => {
  const [star, fan] = await createPair(app, admin, 20);
  const { _id } = await ask(fan, star);
  const [held, ...older] = (await historyOf(fan)).data;
  expect(held).toMatchObject({
    kind: 'hold',
    amount: -6,
    balanceAfter: 14,
    counterparty: { _id: star.id },
    show: { id: _id, type: 'private', minutes: 0, refundedMinutes: 0, reserved: 6 },
  });
  expect(kindsOf(older)).toEqual(['topUpCustom']);
  await fan.client.call('POST /streaming/private-chat/{id}/cancel', { params: { id: _id } });
  const { data, total } = await historyOf(fan);
  expect(total).toBe(2);
  expect(data[0]).toMatchObject({ kind: 'release', amount: 0, balanceAfter: 20, counterparty: { _id: star.id }, show: { reserved: 0 } });
});

test('a show is one line, with its minutes and what is still reserved', async () => {
  const { star, fan, node, streamId } = await onAir();
  const lineOf = async () => (await historyOf(fan)).data.filter(({ show }) => show !== null);
  expect(await lineOf()).toMatchObject([
    { kind: 'privateMinute', amount: -6, counterparty: { _id: star.id }, show: { id: streamId, type: 'private', minutes: 1, reserved: 4 } },
  ]);
  await node.pass(60_000);
  await sweepMinutes(app.platform);
  expect(await lineOf()).toMatchObject([{ amount: -6, show: { minutes: 2, reserved: 2 } }]);
  await leave(fan, streamId);
  expect(await lineOf()).toMatchObject([{ kind: 'privateMinute', amount: -4, money: -4, show: { minutes: 2, reserved: 0 } }]);
});

test('minutes that are given back are told in their show, not as refunds of their own', async () => {
  const { fan, streamId } = await onAir();
  await leave(fan, streamId);
  const given = { streamId, accountId: fan.id, minute: 1, at: app.clock.now() };
  await app.platform.database.transaction().execute((trx) => refundMinute(trx, given));
  const { data, total } = await historyOf(fan);
  expect([kindsOf(data), total]).toEqual([['privateMinute', 'topUpCustom'], 2]);
  expect(data[0]).toMatchObject({ amount: 0, balanceAfter: 20, reverses: null, show: { minutes: 0, refundedMinutes: 1, reserved: 0 } });
});

test('seats of one group show are one line, and tips in it have their own', async () => {
  const node = await createIsolatedNode(app);
  const [star, fan] = await createPair(app, admin, 50);
  const { streamId } = await beginGroupShow(star, { node });
  const join = () => fan.client.call('POST /streaming/join/{id}', { params: { id: streamId } });
  await join();
  await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 3, streamId } });
  const { data, total } = await historyOf(fan);
  expect([kindsOf(data), total]).toEqual([['tip', 'hold', 'topUpCustom'], 3]);
  expect(data[1]).toMatchObject({ counterparty: { _id: star.id }, show: { id: streamId, type: 'group' } });
  expect(data[0]).toMatchObject({ show: null });
});

test('pages, totals, groups and kinds count a show once', async () => {
  const { star, fan, streamId } = await onAir();
  await tip(fan, star, 1);
  await leave(fan, streamId);
  await tip(fan, star, 2);
  for (let times = 0; times < 3; times += 1) {
    const { _id } = await ask(fan, star);
    await tip(fan, star, 1 + times);
    await fan.client.call('POST /streaming/private-chat/{id}/cancel', { params: { id: _id } });
  }
  const whole = await historyOf(fan, { limit: 100 });
  expect(kindsOf(whole.data)).toEqual(['release', 'tip', 'release', 'tip', 'release', 'tip', 'tip', 'privateMinute', 'tip', 'topUpCustom']);
  expect(whole.total).toBe(whole.data.length);
  // Nothing is counted twice or left out: the lines are the balance.
  expect(sumOf(whole.data)).toBe(whole.data[0]!.balanceAfter);
  for (const sort of ['asc', 'desc'] as const) {
    const pages = await Promise.all([0, 3, 6, 9, 12].map((offset) => historyOf(fan, { limit: 3, offset, sort })));
    const walked = pages.flatMap(({ data }) => data.map(({ _id }) => _id));
    expect(sort === 'asc' ? walked.toReversed() : walked).toEqual(whole.data.map(({ _id }) => _id));
    expect(pages.map(({ total }) => total)).toEqual([10, 10, 10, 10, 10]);
  }
  const narrowed = async (query: Query) => {
    const { data, total } = await historyOf(fan, query);
    return [kindsOf(data), total];
  };
  expect(await narrowed({ group: 'show' })).toEqual([['release', 'release', 'release', 'privateMinute'], 4]);
  expect(await narrowed({ group: 'refund' })).toEqual([[], 0]);
  expect(await narrowed({ kind: 'privateMinute' })).toEqual([['privateMinute'], 1]);
  expect(await narrowed({ kind: 'release', limit: 2 })).toEqual([['release', 'release'], 3]);
  expect(await narrowed({ kind: 'hold' })).toEqual([[], 0]);
});

test('a refund names what it reverses', async () => {
  const [star, fan] = await createPair(app, admin, 20);
  const { orderId } = await tip(fan, star, 4);
  await admin.client.call('POST /admin/orders/{id}/refund', { params: { id: orderId }, body: { reason: 'Asked.' } });
  expect((await historyOf(fan)).data[0]).toMatchObject({ kind: 'refund', amount: 4, reverses: 'tip', counterparty: { _id: star.id } });
});
