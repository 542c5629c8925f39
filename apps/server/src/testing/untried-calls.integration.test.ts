import type { SettingKey } from '@stagedoor/contract/settings';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createConversation, openMessages, sendPaidMessage } from './conversation-fixtures.ts';
import { PASSWORD, type Person, createAdmin, createFan, createPerformer, topUp } from './factories.ts';
import { createGallery } from './gallery-fixtures.ts';
import { assertSound, beginGroupShow, createPair, beginPrivateShow, joinAndWatch } from './paid-show-fixtures.ts';
import { createPayee } from './payout-fixtures.ts';
import { type TestApp, createTestApp } from './test-app.ts';
import { createShow, createTestNode } from './test-node.ts';

// Calls of the specification that no screen of ours makes in this way, with valid data: their effect is read from the database.

let app: TestApp;
let admin: Person;
let star: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  await openMessages(star);
});
afterAll(() => app.close());
afterEach(() => assertSound(app));

describe('bought by card', () => {
  const orderOf = (id: string) =>
    app.platform.database
      .selectFrom('orders')
      .select(['kind', 'method', 'state', 'money_amount', 'item_id', 'seller_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const salesOf = (itemId: string) =>
    app.platform.database
      .selectFrom('ledger.transactions')
      .select(['kind', 'buyer_id', 'seller_id', 'gross_amount', 'commission_amount', 'net_amount'])
      .where('item_id', '=', itemId)
      .execute();
  const entitlementsOf = (fan: Person) =>
    app.platform.database.selectFrom('entitlements').select(['item_id', 'source', 'order_id']).where('account_id', '=', fan.id).execute();

  /** Orders an item and pays at the gateway. @returns what was stored before it was paid */
  const buy = async (fan: Person, itemId: string, order: () => Promise<{ orderId: string; redirectUrl: string }>) => {
    const { orderId, redirectUrl } = await order();
    const before = { order: await orderOf(orderId), sales: await salesOf(itemId), entitlements: await entitlementsOf(fan) };
    await app.client().call('POST /gateways/sandbox/payments/{id}', {
      params: { id: redirectUrl.split('/').at(-1)! },
      body: { action: 'approve' },
    });
    await app.settle();
    return { orderId, before };
  };

  test('a message is paid, opened to its fan and credited to its performer once the gateway approves', async () => {
    const fan = await createFan(app);
    const conversationId = await createConversation(fan, star);
    const itemId = await sendPaidMessage(star, conversationId, 5);
    const newest = async () => (await fan.client.call('GET /messages/conversations/{id}', { params: { id: conversationId } })).data[0]!;
    expect(await newest()).toMatchObject({ files: [], access: { allowed: false } });
    const { orderId, before } = await buy(fan, itemId, () =>
      fan.client.call('POST /payment/purchase-message/{id}', { params: { id: itemId }, body: {} }),
    );
    const order = { kind: 'message', method: 'card', state: 'created', money_amount: 500n, item_id: itemId, seller_id: star.id };
    expect(before).toEqual({ order, sales: [], entitlements: [] });
    expect(await orderOf(orderId)).toEqual({ ...order, state: 'paid' });
    const amounts = { gross_amount: 500n, commission_amount: 100n, net_amount: 400n };
    expect(await salesOf(itemId)).toEqual([{ kind: 'purchaseMessage', buyer_id: fan.id, seller_id: star.id, ...amounts }]);
    expect(await entitlementsOf(fan)).toEqual([{ item_id: itemId, source: 'purchase', order_id: orderId }]);
    const opened = await newest();
    expect([opened.access, opened.files.length]).toEqual([{ allowed: true, reason: 'buyer' }, 1]);
  });

  test('a gallery likewise, with all its photos', async () => {
    const fan = await createFan(app);
    const { _id: itemId, photoIds } = await createGallery(star, { audience: 'buyers', price: 7 });
    const view = () => fan.client.call('GET /performer-assets/galleries/{id}/view', { params: { id: itemId } });
    expect(await view()).toMatchObject({ photos: [], access: { allowed: false } });
    const { orderId, before } = await buy(fan, itemId, () =>
      fan.client.call('POST /payment/purchase-gallery', { body: { galleryId: itemId } }),
    );
    const order = { kind: 'gallery', method: 'card', state: 'created', money_amount: 700n, item_id: itemId, seller_id: star.id };
    expect(before).toEqual({ order, sales: [], entitlements: [] });
    expect(await orderOf(orderId)).toEqual({ ...order, state: 'paid' });
    const amounts = { gross_amount: 700n, commission_amount: 140n, net_amount: 560n };
    expect(await salesOf(itemId)).toEqual([{ kind: 'purchaseGallery', buyer_id: fan.id, seller_id: star.id, ...amounts }]);
    expect(await entitlementsOf(fan)).toEqual([{ item_id: itemId, source: 'purchase', order_id: orderId }]);
    const opened = await view();
    expect([opened.access, opened.photos.map(({ _id }) => _id)]).toEqual([{ allowed: true, reason: 'buyer' }, photoIds]);
  });
});

test('a private show’s fan pays the running minute by one call and by twenty alike', async () => {
  const [host, guest] = await createPair(app, admin, 10);
  const node = createTestNode(app);
  const { streamId } = await beginPrivateShow(host, guest, { node });
  const tick = () => guest.client.call('POST /payment-wallet/send-private-chat/{id}', { params: { id: streamId } });
  const minutes = () =>
    app.platform.database
      .selectFrom('ledger.transactions')
      .select(['key', 'kind', 'gross_amount', 'buyer_id', 'seller_id'])
      .where('reference_id', '=', streamId)
      .where('kind', '=', 'privateMinute')
      .orderBy('key')
      .execute();
  const minute = (nr: number) => ({
    key: `minute:${streamId}:${guest.id}:${nr}`,
    kind: 'privateMinute',
    gross_amount: 200n,
    buyer_id: guest.id,
    seller_id: host.id,
  });
  await tick();
  expect(await minutes()).toEqual([]);
  await node.pass(10_000);
  await tick();
  expect(await minutes()).toEqual([minute(1)]);
  await node.pass(30_000);
  await Promise.all(Array.from({ length: 20 }, tick));
  expect(await minutes()).toEqual([minute(1)]);
  await node.pass(30_000);
  await Promise.all(Array.from({ length: 20 }, tick));
  expect(await minutes()).toEqual([minute(1), minute(2)]);
  await host.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  const refused = await guest.client.send('POST /payment-wallet/send-private-chat/{id}', { params: { id: streamId } });
  expect([refused.status, (await minutes()).length]).toEqual([409, 2]);
});

test('a payout request is a row with what was asked for; a change replaces it until it is cancelled', async () => {
  const payee = await createPayee(app, admin);
  const bank = { holderName: 'Star', bankName: 'Bank', country: 'GB', iban: 'GB29NWBK60161331926819', currentPassword: PASSWORD };
  await payee.client.call('PUT /performers/banking-settings', { body: bank });
  const rows = () =>
    app.platform.database
      .selectFrom('payout_requests')
      .select(['id', 'state', 'method', 'amount', 'fee_amount', 'note', 'destination'])
      .where('performer_id', '=', payee.id)
      .execute();
  const { _id: id } = await payee.client.call('POST /payout-requests', { body: { method: 'paypal', amount: 21, note: 'For rent.' } });
  const row = { id, state: 'pending', method: 'paypal', amount: 2100n, fee_amount: 0n, note: 'For rent.' };
  expect(await rows()).toEqual([{ ...row, destination: 'p••••@example.org' }]);
  const change = (body: Record<string, unknown>) => payee.client.call('PUT /payout-requests/{id}', { params: { id }, body });
  await change({ method: 'banking', amount: 22.5, note: 'For strings.' });
  const changed = { ...row, method: 'banking', amount: 2250n, note: 'For strings.', destination: '6819' };
  expect(await rows()).toEqual([changed]);
  await change({ cancel: true });
  expect(await rows()).toEqual([{ ...changed, state: 'cancelled' }]);
});

describe('the format of playback', () => {
  const OPTIONS = ['optionForBroadcast', 'optionForPrivate', 'optionForGroup'] as const satisfies readonly SettingKey[];
  type Playback = { format: string; url: string } | null;
  afterEach(async () => {
    await app.platform.database.deleteFrom('settings').execute();
    await app.platform.settings.reload();
  });

  test.each([
    [
      'public',
      'optionForBroadcast',
      async () => {
        const { streamId } = await createShow(await createPerformer(app, { admin }), { node: createTestNode(app) });
        return { streamId, read: async () => (await app.client().call('GET /streaming/view/{id}', { params: { id: streamId } })).playback };
      },
    ],
    [
      'private',
      'optionForPrivate',
      async () => {
        const [host, guest] = await createPair(app, admin, 30);
        const { streamId } = await beginPrivateShow(host, guest, { node: createTestNode(app) });
        const read = async () =>
          (await guest.client.call('GET /streaming/private-chat/{id}', { params: { id: streamId } })).session!.playback;
        return { streamId, read };
      },
    ],
    [
      'group',
      'optionForGroup',
      async () => {
        const guest = await createFan(app);
        await topUp(app, guest, 30);
        const node = createTestNode(app);
        const { streamId } = await beginGroupShow(await createPerformer(app, { admin }), { node });
        await joinAndWatch(guest, node, streamId);
        const read = async () => (await guest.client.call('GET /streaming/group-chat/{id}', { params: { id: streamId } })).session.playback;
        return { streamId, read };
      },
    ],
  ] as const)('of a %s show is hls by default, and follows %s alone', async (_type, option, begin) => {
    const { streamId, read } = (await begin()) as { streamId: string; read: () => Promise<Playback> };
    const shown = async () => {
      const { format, url } = (await read())!;
      return [format, new URL(url).pathname];
    };
    const hls = ['hls', `/media/stagedoor/streams/${streamId}.m3u8`];
    const mp4 = ['mp4', `/media/stagedoor/streams/${streamId}.mp4`];
    const change = (values: Record<string, string>) => app.platform.settings.change(values, admin.id);
    expect(await shown()).toEqual(hls);
    for (const other of OPTIONS.filter((one) => one !== option)) await change({ [other]: 'mp4' });
    expect(await shown()).toEqual(hls);
    await change({ [option]: 'mp4' });
    expect(await shown()).toEqual(mp4);
    await change({ [option]: 'hls' });
    expect(await shown()).toEqual(hls);
  });
});
