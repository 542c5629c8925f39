import { Buffer } from 'node:buffer';
import type { PrivateMessage } from '@stagedoor/contract/conversations';
import type { ServerEventName, ServerEvents } from '@stagedoor/contract/realtime';
import { type Socket, io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { verifyLedger } from '../../ledger/index.ts';
import { watchRows } from '../../testing/changed-rows.ts';
import { createConversation, getPrivate, openMessages, writeMessage } from '../../testing/conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createPerformer, picture, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { recording, video } from '../../testing/videos.ts';

const DEADLINE = { timeout: 30_000 };

let app: TestApp;
let admin: Person;
let star: Person;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 5 });
  await openMessages(star);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(() => app.close());

/** What a socket of somebody's is told from now on. */
const listen = async <E extends ServerEventName>(person: Person, event: E): Promise<ServerEvents[E][]> => {
  const socket: Socket = io(app.url, { transports: ['websocket'], forceNew: true, auth: { token: person.client.token } });
  sockets.push(socket);
  await new Promise<void>((resolve) => socket.once('auth/logged-in', () => resolve()));
  const received: ServerEvents[E][] = [];
  socket.on(event as string, (payload: ServerEvents[E]) => received.push(payload));
  return received;
};

type Body = Record<string, unknown>;
const send = (person: Person, id: string, body: Body) =>
  person.client.send('POST /messages/conversations/{id}', { params: { id }, body: body as { text: string } });
const sell = async (id: string, body: Body): Promise<PrivateMessage> => {
  const { status, data } = await send(star, id, body);
  expect(status).toBe(201);
  return data;
};
const last = async (person: Person, id: string): Promise<PrivateMessage> =>
  (await person.client.call('GET /messages/conversations/{id}', { params: { id }, query: {} })).data[0]!;
const photo = async (width = 640): Promise<string> => {
  const files = { file: await picture({ width, height: 480 }) };
  return (await star.client.call('POST /messages/private/photo', { files }))._id;
};
const uploaded = (person: Person, id: string, file: Blob, name = '') =>
  person.client.send('POST /messages/conversations/{id}/files', { params: { id }, body: { name }, files: { file } });
const order = (person: Person, id: string, body: Body = {}) =>
  person.client.send('POST /payment/purchase-message/{id}', { params: { id }, body });
const pay = (person: Person, orderId: string) =>
  person.client.send('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
const buy = async (person: Person, itemId: string) => pay(person, (await order(person, itemId)).data.orderId);
const item = (person: Person, id: string) => person.client.send('GET /messages/items/{id}', { params: { id } });

describe('a message with a price', () => {
  test('shows the fan its words, price and a blurred preview; bought from the wallet, its files, to this fan alone', async () => {
    const [fan, stranger] = [await createFan(app), await createFan(app)];
    const id = await createConversation(fan, star);
    await topUp(app, fan, 10);
    await topUp(app, stranger, 10);
    const sent = await sell(id, { text: 'Backstage', price: 4, fileId: [await photo(), await photo(800)] });
    const own = { text: 'Backstage', price: 4, access: { allowed: true, reason: 'own' }, itemState: 'ready', fileId: [] };
    expect(sent).toMatchObject(own);
    expect(sent.files.map(({ kind }) => kind)).toEqual(['image', 'image']);
    const itemId = sent.item!._id;
    const locked = await last(fan, id);
    const waysIn = [{ kind: 'buy', period: null, price: 4, money: 4 }];
    expect(locked).toMatchObject({ text: 'Backstage', price: 4, files: [], access: { allowed: false, reason: 'buyers', waysIn } });
    expect(locked.item).toMatchObject({ _id: itemId, files: [], photos: [], counts: { photos: 2 } });
    expect(locked.item!.preview?.sources.length).toBe(1);
    expect((await getPrivate(fan, id)).lastMessage).toMatchObject({
      files: 2,
      fileKind: 'image',
    });

    // Nobody else knows of it: neither who isn't in the conversation, nor an admin.
    for (const person of [stranger, admin]) expect((await item(person, itemId)).status).toBe(404);
    expect((await order(stranger, itemId)).error?.error).toBe('NOT_FOUND');
    expect((await order(star, itemId)).error?.error).toBe('OWN_ITEM');
    expect((await order(fan, itemId, { priceVersion: 7 })).error?.error).toBe('PRICE_CHANGED');

    // Its publication and its photos are announced by the same event: they are to be over before the purchase is heard of.
    await app.settle();
    const told = await Promise.all([star, fan].map((person) => listen(person, 'conversations/changed')));
    const paid = await buy(fan, itemId);
    expect([paid.status, paid.data.amount, paid.data.balance]).toEqual([200, 4, 6]);
    await app.settle();
    await vi.waitUntil(() => told.every((events) => events.length > 0), DEADLINE);
    expect(told.flat()).toEqual(Array.from({ length: 2 }, () => ({ conversationId: id, messageId: sent._id })));
    const open = await last(fan, id);
    expect([open.access, open.files.length]).toEqual([{ allowed: true, reason: 'buyer' }, 2]);
    const [first] = open.files;
    const address = first?.kind === 'image' ? first.picture.sources[0]!.url : '';
    expect((await fetch(new URL(address, app.url))).status).toBe(200);
    expect(await last(star, id)).toMatchObject({ isBought: true, item: { counts: { unlocks: 1 } } });
    expect((await order(fan, itemId)).error?.error).toBe('ALREADY_PURCHASED');
    const sales = await app.platform.database
      .selectFrom('ledger.transactions')
      .select(['kind', 'gross_amount', 'item_title', 'seller_id'])
      .where('item_id', '=', itemId)
      .execute();
    expect(sales).toEqual([{ kind: 'purchaseMessage', gross_amount: 400n, item_title: '', seller_id: star.id }]);
  });

  test('is bought once by presses at the same moment', async () => {
    const fan = await createFan(app);
    const id = await createConversation(fan, star);
    await topUp(app, fan, 20);
    const { item: sold } = await sell(id, { price: 3, fileId: [await photo()] });
    const orders = await Promise.all(Array.from({ length: 5 }, () => order(fan, sold!._id)));
    const paid = await Promise.all(orders.map(({ data }) => pay(fan, data.orderId)));
    expect(paid.filter(({ status }) => status === 200).length).toBe(1);
    expect((await fan.client.call('GET /users/me')).balance).toBe(17);
    expect((await verifyLedger(app.platform.database)).ok).toBe(true);
  });

  test('can’t be deleted once it was bought, and is off sale once it was deleted; what was bought stays after all was removed', async () => {
    const fan = await createFan(app);
    const id = await createConversation(fan, star);
    await topUp(app, fan, 20);
    const bought = await sell(id, { price: 3, fileId: [await photo()] });
    const unsold = await sell(id, { price: 5, fileId: [await photo()] });
    const open = (await order(fan, unsold.item!._id)).data.orderId;
    await buy(fan, bought.item!._id);
    const remove = (messageId: string) => star.client.send('DELETE /messages/{id}', { params: { id: messageId } });
    expect((await remove(bought._id)).error?.error).toBe('MESSAGE_BOUGHT');
    expect((await remove(unsold._id)).data).toMatchObject({ isDeleted: true, text: 'Message deleted' });
    expect((await pay(fan, open)).error?.error).toBe('NOT_FOR_SALE');
    expect((await order(fan, unsold.item!._id)).error?.error).toBe('NOT_FOR_SALE');
    expect(await last(fan, id)).toMatchObject({ isDeleted: true, price: null, access: null, item: null, files: [] });
    await fan.client.call('DELETE /messages/{id}/remove-all-message', { params: { id } });
    expect((await item(fan, bought.item!._id)).data.files.length).toBe(1);
    expect((await item(fan, unsold.item!._id)).status).toBe(404);
  });

  test('given back, it is locked again', async () => {
    const fan = await createFan(app);
    const id = await createConversation(fan, star);
    await topUp(app, fan, 20);
    const { item: sold } = await sell(id, { price: 3, fileId: [await photo()] });
    const { orderId } = (await buy(fan, sold!._id)).data;
    await admin.client.call('POST /admin/orders/{id}/refund', { params: { id: orderId }, body: { reason: 'By mistake.' } });
    await app.settle();
    expect(await last(fan, id)).toMatchObject({ files: [], access: { allowed: false } });
    expect(await last(star, id)).toMatchObject({ isBought: false, item: { counts: { unlocks: 0 } } });
  });

  test('with a video is prepared first, and both are told when it can be shown', async () => {
    const fan = await createFan(app);
    const id = await createConversation(fan, star);
    const { data } = await uploaded(star, id, new Blob([await video()]));
    expect(data).toMatchObject({ kind: 'video', state: 'processing' });
    const sent = await sell(id, { text: 'The solo', price: 2, fileId: [data._id] });
    expect(sent).toMatchObject({ price: 2, itemState: 'processing', item: null, files: [] });
    expect(await last(fan, id)).toMatchObject({ price: 2, itemState: 'processing', item: null, files: [] });
    await vi.waitUntil(async () => (await last(fan, id)).itemState === 'ready', DEADLINE);
    const locked = await last(fan, id);
    expect([locked.files, locked.item?.counts.photos, (locked.item?.counts.videoSeconds ?? 0) > 0]).toEqual([[], 0, true]);
    expect((await last(star, id)).files).toMatchObject([{ kind: 'video', state: 'ready' }]);
  });

  test('is refused where it can’t be: from a fan, without files, of sound, out of bounds, of others’ files; nothing is stored', async () => {
    const fan = await createFan(app);
    const id = await createConversation(fan, star);
    const mine = (await uploaded(fan, id, await picture())).data._id;
    const note = (await uploaded(star, id, new Blob([await recording()]))).data._id;
    await app.settle();
    const changed = await watchRows(app);
    const refused = async (person: Person, body: Body) => {
      const { status, error } = await send(person, id, body);
      return [status, error?.error];
    };
    expect(await refused(fan, { price: 3, fileId: [mine] })).toEqual([403, 'FORBIDDEN']);
    expect(await refused(star, { text: 'Only words', price: 3 })).toEqual([422, 'VALIDATION_FAILED']);
    expect(await refused(star, { price: 3, fileId: [note] })).toEqual([415, 'FILE_KIND_REFUSED']);
    expect(await refused(star, { price: 10_000_000, fileId: [note] })).toEqual([415, 'FILE_KIND_REFUSED']);
    expect(await refused(star, { price: -1, fileId: [note] })).toEqual([422, 'VALIDATION_FAILED']);
    expect(await refused(star, { price: 3, fileId: [mine] })).toEqual([403, 'FILE_NOT_YOURS']);
    expect(await changed()).toEqual({});
    expect((await fan.client.send('POST /messages/private/photo', { files: { file: await picture() } })).status).toBe(403);
  });
});

describe('the files of a message', () => {
  test('a voice note is sound that every browser plays, with its loudness; a document keeps its name', async () => {
    const fan = await createFan(app);
    const id = await createConversation(fan, star);
    const { status, data } = await uploaded(fan, id, new Blob([await recording({ seconds: 2, name: 'note.webm' })]));
    expect([status, data.kind, data.state]).toEqual([201, 'audio', 'ready']);
    const pdf = new Blob([Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')]);
    const document = await uploaded(fan, id, pdf, 'Set list.pdf');
    expect(document.data.kind).toBe('document');
    expect((await uploaded(fan, id, new Blob(['just words']))).error?.error).toBe('FILE_KIND_REFUSED');
    await send(fan, id, { fileId: [data._id, document.data._id] });
    const { files } = await last(star, id);
    const [sound, paper] = files;
    expect(files.map(({ kind }) => kind)).toEqual(['audio', 'document']);
    if (sound?.kind !== 'audio' || paper?.kind !== 'document') throw new Error('Other files than those that were sent.');
    expect([Math.round(sound.seconds), sound.peaks.length, Math.max(...sound.peaks) > 5]).toEqual([2, 48, true]);
    expect((await fetch(new URL(sound.url, app.url))).headers.get('content-type')).toBe('audio/mp4');
    expect([paper.name, paper.bytes]).toEqual(['Set list.pdf', pdf.size]);
    const download = await fetch(new URL(paper.url, app.url));
    expect([download.status, download.headers.get('content-disposition')]).toEqual([200, 'attachment']);
    expect((await getPrivate(fan, id)).lastMessage).toMatchObject({
      files: 2,
      fileKind: 'audio',
    });
  });

  test('a performer sends files of the media library, which stay in it; a fan’s message doesn’t take them', async () => {
    const fan = await createFan(app);
    const id = await createConversation(fan, star);
    const files = { file: await picture({ width: 700, height: 500 }) };
    const media = await star.client.call('POST /performer/media-libraries/upload', { files, body: { name: 'Rehearsal' } });
    const free = await sell(id, { fileId: [media._id] });
    expect([free.files.length, free.price]).toEqual([1, null]);
    expect((await last(fan, id)).files.length).toBe(1);
    await star.client.call('DELETE /messages/{id}', { params: { id: free._id } });
    await app.settle();
    expect((await star.client.call('GET /performer/media-libraries/{id}', { params: { id: media._id } }))._id).toBe(media._id);
    expect((await send(fan, id, { fileId: [media._id] })).error?.error).toBe('FILE_NOT_YOURS');
    await writeMessage(fan, id);
  });

  test('the library tells which files a fan has bought', async () => {
    const fan = await createFan(app);
    const id = await createConversation(fan, star);
    await topUp(app, fan, 20);
    const [sold, other] = [await photo(), await photo(900)];
    await buy(fan, (await sell(id, { price: 3, fileId: [sold] })).item!._id);
    await sell(id, { price: 3, fileId: [other] });
    const { data } = await star.client.call('GET /performer/media-libraries/search', { query: { fanId: fan.id, limit: 50 } });
    const isBoughtOf = (fileId: string) => data.find(({ _id }) => _id === fileId)?.isBought;
    expect([isBoughtOf(sold), isBoughtOf(other)]).toEqual([true, false]);
  });
});
