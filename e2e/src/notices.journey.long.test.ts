import { NOTIFICATION_CHANNELS, NOTIFICATION_KINDS, type NotificationKind } from '@stagedoor/contract/notifications.values';
import { signUpPerformer } from '@stagedoor/server/testing/cast/sign-up';
import { createReport, createReviewed } from '@stagedoor/server/testing/catalog-fixtures';
import { createConversation, openMessages, writeMessage } from '@stagedoor/server/testing/conversation-fixtures';
import { makeJobsDue } from '@stagedoor/server/testing/delayed-jobs';
import {
  PASSWORD,
  type Person,
  createAdmin,
  createFan,
  createFeed,
  createPerformer,
  picture,
  topUp,
  unique,
} from '@stagedoor/server/testing/factories';
import { ask, setPrices } from '@stagedoor/server/testing/paid-show-fixtures';
import { createPayout, earn, setPaypal } from '@stagedoor/server/testing/payout-fixtures';
import { readMails } from '@stagedoor/server/testing/read-mails';
import { planShow } from '@stagedoor/server/testing/schedule-fixtures';
import { ADDRESS, createItem, createProduct } from '@stagedoor/server/testing/shop';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { createShow, createTestNode } from '@stagedoor/server/testing/test-node';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, navigate, visit } from './browser.ts';

// Every kind of notification by every channel: what happens is done by calls, what is told is read in a browser and in the mailbox.

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
/** A performer whose subscription isn't renewed. */
let second: Person;

beforeAll(async () => {
  app = await createTestApp({ web: true });
  admin = await createAdmin(app);
  // Not from the cast: the decision on the application is told too.
  star = await signUpPerformer(app, unique('star'), { verified: true, admin });
  await star.client.call('PUT /performers', { body: { monthlyPrice: 5 } });
  second = await createPerformer(app, { admin, monthlyPrice: 6 });
  fan = await createFan(app);
  for (const performer of [star, second]) await openMessages(performer);
  await setPrices(app, star);
  await setPaypal(app, star);
  for (const { client } of [star, fan])
    for (const { kind, fixed } of (await client.call('GET /notifications/choices')).choices)
      for (const channel of NOTIFICATION_CHANNELS)
        if (!fixed.includes(channel)) await client.call('PUT /notifications/choices', { body: { kind, channel, isOn: true } });
});
afterAll(() => app.close());

const DAY_MS = 86_400_000;

/** Advances the clock, and runs a scheduled job. */
const wait = async (days: number, job: string): Promise<void> => {
  app.clock.advance(days * DAY_MS);
  await app.platform.jobs.enqueue(app.platform.database, job, {});
  await app.settle();
};

/** Posts, comments and likes of both sides. */
const talk = async (): Promise<void> => {
  await fan.client.call('PUT /notifications/bells/{id}', { params: { id: star.id }, body: { posts: true, live: true } });
  const feedId = await createFeed(star, { title: 'Left hand', audience: 'everyone', photos: 0, text: 'Slowly.' });
  const say = async (person: Person, objectType: 'feed' | 'comment', objectId: string, content: string): Promise<string> =>
    (await person.client.call('POST /comments', { body: { objectType, objectId, content }, files: {} }))._id;
  const like = (person: Person, objectType: 'feed' | 'comment', objectId: string) =>
    person.client.call('POST /reactions', { body: { objectType, objectId, action: 'like' } });
  const question = await say(fan, 'feed', feedId, 'Which wood is it?');
  await say(star, 'comment', question, 'Spruce.');
  await say(star, 'feed', feedId, `Look at the elbow, @${fan.username}`);
  await like(star, 'comment', question);
  await like(fan, 'feed', feedId);
};

/** A message to the performer, and one to the fan: whoever answers has read what was written before. */
const write = async (): Promise<void> => {
  await writeMessage(fan, await createConversation(fan, star));
  const answered = await createConversation(fan, second);
  await writeMessage(fan, answered);
  await writeMessage(second, answered);
};

/** Payments of the fan, one of them given back, an order's steps, and a payout. */
const pay = async (): Promise<void> => {
  await topUp(app, fan, 300);
  await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', {
    params: { id: star.id },
    body: { amount: 2.5, message: 'For the encore' },
  });
  const { data: image } = await star.client.raw('POST /gift/image', { files: { file: await picture() } });
  const { _id: giftId } = await star.client.call('POST /gift', {
    body: { name: 'Plectrum', price: 2, animation: 'burst', fileId: (image as { _id: string })._id },
  });
  await fan.client.call('POST /payment-wallet/gifting', { body: { giftId, performerId: star.id, quantity: 2 } });
  for (const { id: performerId } of [star, second]) {
    const { orderId } = await fan.client.call('POST /payment/subscribe-performer', {
      body: { performerId, renews: performerId === star.id },
    });
    await fan.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
  }
  const productId = await createProduct(app, star, { type: 'physical', price: 2, stock: 9, name: 'Rosin' });
  await fan.client.call('POST /payment-wallet/purchase-products', { body: { products: [{ productId }], deliveryAddress: ADDRESS } });
  const params = { id: (await fan.client.call('GET /orders/users/details/search')).data[0]!._id };
  for (const delivery of ['processing', 'shipped'] as const)
    await star.client.call('PUT /orders/{id}/update', { params, body: { delivery } });
  await fan.client.call('POST /orders/{id}/confirm', { params });
  const feedId = await createFeed(star, { title: 'Third part', audience: 'buyers', price: 3, photos: 0 });
  const sold = await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId } });
  await admin.client.call('POST /admin/orders/{id}/refund', { params: { id: sold.orderId }, body: { reason: 'Asked for it.' } } as never);
};

/** A photo that the fan pays by card, a dispute that the site wins, and so many disputes at another company that its owners are told. */
const dispute = async (): Promise<void> => {
  const { redirectUrl } = await fan.client.call('POST /payment/purchase-single-photo', {
    body: { photoId: await createItem(app, star, 'photo'), method: 'card' },
  });
  for (const action of ['approve', 'chargeBack', 'winDispute'] as const) {
    await fan.client.call('POST /gateways/sandbox/payments/{id}', { params: { id: redirectUrl.split('/').at(-1)! }, body: { action } });
    await app.settle();
  }
  await sql`insert into gateway_events (gateway, event_key, event, outcome, payload, received_at)
    select 'verotel', 'dispute' || n, case when n < 100 then 'approved' else 'chargedBack' end, case when n < 100 then 'settled' else 'reversed' end, '{}',
      ${app.clock.now()} from generate_series(1, 102) n`.execute(app.platform.database);
  await app.platform.jobs.enqueue(app.platform.database, 'cardCompanies:alertDisputes', {});
};

/** Shows that are planned, asked for, begun and stopped. */
const perform = async (): Promise<void> => {
  const planned = { params: { id: await planShow(app, star) } };
  await fan.client.call('PUT /streaming/schedule/{id}/reminder', { ...planned, body: { on: true } });
  await star.client.call('DELETE /performer/schedule/{id}', planned);
  const { streamId } = await createShow(star, { node: createTestNode(app) });
  await app.settle();
  await ask(fan, star);
  await admin.client.call('POST /admin/live/{id}/stop', { params: { id: streamId }, body: { reason: 'rules', facts: 'A complaint' } });
};

/** What admins decide, and what is changed of an account. */
const decide = async (): Promise<void> => {
  await app.platform.settings.change({ strikeLimit: 1 }, admin.id);
  const id = await createReport(fan, star);
  await app.settle();
  await admin.client.call('POST /admin/reports/{id}/decide', { params: { id }, body: { decision: 'upheld' } });
  const { id: reviewed, version } = await createReviewed(app, admin, star);
  await admin.client.call('POST /admin/reviews/{id}/reject', { params: { id: reviewed }, body: { version, note: 'Too short.' } });
  await fan.client.call('PUT /auth/me/password', { body: { password: `${PASSWORD}-2`, currentPassword: PASSWORD } });
};

/** What each side is told, by kind: the sentence on the site, and the subject of the mail where that is another module's. */
const TOLD: Record<'fan' | 'star' | 'owner', readonly (readonly [kind: NotificationKind, sentence: RegExp, subject?: RegExp])[]> = {
  fan: [
    ['post', / posted “Left hand”$/],
    ['live', / was live: Evening practice$/, / is live: Evening practice$/],
    ['comment', / replied to your comment: “Spruce\.”$/],
    ['mention', / mentioned you in a comment: “Look at the elbow, @/],
    ['reaction', / liked your comment$/],
    ['message', / sent you a message$/],
    ['receipt', /^Payment of \$300\.00: Top-up$/, /^Your receipt: Top-up$/],
    [
      'walletReceipt',
      /^You made 4 payments from your wallet: 11\.50 tokens \(\$11\.50\) in total\.$/,
      /^Your receipt: 11\.50 tokens \(\$11\.50\) from your wallet$/,
    ],
    ['order', /^“Rosin” is on its way$/],
    ['refund', /^Refund of 3 tokens \(\$3\.00\): Post, Third part$/, /^Refunded: .*Third part/],
    ['dispute', /^Your bank returned the payment of \$\d+\.00 to us: Photo.*\. It counts as paid again\.$/],
    ['reminder', / cancelled a show: Open rehearsal$/],
    ['report', /^Thank you: we took action on your report /],
    ['security', /^Your password was changed\. Was it you\?$/, /password was changed$/],
    ['expiry', / ends on .*It won’t renew\.$/],
    ['renewal', / was renewed for 5 tokens \(\$5\.00\)$/],
  ],
  star: [
    ['comment', / commented on “Left hand”: “Which wood is it\?”$/],
    ['reaction', / liked “Left hand”$/],
    ['message', / sent you a message$/],
    ['tip', / tipped you 2\.50 tokens \(\$2\.50\): “For the encore”$/],
    ['gift', / gave you 2 × Plectrum, worth 4 tokens \(\$4\.00\)$/],
    ['subscription', / subscribed to you$/],
    ['sale', / bought “Third part”$/],
    ['order', /^“Rosin” has reached /],
    ['dispute', /^The bank returned .*’s disputed payment: Photo.*\. Your earnings are back\.$/],
    ['request', / asked for a private show$/],
    ['stopped', /^Your show was stopped by the site: A complaint$/, /^Your show at .* was stopped$/],
    ['payout', /^Your payout of \$24\.00 is approved\./],
    ['report', /^We took action about /, /^A post of yours was taken down/],
    ['review', / wasn’t approved\. It is among your drafts/, /^A post of yours wasn’t approved/],
    ['application', /^You’re approved\. /, /^You’re approved at /],
    ['security', /^Your payout details were changed/, /^Your payout details at .* were changed$/],
  ],
  owner: [
    ['moderation', /1 decision counts against @/],
    ['disputeShare', /, banks took back 3\.03% of card payments through Verotel\. Card schemes act from 0\.9%\.$/],
  ],
};

/** Reads one side's list in a browser to its end, and its mailbox; then each row's page is opened, and all are marked as read. */
const assertTold = async (side: keyof typeof TOLD, person: Person): Promise<void> => {
  const origin = app.platform.config.publicUrl;
  const seat = await visit(origin, side === 'fan' ? { width: 390, height: 844, scheme: 'dark' } : {});
  const { page } = seat;
  await page.context().addCookies([{ name: 'token', value: person.client.token!, url: origin }]);
  await goTo(page, '/notification');
  const stored = await app.platform.database
    .selectFrom('notifications')
    .select(['kind', 'on_site', 'read_at'])
    .where('account_id', '=', person.id)
    .execute();
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link') });
  // One tells of a post that was taken down meanwhile.
  const { total } = await person.client.call('GET /notifications');
  expect(total).toBe(stored.length - (side === 'fan' ? 1 : 0));
  for (let shown = 12; shown < total; shown += 12) {
    await expect.poll(() => rows.count()).toBe(shown);
    await page.getByRole('button', { name: /^Show .*more/ }).click();
  }
  await expect.poll(() => rows.count()).toBe(total);
  const lines = (await rows.allInnerTexts()).flatMap((text) => text.split('\n')).map((line) => line.trim());
  const subjects = (await readMails(app, person.email)).map(({ subject = '' }) => subject);
  for (const [kind, sentence, subject = sentence] of TOLD[side]) {
    expect({ kind, shown: lines.filter((line) => sentence.test(line)), among: lines }).toMatchObject({ kind, shown: [expect.any(String)] });
    expect({ kind, mailed: subjects.filter((one) => subject.test(one)), among: subjects }).toMatchObject({
      kind,
      mailed: [expect.any(String)],
    });
    expect(stored.filter((row) => row.kind === kind)[0]).toMatchObject({ on_site: true, read_at: null });
  }
  const paths = new Set(await rows.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')!)));
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect
    .poll(async () => {
      const { rows: unread } = await sql`select 1 from notifications where account_id = ${person.id}::uuid and read_at is null`.execute(
        app.platform.database,
      );
      return unread.length;
    })
    .toBe(0);
  for (const path of paths) {
    expect([path, await navigate(page, path)]).toEqual([path, 200]);
    await page.getByRole('main').waitFor();
  }
  await seat.close();
};

test('every kind is told on the site and by mail, and leads to a page of its reader', { timeout: 240_000 }, async () => {
  const covered = new Set(Object.values(TOLD).flatMap((rows) => rows.map(([kind]) => kind)));
  expect(NOTIFICATION_KINDS.filter((kind) => !covered.has(kind))).toEqual([]);

  await talk();
  await pay();
  await perform();
  await decide();
  await write();
  await earn(app, star, 30);
  await createPayout(app, admin, 'approved', star);
  await dispute();
  await app.settle();
  // What waits for more of its kind is mailed.
  await makeJobsDue(app);
  await app.settle();
  // Months have 28 to 31 days.
  const { ends } = await app.platform.database
    .selectFrom('subscriptions')
    .select(({ fn }) => fn.max('expires_at').as('ends'))
    .where('fan_id', '=', fan.id)
    .executeTakeFirstOrThrow();
  await wait((ends.getTime() - app.clock.now().getTime()) / DAY_MS - 2.9, 'subscriptions:recordEndings');
  await wait(4, 'subscriptions:renew');
  await makeJobsDue(app);
  await app.settle();

  for (const [side, person] of [
    ['fan', fan],
    ['star', star],
    ['owner', admin],
  ] as const)
    await assertTold(side, person);
});
