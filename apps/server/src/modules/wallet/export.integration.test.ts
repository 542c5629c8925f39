import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let fan: Person;
let performer: Person;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  performer = await createPerformer(app, { admin, monthlyPrice: 9 });
  fan = await createFan(app);
});
afterAll(() => app.close());

const fetchCsv = async (person: Person, locale = 'en') => {
  const headers = { authorization: person.client.token ?? '' };
  const answer = await fetch(`${app.url}/api/wallet-transactions/user/export?locale=${locale}`, { headers });
  // Read as bytes: as text, the byte order mark would be dropped.
  return { answer, text: Buffer.from(await answer.arrayBuffer()).toString('utf8') };
};
/** The cells of a file whose texts hold no line breaks. */
const cellsOf = (text: string): string[][] =>
  text
    .replace('\ufeff', '')
    .split('\r\n')
    .filter(Boolean)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? ''),
    );

test('the wallet as CSV contains each movement of the caller, as in the history and the ledger', async () => {
  const other = await createFan(app);
  await topUp(app, other, 30);
  await topUp(app, fan, 20);
  const feedId = await createFeed(performer, { audience: 'buyers', price: 4.5, title: '=HYPERLINK("https://x.invalid","Free")' });
  await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId } });

  const { answer, text } = await fetchCsv(fan);
  expect([
    answer.status,
    answer.headers.get('content-type'),
    answer.headers.get('content-disposition'),
    answer.headers.get('cache-control'),
  ]).toEqual([200, 'text/csv; charset=utf-8', 'attachment; filename="wallet.csv"', 'no-store']);
  expect(text.startsWith('\ufeff"When (UTC)","What","Item"')).toBe(true);
  const [, ...rows] = cellsOf(text);
  const { data } = await fan.client.call('GET /wallet-transactions/user/search');
  expect(rows.map((row) => row.at(-1))).toEqual(data.map(({ _id }) => _id));
  expect(rows.map((row) => row.slice(1, 10))).toEqual([
    [
      'Post unlocked',
      '\'=HYPERLINK("https://x.invalid","Free")',
      `Star ${performer.username}`,
      '-4.50',
      '15.50',
      '1.00',
      '-4.50',
      '',
      'USD',
    ],
    ['Top-up', '', '', '20.00', '20.00', '1.00', '20.00', '20.00', 'USD'],
  ]);
  expect(rows[0]![10]).toBe(data[0]!.orderId);
  expect(data[0]!.rate).toBe(1);
  const entries = await app.platform.database
    .selectFrom('ledger.entries as e')
    .innerJoin('ledger.accounts as w', 'w.id', 'e.account_id')
    .select('e.amount')
    .where('w.owner_id', '=', fan.id)
    .where('w.kind', '=', 'wallet')
    .execute();
  expect(rows.map((row) => Math.round(Number(row[4]) * 100)).toSorted((a, b) => a - b)).toEqual(
    entries.map(({ amount }) => Number(amount)).toSorted((a, b) => a - b),
  );
});

test('the CSV in Spanish has Spanish headings, and numbers in the same format', async () => {
  const { text } = await fetchCsv(fan, 'es');
  const [head, first] = cellsOf(text);
  expect(head!.slice(0, 5)).toEqual(['Fecha (UTC)', 'Concepto', 'Artículo', 'Artista', 'Tokens']);
  expect([first![1], first![4]]).toEqual(['Publicación desbloqueada', '-4.50']);
});

/** Rows are newest first; each balance is the previous one plus the movement. */
const expectRunningBalance = (rows: readonly string[][], balance: number): void => {
  const moved = rows.toReversed().map((row) => [Number(row[4]), Number(row[5])] as const);
  let sum = 0;
  expect(moved.map(([, after]) => after)).toEqual(moved.map(([amount]) => (sum += amount)));
  expect(sum).toBe(balance);
};

test('a long history is exported completely, each movement once, even with equal times', async () => {
  const many = await createFan(app);
  await topUp(app, many, 900);
  const tips = Array.from({ length: 620 }, () =>
    many.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: performer.id }, body: { amount: 1 } }),
  );
  await Promise.all(tips);
  const [, ...rows] = cellsOf((await fetchCsv(many)).text);
  expect(rows).toHaveLength(621);
  expect(new Set(rows.map((row) => row.at(-1))).size).toBe(621);
  expectRunningBalance(rows, 280);
});

test('movements are in the order in which they changed the balance, even if a clock was behind', async () => {
  const late = await createFan(app);
  const tip = (amount: number) =>
    late.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: performer.id }, body: { amount } });
  await topUp(app, late, 10);
  await tip(2);
  app.clock.advance(-5000);
  await tip(3);
  app.clock.advance(5000);
  const [, ...rows] = cellsOf((await fetchCsv(late)).text);
  expect(rows.map((row) => row[5])).toEqual(['5.00', '8.00', '10.00']);
  expectRunningBalance(rows, 5);
  const newest = (await late.client.call('GET /wallet-transactions/user/search')).data;
  const oldest = (await late.client.call('GET /wallet-transactions/user/search', { query: { sort: 'asc' } })).data;
  expect([newest.map(({ balanceAfter }) => balanceAfter), oldest.map(({ balanceAfter }) => balanceAfter)]).toEqual([
    [5, 8, 10],
    [10, 8, 5],
  ]);
});

test('a package’s discount: the history and the file say what was charged, apart from what the tokens are worth', async () => {
  const buyer = await createFan(app);
  const discounted = await admin.client.call('POST /admin/wallet-packages', {
    body: { name: 'Fifty', tokens: 50, price: 47.5, position: 1, active: true },
  });
  const { orderId, redirectUrl } = await buyer.client.call('POST /payment/purchase-tokens', { body: { packageId: discounted._id } });
  await app
    .client()
    .call('POST /gateways/sandbox/payments/{id}', { params: { id: redirectUrl.split('/').at(-1)! }, body: { action: 'approve' } });
  const movements = async () => (await buyer.client.call('GET /wallet-transactions/user/search')).data;
  const [bought] = await movements();
  expect(bought).toMatchObject({ amount: 50, money: 50, charged: 47.5 });
  const [, row] = cellsOf((await fetchCsv(buyer)).text);
  expect(row!.slice(7, 9)).toEqual(['50.00', '47.50']);

  // Refunded, the same amount goes back; what is paid in tokens charges nothing.
  await admin.client.call('POST /admin/orders/{id}/refund', { params: { id: orderId }, body: { reason: 'Asked.' } });
  expect((await movements())[0]).toMatchObject({ kind: 'refund', amount: -50, charged: -47.5 });
  await topUp(app, buyer, 5);
  await buyer.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: performer.id }, body: { amount: 2 } });
  expect((await movements())[0]).toMatchObject({ kind: 'tip', money: -2, charged: null });
});

test('without a session there is no file, and the error has its usual shape', async () => {
  const answer = await fetch(`${app.url}/api/wallet-transactions/user/export`);
  expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([401, 'UNAUTHENTICATED']);
});
