import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { watchRows } from '../../testing/changed-rows.ts';
import { makeJobsDue } from '../../testing/delayed-jobs.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { beginPrivateShow, setPrices } from '../../testing/paid-show-fixtures.ts';
import { readMails } from '../../testing/read-mails.ts';
import { ADDRESS, createProduct } from '../../testing/shop.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createTestNode } from '../../testing/test-node.ts';

let app: TestApp;
let admin: Person;
let star: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
});
afterAll(() => app.close());

const choose = (person: Person, kind: 'post' | 'tip', isOn: boolean) =>
  person.client.call('PUT /notifications/choices', { body: { kind, channel: 'mail', isOn } });
const mailsOf = (person: Person) => readMails(app, person.email);
const headerOf = (mail: Awaited<ReturnType<typeof mailsOf>>[number], name: string) => mail.headers.find(({ key }) => key === name)?.value;
/** A reader with the star's bell on who wants mails about posts. */
const createReader = async (): Promise<Person> => {
  const reader = await createFan(app);
  await reader.client.call('PUT /notifications/bells/{id}', { params: { id: star.id }, body: { posts: true } });
  await choose(reader, 'post', true);
  return reader;
};
/** What a mail program sends when its button is pressed. */
const press = (address: string) =>
  fetch(new URL(new URL(address).pathname + new URL(address).search, app.url), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });

test('a chosen kind is mailed in the reader’s language, with words and HTML, and ended by one press without a session', async () => {
  const reader = await createReader();
  await reader.client.call('PUT /users', { body: { locale: 'es' } } as never);
  await app.platform.database.updateTable('accounts').set({ locale: 'es' }).where('id', '=', reader.id).execute();
  const id = await createFeed(star, { title: 'Primera parte', photos: 0 });
  await app.settle();
  const [mail, ...more] = await mailsOf(reader);
  expect(more).toEqual([]);
  expect(mail!.subject).toMatch(/ha publicado «Primera parte»$/);
  expect(mail!.text).toContain(`${app.platform.config.publicUrl}/feeds/${id}`);
  expect(mail!.html).toContain('lang="es"');
  expect(headerOf(mail!, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const address = /^<(.+)>$/.exec(headerOf(mail!, 'list-unsubscribe')!)![1]!;
  expect(mail!.text).toContain(address);

  const answer = await press(address);
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([204, null]);
  expect((await press(address)).status).toBe(204);
  const { choices } = await reader.client.call('GET /notifications/choices');
  expect(choices.find(({ kind }) => kind === 'post')).toEqual({ kind: 'post', site: true, mail: false, fixed: [] });
  await createFeed(star, { title: 'Segunda parte', photos: 0 });
  await app.settle();
  expect(await mailsOf(reader)).toHaveLength(1);
  expect((await reader.client.call('GET /notifications/total-unread')).total).toBe(2);

  // The page that the address shows to people makes this call.
  await choose(reader, 'post', true);
  const token = new URL(address).searchParams.get('token')!;
  expect(await app.client().call('POST /notifications/unsubscribe', { body: { token } })).toEqual({ kind: 'post' });
});

test('a token of somebody else, of another kind or of nobody ends nothing', async () => {
  const [reader, other] = [await createReader(), await createReader()];
  await createFeed(star, { title: 'Signed', photos: 0 });
  await app.settle();
  const [mail] = await mailsOf(reader);
  const [kind, id, signature] = /token=([^>]+)>/.exec(headerOf(mail!, 'list-unsubscribe')!)![1]!.split('.');
  const changed = await watchRows(app);
  const forged = [`${kind}.${other.id}.${signature}`, `tip.${id}.${signature}`, `receipt.${id}.${signature}`, 'x', '', `${kind}.${id}.`];
  for (const token of forged) {
    const answer = await fetch(new URL(`/notification/unsubscribe?token=${encodeURIComponent(token)}`, app.url), { method: 'POST' });
    expect([token, answer.status]).toEqual([token, 400]);
    const { status } = await app.client().send('POST /notifications/unsubscribe', { body: { token } });
    expect([token, status >= 400 && status < 500]).toEqual([token, true]);
  }
  expect(await changed()).toEqual({});
});

test('a receipt is mailed whatever was chosen, with amount and order, and can’t be ended', async () => {
  const payer = await createFan(app);
  await topUp(app, payer, 25);
  await app.settle();
  const receipts = (await mailsOf(payer)).filter(({ subject }) => subject!.startsWith('Your receipt'));
  expect(receipts).toHaveLength(1);
  expect(receipts[0]!.text).toMatch(/Top-up\nAmount: \$25\.00\nDate: .+\nOrder: [0-9a-f-]{36}/);
  expect(headerOf(receipts[0]!, 'list-unsubscribe')).toBeUndefined();
  // On the site it is only shown to who wants it.
  expect((await payer.client.call('GET /notifications')).data).toEqual([]);
  await payer.client.call('PUT /notifications/choices', { body: { kind: 'receipt', channel: 'site', isOn: true } });
  await topUp(app, payer, 5);
  await app.settle();
  expect((await payer.client.call('GET /notifications')).data.map(({ text }) => text)).toEqual(['Payment of $5.00: Top-up']);
});

test('the receipt of what a card paid is in the language of whoever paid', async () => {
  const payer = await createFan(app);
  await app.platform.database.updateTable('accounts').set({ locale: 'es' }).where('id', '=', payer.id).execute();
  const feedId = await createFeed(star, { title: 'Primera parte', audience: 'buyers', price: 3 });
  const { redirectUrl } = await payer.client.call('POST /payment/purchase-feed', { body: { feedId } });
  const params = { id: redirectUrl.split('/').at(-1)! };
  await app.client().call('POST /gateways/sandbox/payments/{id}', { params, body: { action: 'approve' } });
  await app.settle();
  const [receipt, ...more] = (await mailsOf(payer)).filter(({ subject }) => subject!.startsWith('Tu recibo'));
  expect(more).toEqual([]);
  expect(receipt!.subject).toMatch(/^Tu recibo: .*Primera parte/);
  expect(receipt!.text).toMatch(/Importe: .*3,00.*\nFecha: .+\nPedido: [0-9a-f-]{36}/);
  expect(receipt!.html).toContain('lang="es"');
});

test('a kind switched off on the site is only mailed; one switched off on both is not told', async () => {
  const [reader, silent] = [await createReader(), await createReader()];
  for (const one of [reader, silent])
    await one.client.call('PUT /notifications/choices', { body: { kind: 'post', channel: 'site', isOn: false } });
  await choose(silent, 'post', false);
  await createFeed(star, { title: 'By mail', photos: 0 });
  await app.settle();
  for (const one of [reader, silent]) expect((await one.client.call('GET /notifications')).total).toBe(0);
  expect([(await mailsOf(reader)).length, (await mailsOf(silent)).length]).toEqual([1, 0]);
});

describe('the receipt of a wallet', () => {
  const tip = (payer: Person, amount: number, streamId?: string) =>
    payer.client.call('POST /payment-wallet/send-tip-wallet/{id}', {
      params: { id: star.id },
      body: { amount, ...(streamId === undefined ? {} : { streamId }) },
    });
  const receiptsOf = async (payer: Person) => {
    await app.settle();
    await makeJobsDue(app);
    await app.settle();
    return (await mailsOf(payer)).filter(({ subject }) => subject!.includes('from your wallet'));
  };

  test('lists every payment of ten minutes once, equal ones in a line; what is paid afterwards is in the next', async () => {
    const payer = await createFan(app);
    await topUp(app, payer, 50);
    const feedId = await createFeed(star, { title: 'Left hand', audience: 'buyers', price: 3 });
    await payer.client.call('POST /payment-wallet/purchase-feed', { body: { feedId } } as never);
    for (const amount of [2, 2.5]) await tip(payer, amount);
    const [receipt, ...more] = await receiptsOf(payer);
    expect(more).toEqual([]);
    expect(receipt!.subject).toBe('Your receipt: 7.50 tokens ($7.50) from your wallet');
    expect(receipt!.text).toMatch(
      /\nPost unlocked, Left hand, .+: 3 tokens \(\$3\.00\)\nTip, .+, 2 times: 4\.50 tokens \(\$4\.50\)\n\nTotal: 7\.50 tokens \(\$7\.50\)\nDate: /,
    );
    expect(receipt!.text).toContain(`${app.platform.config.publicUrl}/wallet/transactions`);
    await tip(payer, 1);
    const [, next, ...others] = await receiptsOf(payer);
    expect([next!.subject, others]).toEqual(['Your receipt: 1 token ($1.00) from your wallet', []]);
    // Told again, the payments are on no further receipt.
    await sql`update outbox set dispatched_at = null where event = 'orders.paid'`.execute(app.platform.database);
    expect(await receiptsOf(payer)).toHaveLength(2);
    expect((await payer.client.call('GET /notifications')).data).toEqual([]);
  });

  test('has the postage of products of several sellers', async () => {
    const payer = await createFan(app);
    await topUp(app, payer, 50);
    const sellers = [star, await createPerformer(app, { admin })];
    const products = await Promise.all(
      sellers.map(async (seller) => ({
        productId: await createProduct(app, seller, { type: 'physical', name: 'Rosin', price: 2, postage: 3, stock: 9 }),
      })),
    );
    await payer.client.call('POST /payment-wallet/purchase-products', { body: { products, deliveryAddress: ADDRESS } });
    const [receipt] = await receiptsOf(payer);
    expect(receipt!.subject).toBe('Your receipt: 10 tokens ($10.00) from your wallet');
    expect(receipt!.text!.match(/^Postage, .+: 3 tokens \(\$3\.00\)$/gm)).toHaveLength(2);
    expect(receipt!.text!.match(/^Product bought, Rosin, .+: 2 tokens \(\$2\.00\)$/gm)).toHaveLength(2);
  });

  test('has the minutes of a paid show, is mailed though it was read on the site, and ends when it is not wanted', async () => {
    const node = createTestNode(app);
    const performer = await createPerformer(app, { admin });
    await setPrices(app, performer, { minimum: 1 });
    const payer = await createFan(app);
    await topUp(app, payer, 50);
    await payer.client.call('PUT /notifications/choices', { body: { kind: 'walletReceipt', channel: 'site', isOn: true } });
    const { streamId } = await beginPrivateShow(performer, payer, { node });
    // A minute begins after ten seconds together.
    await node.pass(10_000);
    await payer.client.call('POST /payment-wallet/send-private-chat/{id}', { params: { id: streamId } });
    await app.settle();
    const { data } = await payer.client.call('GET /notifications');
    expect(data.map(({ text, path }) => [text, path])).toEqual([['You paid 2 tokens ($2.00) from your wallet.', '/wallet/transactions']]);
    await payer.client.call('PUT /notifications/read-all');
    const [receipt] = await receiptsOf(payer);
    expect(receipt!.text).toMatch(/\nPrivate show, minute, .+: 2 tokens \(\$2\.00\)\n/);
    await payer.client.call('PUT /notifications/choices', { body: { kind: 'walletReceipt', channel: 'mail', isOn: false } });
    await tip(payer, 1);
    expect(await receiptsOf(payer)).toHaveLength(1);
  });
});
