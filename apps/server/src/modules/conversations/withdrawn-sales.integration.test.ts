import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { SandboxAction } from '../../gateways/sandbox.ts';
import { verifyLedger } from '../../ledger/index.ts';
import { createConversation, openMessages } from '../../testing/conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createPerformer, picture, topUp } from '../../testing/factories.ts';
import { holdRows } from '../../testing/held-rows.ts';
import { createItem, createProduct } from '../../testing/shop.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { paymentIdOf } from '../../testing/unkeyed-fixtures.ts';

// A sale and the withdrawal of what it sells, at the same moment: one of the two wins.

const CALLERS = 20;
const ROUNDS = 12;
const PRICE = 3;

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
let conversationId: string;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 5 });
  await openMessages(star);
  fan = await createFan(app);
  conversationId = await createConversation(fan, star);
  await topUp(app, fan, 200);
});
afterEach(async () => {
  const broken = (await verifyLedger(app.platform.database)).checks.filter(({ ok }) => !ok);
  if (broken.length > 0) throw new Error(broken.map(({ name, detail }) => `${name}: ${detail}`).join('; '));
});
afterAll(() => app.close());

const sell = async (): Promise<{ messageId: string; itemId: string }> => {
  const { _id: fileId } = await star.client.call('POST /messages/private/photo', { files: { file: await picture() } });
  const body = { text: 'Backstage', price: PRICE, fileId: [fileId] };
  const sent = await star.client.call('POST /messages/conversations/{id}', { params: { id: conversationId }, body });
  return { messageId: sent._id, itemId: sent.item!._id };
};
const order = (itemId: string) => fan.client.call('POST /payment/purchase-message/{id}', { params: { id: itemId }, body: {} });
const pay = (orderId: string) => fan.client.send('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
const balance = async (): Promise<number> => (await fan.client.call('GET /users/me')).balance;
const press = (redirectUrl: string, action: SandboxAction) =>
  app.client().call('POST /gateways/sandbox/payments/{id}', { params: { id: paymentIdOf(redirectUrl) }, body: { action } });
const hasIt = async (itemId: string): Promise<boolean> =>
  (await fan.client.send('GET /messages/items/{id}', { params: { id: itemId } })).status === 200;

const withdrawals = {
  'deleted by its sender': (messageId: string) => star.client.send('DELETE /messages/{id}', { params: { id: messageId } }),
  'taken back by its sender': (messageId: string) =>
    star.client.send('DELETE /messages/{id}', { params: { id: messageId }, query: { undo: 'true' } }),
};

interface Answer {
  status: number;
  error?: { error?: string };
}
const codeOf = ({ status, error }: Answer): string => (status < 300 ? 'ok' : (error?.error ?? String(status)));

describe.each(Object.entries(withdrawals))('a paid message that is bought while it is %s', (_name, withdraw) => {
  test(`by ${CALLERS} callers at once: it is either sold or gone`, { timeout: 120_000 }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { messageId, itemId } = await sell();
      const { orderId } = await order(itemId);
      const before = await balance();
      const calls = Array.from({ length: CALLERS }, (_, n) => ({ isSale: (n + round) % 2 === 0 }));
      const answers = await Promise.all(
        calls.map(async ({ isSale }) => ({ isSale, code: codeOf(isSale ? await pay(orderId) : await withdraw(messageId)) })),
      );
      const sales = answers.filter(({ isSale }) => isSale).map(({ code }) => code);
      const withdrawn = answers.filter(({ isSale }) => !isSale).map(({ code }) => code);
      const isSold = sales.includes('ok');
      expect({ round, isSold, isGone: withdrawn.includes('ok') }).toEqual({ round, isSold, isGone: !isSold });
      expect(sales.filter((code) => code === 'ok').length).toBe(isSold ? 1 : 0);
      expect(new Set(isSold ? withdrawn : sales)).toEqual(new Set([isSold ? 'MESSAGE_BOUGHT' : 'NOT_FOR_SALE']));
      expect(before - (await balance())).toBe(isSold ? PRICE : 0);
      expect(await hasIt(itemId)).toBe(isSold);
    }
  });

  test('after the price was checked: the withdrawal waits for the sale, and is refused', async () => {
    const { messageId, itemId } = await sell();
    const { orderId } = await order(itemId);
    const before = await balance();
    const wallet = await holdRows(app, "select from ledger.accounts where kind = 'wallet' and owner_id = $1 for update", [fan.id]);
    const sale = pay(orderId);
    await expect.poll(() => wallet.isAwaitedBy('ledger\\.settle')).toBe(true);
    let answered: Answer | undefined;
    const withdrawal = withdraw(messageId).then((answer) => (answered = answer));
    await expect.poll(async () => answered !== undefined || (await wallet.isAwaitedBy('from "items"'))).toBe(true);
    await wallet.end('rollback');
    expect([codeOf(await sale), codeOf(await withdrawal)]).toEqual(['ok', 'MESSAGE_BOUGHT']);
    expect(before - (await balance())).toBe(PRICE);
    expect(await hasIt(itemId)).toBe(true);
  });

  test('a card payment that arrives afterwards is refunded, and gives nothing', async () => {
    const { messageId, itemId } = await sell();
    const { orderId, redirectUrl } = await order(itemId);
    expect(codeOf(await withdraw(messageId))).toBe('ok');
    await press(redirectUrl, 'approve');
    await app.settle();
    expect((await fan.client.call('GET /payment/orders/{id}', { params: { id: orderId } })).state).toBe('cancelled');
    expect(await hasIt(itemId)).toBe(false);
    const refunds = await app.platform.database.selectFrom('gateway_refunds').select('amount').where('order_id', '=', orderId).execute();
    expect(refunds).toEqual([{ amount: BigInt(PRICE * 100) }]);
  });
});

describe('a card payment that arrives after an admin took the item down', () => {
  const takeDown = (id: string) =>
    app.platform.database.updateTable('items').set({ state: 'taken-down' }).where('id', '=', id).executeTakeFirstOrThrow();

  test.each([
    ['video', () => createItem(app, star, 'video', { price: PRICE }), 'POST /payment/purchase-video', (id: string) => ({ videoId: id })],
    [
      'product',
      () => createProduct(app, star, { price: PRICE }),
      'POST /payment/purchase-products',
      (id: string) => ({ products: [{ productId: id }] }),
    ],
  ])('%s: the payment is refunded', async (_kind, create, key, bodyOf) => {
    const id = await create();
    const { data } = await fan.client.raw(key, { body: bodyOf(id) });
    const { orderId, redirectUrl } = data as { orderId: string; redirectUrl: string };
    await takeDown(id);
    await press(redirectUrl, 'approve');
    await app.settle();
    expect((await fan.client.call('GET /payment/orders/{id}', { params: { id: orderId } })).state).toBe('cancelled');
    const given = await app.platform.database.selectFrom('entitlements').select('item_id').where('item_id', '=', id).execute();
    expect(given).toEqual([]);
  });
});
