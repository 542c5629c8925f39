import type { ServerEvents } from '@stagedoor/contract/realtime';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyStatementFile } from '../modules/payouts/sign-statement.ts';
import { type AmountsWorld, createAmountsWorld } from './amounts-world.ts';
import { makeJobsDue } from './delayed-jobs.ts';
import type { Person } from './factories.ts';
import { type LedgerLine, amountsIn, inAnyOrder, moneyText, readLedger, restOf, sumOf, tokensText } from './ledger-amounts.ts';
import { payoutCalls } from './payout-calls.ts';
import { readMails } from './read-mails.ts';
import { createRoomEvents } from './room-events.ts';
import { type TestApp, createTestApp } from './test-app.ts';

// Files, mails, notices and events name the amounts of the ledger's rows (the screens: e2e/src/amounts.journey.long.test.ts).

type Paid = ServerEvents['RECEIVED_PAID_TOKEN_EVENT'];

let app: TestApp;
let world: AmountsWorld;
let lines: readonly LedgerLine[];
let events: Paid[];
let batchFile: string;
const rooms = createRoomEvents(() => app.url);
beforeAll(async () => {
  app = await createTestApp();
  world = await createAmountsWorld(app, {
    async begin(star) {
      events = await rooms.listen(star, star.id, 'RECEIVED_PAID_TOKEN_EVENT');
    },
    async gathered(admin, batchId) {
      batchFile = (await download(admin, `/admin/payout-batches/${batchId}/paypal-file`)).toString('utf8');
    },
  });
  lines = await readLedger(app);
}, 120_000);
afterAll(async () => {
  rooms.close();
  await app.close();
});
const { download } = payoutCalls(() => ({
  app,
  get admin() {
    return world.admin;
  },
}));

const inHundredths = (amount: string | number | null): bigint | null =>
  amount === null || amount === '' ? null : BigInt(Math.round(Number(amount) * 100));
const ofStar = () => lines.filter(({ sellerId, gross }) => sellerId === world.star.id && gross !== null);
const signed = ({ isReversal }: LedgerLine, amount: bigint | null): bigint | null => amount && (isReversal ? -amount : amount);
const payout = () => lines.find(({ kind }) => kind === 'payoutRequest')!;
/** The rows of a CSV file, without its heading. */
const csvOf = async (person: Person, path: string): Promise<string[][]> =>
  (await download(person, path))
    .toString('utf8')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''));

test('the event of each sale has its tokens and the performer’s part', async () => {
  const sold = ofStar().filter(({ isReversal }) => !isReversal);
  await expect.poll(() => events.length).toBe(sold.length);
  const told = events.map(({ transactionId, tokens, net }) => [transactionId, inHundredths(tokens), inHundredths(net)]);
  expect(inAnyOrder(told)).toEqual(inAnyOrder(sold.map(({ id, tokens, net }) => [id, tokens, net])));
});

test('the file of a wallet has each of its movements', async () => {
  const rows = await csvOf(world.fan, '/wallet-transactions/user/export?locale=en');
  const moved = lines.filter(({ wallet }) => wallet !== null);
  expect(rows.map((cells) => [cells[11], inHundredths(cells[4]!), inHundredths(cells[7]!), inHundredths(cells[8]!)])).toEqual(
    moved.map(({ id, wallet, gross, charged, tokens }) => {
      const money = gross ?? charged ?? (tokens! + 1n) / 2n;
      return [id, wallet, wallet! < 0n ? -money : money, charged];
    }),
  );
  let balance = sumOf(moved.map(({ wallet }) => wallet));
  for (const [index, cells] of rows.entries()) {
    expect(inHundredths(cells[5]!)).toBe(balance);
    balance -= moved[index]!.wallet!;
  }
});

test('the file of earnings has each sale and refund of the performer', async () => {
  const rows = (await csvOf(world.star, '/earning/export?locale=en')).filter((cells) => ofStar().some(({ id }) => id === cells.at(-1)));
  expect(rows.map((cells) => [cells.at(-1), inHundredths(cells[5]!), ...[6, 8, 9].map((index) => inHundredths(cells[index]!))])).toEqual(
    ofStar().map((line) => [
      line.id,
      signed(line, line.tokens),
      signed(line, line.gross),
      signed(line, line.commission),
      signed(line, line.net),
    ]),
  );
});

test('the statement, the list of payouts and the company’s file have what the ledger paid out', async () => {
  const { publicKey } = await app.client().call('GET /payout-statements/key');
  const { statement } = verifyStatementFile(await download(world.star, `/payout-requests/${world.payoutId}/statement`), publicKey);
  const [sales, reversals] = [ofStar().filter(({ isReversal }) => !isReversal), ofStar().filter(({ isReversal }) => isReversal)];
  // Parts that were refunded before the release never became available: the statement has the rest of their sales.
  expect(inHundredths(statement.sales.net)! - inHundredths(statement.reversals.net)!).toBe(restOf([...sales, ...reversals], 'net'));
  expect(inHundredths(statement.sales.gross)! - inHundredths(statement.reversals.gross)!).toBe(restOf([...sales, ...reversals], 'gross'));
  const paid = -payout().available!;
  expect([statement.paid!.net, statement.movements.amount].map(inHundredths)).toEqual([paid, -paid]);
  const left = restOf([...sales, ...reversals], 'net') - paid;
  expect(inHundredths(statement.closing)).toBe(left);
  const listed = await csvOf(world.star, '/payout-requests/export?locale=en');
  expect(listed.flat()).toContain((Number(paid) / 100).toFixed(2));
  expect(amountsIn(batchFile)).toEqual([moneyText(paid).replace('$', '')]);
});

test('the statement for people has the figures and lines of the ledger', async () => {
  const file = await download(world.star, `/payout-requests/${world.payoutId}/statement/pdf?locale=en`);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(file)), { mergePages: true });
  const amounts = amountsIn(text);
  // Refunds leave a rest of each sale, or nothing.
  const sales = ofStar()
    .filter(({ isReversal }) => !isReversal)
    .map((sale) => [sale, ...ofStar().filter(({ reversesId }) => reversesId === sale.id)])
    .filter((parts) => restOf(parts, 'gross') > 0n);
  const rests = (parts: readonly LedgerLine[]) => (['gross', 'commission', 'net'] as const).map((field) => moneyText(restOf(parts, field)));
  const net = moneyText(restOf(sales.flat(), 'net'));
  const paid = -payout().available!;
  const left = moneyText(restOf(sales.flat(), 'net') - paid);
  expect(amounts.slice(0, 7)).toEqual(['$0.00', net, '$0.00', moneyText(-paid), left, moneyText(paid), moneyText(paid)]);
  expect(amounts.slice(-3 * sales.length - 1)).toEqual([...sales.flatMap(rests), moneyText(-paid)]);
  // Between them the fee, which is none, and the sums of each rate of commission.
  const byRate = amounts.slice(8, -3 * sales.length - 1).map((amount) => inHundredths(amount.slice(1))!);
  const sums = [0, 1, 2].map((column) => sumOf(byRate.filter((_, index) => index % 3 === column)));
  expect(sums.map((sum) => moneyText(sum))).toEqual(rests(sales.flat()));
});

test('the mails and notices of both sides name the ledger’s amounts, tokens with their money', async () => {
  await makeJobsDue(app);
  await app.settle();
  const mails = await readMails(app, world.fan.email);
  const amountsOf = (subject: RegExp) => mails.filter((mail) => subject.test(mail.subject!)).map((mail) => amountsIn(mail.text!));
  const both = (paid: readonly LedgerLine[]) => [
    tokensText(sumOf(paid.map(({ tokens }) => tokens))),
    moneyText(sumOf(paid.map(({ gross }) => gross))),
  ];
  const orders = Map.groupBy(
    lines.filter(({ orderId }) => orderId !== null),
    ({ orderId }) => orderId!,
  );
  const refunds = [...orders.values()].map((all) => all.filter(({ isReversal }) => isReversal)).filter((all) => all.length > 0);
  const refundText = (all: readonly LedgerLine[]) =>
    all[0]!.tokens === null ? [moneyText(sumOf(all.map(({ gross }) => gross)))] : both(all);
  expect(inAnyOrder(amountsOf(/^Refunded/))).toEqual(inAnyOrder(refunds.map(refundText)));
  const sold = lines.filter(({ gross, isReversal }) => gross !== null && !isReversal);
  const subscriptions = sold.filter(({ kind }) => kind === 'subscriptionStart');
  expect(inAnyOrder(amountsOf(/^Your receipt: Subscription/))).toEqual(inAnyOrder(subscriptions.map((line) => both([line]))));
  const fromWallet = sold.filter(({ tokens, kind }) => tokens !== null && kind !== 'subscriptionStart');
  const whole = (text: string) => text.replace(/\.00$/, '');
  const total = both(fromWallet);
  const [receipt, ...more] = mails.filter(({ subject }) => subject!.endsWith('from your wallet'));
  expect([amountsIn(receipt!.subject!), more]).toEqual([total, []]);
  // Whole tokens are written without decimals.
  for (const line of fromWallet) expect(receipt!.text).toContain(`${whole(tokensText(line.tokens!))} tokens (${moneyText(line.gross!)})`);

  const noticesOf = async ({ client }: Person) =>
    (await client.call('GET /notifications', { query: { limit: 50 } })).data.map(({ text }) => text);
  const [toFan, toStar] = [await noticesOf(world.fan), await noticesOf(world.star)];
  const reversed = lines.filter(({ isReversal, gross }) => isReversal && gross !== null);
  expect(inAnyOrder(toFan.filter((text) => text.startsWith('Refund of')).map(amountsIn))).toEqual(
    inAnyOrder(reversed.map((line) => refundText([line]))),
  );
  const one = (kind: string) => both(lines.filter((line) => line.kind === kind));
  expect(toStar.filter((text) => text.includes('tipped you')).map(amountsIn)).toEqual([one('tip')]);
  expect(toStar.filter((text) => text.includes('gave you')).map(amountsIn)).toEqual([one('gift').slice(1)]);
  const paid = moneyText(-payout().available!);
  expect(toStar.filter((text) => /[Pp]ayout (request )?of|We paid/.test(text)).map(amountsIn)).toEqual([[paid], [paid], [paid]]);
});
