import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyLedger } from '../../ledger/index.ts';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createIsolatedNode, createPrivateShow, createTestNode, playToken } from '../../testing/test-node.ts';
import { sweepMinutes } from './index.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());

const assertBalanced = async (): Promise<void> =>
  expect((await verifyLedger(app.platform.database)).checks.filter(({ ok }) => !ok)).toEqual([]);
const tick = (fan: Person, id: string) => fan.client.send('POST /payment-wallet/send-private-chat/{id}', { params: { id } });
const codeOf = async (answer: ReturnType<typeof tick>): Promise<string | undefined> => (await answer).error?.error;

/** A private show on air with its fan, who has tokens; both sides have just connected. */
const onAir = async (tokens: number, price = 150n) => {
  const performer = await createPerformer(app, { admin });
  const fan = await createFan(app);
  await topUp(app, fan, tokens);
  const node = await createIsolatedNode(app);
  const { streamId, token } = await createPrivateShow(app, performer, fan, { price });
  await node.publish(streamId, token);
  const watching = await playToken(app, fan, streamId);
  await node.watch(streamId, watching);
  await node.report();
  return { performer, fan, node, streamId, token, watching };
};
/** The ledger's minutes of a show: tokens, gross, commission and net, in order. */
const minutesOf = async (streamId: string) =>
  (
    await sql<{ key: string; amounts: string }>`
      select key, concat_ws(' ', kind, tokens_amount, gross_amount, commission_amount, net_amount) as amounts
      from ledger.transactions where reference_kind = 'minute' and reference_id = ${streamId}::uuid order by id`.execute(
      app.platform.database,
    )
  ).rows;

const connectedMs = async (streamId: string, fan: Person): Promise<number> =>
  Number(
    (
      await sql<{ ms: bigint }>`
        select connected_ms as ms from stream_participants where stream_id = ${streamId}::uuid and account_id = ${fan.id}::uuid`.execute(
        app.platform.database,
      )
    ).rows[0]!.ms,
  );

test('a minute starts after ten seconds together, and is paid at its start, once, for concurrent calls too', async () => {
  const { performer, fan, node, streamId } = await onAir(10);
  expect((await tick(fan, streamId)).data).toEqual({
    minute: 0,
    isCharged: false,
    transactionId: null,
    price: 1.5,
    balance: 10,
    nextMinuteAt: new Date(app.clock.now().getTime() + 10_000).toISOString(),
  });
  await node.pass(9_999);
  expect((await tick(fan, streamId)).data).toMatchObject({ minute: 0, isCharged: false });
  await node.pass(1);
  const answers = await Promise.all(Array.from({ length: 6 }, () => tick(fan, streamId)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(answers.filter(({ data }) => data.isCharged)).toHaveLength(1);
  expect(new Set(answers.map(({ data }) => `${data.minute} ${data.transactionId} ${data.balance}`)).size).toBe(1);
  expect(answers[0]!.data).toMatchObject({ minute: 1, balance: 8.5 });
  await node.pass(59_999);
  expect((await tick(fan, streamId)).data).toMatchObject({ minute: 1, isCharged: false });
  await node.pass(1);
  expect((await tick(fan, streamId)).data).toMatchObject({ minute: 2, isCharged: true, balance: 7 });
  const key = (minute: number) => `minute:${streamId}:${fan.id}:${minute}`;
  const amounts = 'privateMinute 150 150 38 112';
  expect(await minutesOf(streamId)).toEqual([
    { key: key(1), amounts },
    { key: key(2), amounts },
  ]);
  await app.settle();
  const { rows } = await sql<{ kind: string; sequence: number }>`
    select payload ->> 'kind' as kind, sequence from paid_events where performer_id = ${performer.id}::uuid order by sequence`.execute(
    app.platform.database,
  );
  expect(rows).toEqual([
    { kind: 'minute', sequence: 1 },
    { kind: 'minute', sequence: 2 },
  ]);
  const [newest] = (await fan.client.call('GET /wallet-transactions/user/search')).data;
  expect(newest).toMatchObject({
    kind: 'privateMinute',
    // Both minutes: a show is one line.
    amount: -3,
    balanceAfter: 7,
    orderId: null,
    counterparty: { _id: performer.id },
  });
  await assertBalanced();
});

test('an interruption gives the running minute back and stops the clock; afterwards the next one begins at once', async () => {
  const { fan, node, streamId, token } = await onAir(10);
  await node.pass(10_000);
  await tick(fan, streamId);
  node.drop(streamId);
  await node.pass(2_000);
  expect((await tick(fan, streamId)).data).toMatchObject({ minute: 1, nextMinuteAt: null });
  await node.pass(70_000);
  expect((await tick(fan, streamId)).data).toMatchObject({ minute: 1, isCharged: false });
  await node.publish(streamId, token);
  await node.report();
  expect((await tick(fan, streamId)).data).toMatchObject({ minute: 1, isCharged: false });
  await node.pass(1_000);
  expect((await tick(fan, streamId)).data).toMatchObject({ minute: 2, isCharged: true, balance: 8.5 });
  // The fan has left.
  node.hosted.set(streamId, { ...node.hosted.get(streamId)!, watching: [], viewers: 0 });
  await node.pass(1_000);
  await node.pass(61_000);
  expect((await tick(fan, streamId)).data).toMatchObject({ minute: 2, nextMinuteAt: null });
});

test('a report of a node that doesn’t own the show doesn’t stop its clock', async () => {
  const { fan, node, streamId } = await onAir(10);
  const before = (await tick(fan, streamId)).data.nextMinuteAt;
  const other = createTestNode(app);
  other.hosted.set(streamId, { ...node.hosted.get(streamId)!, isPublishing: false, watching: [], viewers: 0 });
  await other.report();
  expect([before, (await tick(fan, streamId)).data.nextMinuteAt]).toEqual([expect.any(String), before]);
});

test('a show that goes to another node and back, while the first can’t report, continues with the first one’s figure', async () => {
  const { fan, node, streamId, token, watching } = await onAir(10, 100n);
  await node.pass(60_000);
  const other = createTestNode(app);
  await other.publish(streamId, token);
  await other.watch(streamId, watching);
  await other.pass(5000);
  expect(await connectedMs(streamId, fan)).toBe(65_000);
  node.drop(streamId);
  await node.publish(streamId, token);
  await node.pass(4000);
  expect(await connectedMs(streamId, fan)).toBe(69_000);
});

test('minutes missed in our own outage are never charged', async () => {
  const { fan, node, streamId } = await onAir(10);
  await node.pass(10_000);
  await tick(fan, streamId);
  for (let minutes = 0; minutes < 3; minutes += 1) await node.pass(60_000);
  const { minute, balance, nextMinuteAt } = (await tick(fan, streamId)).data;
  expect([minute, balance, nextMinuteAt]).toEqual([2, 7, new Date(app.clock.now().getTime() + 60_000).toISOString()]);
  // A silent node doesn't know who is connected.
  app.clock.advance(61_000);
  expect((await tick(fan, streamId)).data).toMatchObject({ minute: 2, isCharged: false });
});

test('a clock that jumps, backward or forward, charges nothing and loses nothing: minutes follow media', async () => {
  const { fan, node, streamId } = await onAir(10);
  await node.pass(10_000);
  expect((await tick(fan, streamId)).data).toMatchObject({ minute: 1, isCharged: true });
  await node.pass(59_000);
  app.clock.advance(-3_600_000);
  const early = await Promise.all([tick(fan, streamId), tick(fan, streamId), sweepMinutes(app.platform)]);
  expect([early[0].data.isCharged, early[1].data.isCharged, early[2]]).toEqual([false, false, 0]);
  await node.report();
  await node.pass(999);
  expect((await tick(fan, streamId)).data).toMatchObject({ minute: 1, isCharged: false });
  await node.pass(1);
  const due = await Promise.all([tick(fan, streamId), tick(fan, streamId), sweepMinutes(app.platform)]);
  expect([due[0], due[1]].filter(({ data }) => data.isCharged).length + due[2]).toBe(1);
  // The hour comes again: what was charged then isn't charged now.
  app.clock.advance(3_600_000);
  await node.report();
  await node.pass(50_000);
  expect((await tick(fan, streamId)).data).toMatchObject({ minute: 2, isCharged: false, balance: 7 });
  expect((await minutesOf(streamId)).map(({ key }) => key)).toEqual([1, 2].map((minute) => `minute:${streamId}:${fan.id}:${minute}`));
  await assertBalanced();
});

test('a minute’s own row says which media it took, and by what protocols', async () => {
  const { fan, node, streamId, token } = await onAir(10);
  await node.pass(10_000);
  await tick(fan, streamId);
  await node.pass(60_000);
  await tick(fan, streamId);
  await node.pass(20_000);
  node.drop(streamId);
  await node.report();
  await node.publish(streamId, token);
  await node.pass(5_000);
  await tick(fan, streamId);
  const rows = await app.platform.database
    .selectFrom('stream_minutes')
    .select(['minute', 'from_ms', 'to_ms', 'protocols'])
    .where('stream_id', '=', streamId)
    .orderBy('minute')
    .execute();
  expect(rows).toEqual([
    { minute: 1, from_ms: 10_000n, to_ms: 70_000n, protocols: ['whep'] },
    { minute: 2, from_ms: 70_000n, to_ms: 90_000n, protocols: ['whep'] },
    { minute: 3, from_ms: 90_001n, to_ms: null, protocols: [] },
  ]);
});

test('without tokens, after the end, of another viewer: refused, and nothing changes', async () => {
  const { performer, fan, node, streamId } = await onAir(5, 300n);
  await node.pass(10_000);
  expect((await tick(fan, streamId)).data).toMatchObject({ minute: 1, balance: 2 });
  await node.pass(60_000);
  expect(await codeOf(tick(fan, streamId))).toBe('INSUFFICIENT_TOKENS');
  expect(await minutesOf(streamId)).toHaveLength(1);
  expect(await codeOf(tick(performer, streamId))).toBe('NOT_FOUND');
  expect(await codeOf(tick(fan, streamId))).toBe('LIVE_NOT_ON_AIR');
  await assertBalanced();
});
