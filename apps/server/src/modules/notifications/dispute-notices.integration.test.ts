import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SandboxAction } from '../../gateways/sandbox.ts';
import { type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { paymentIdOf } from '../../testing/unkeyed-fixtures.ts';

let app: TestApp;
let star: Person;
let fan: Person;
let paymentId: string;
beforeAll(async () => {
  app = await createTestApp();
  star = await createPerformer(app, { admin: await createAdmin(app), monthlyPrice: 9 });
  fan = await createFan(app);
  const { redirectUrl } = await fan.client.call('POST /payment/subscribe-performer', {
    body: { performerId: star.id, type: 'monthly', method: 'card' },
  });
  paymentId = paymentIdOf(redirectUrl);
  await press('approve');
});
afterAll(() => app.close());

const press = async (action: SandboxAction) => {
  await app.client().call('POST /gateways/sandbox/payments/{id}', { params: { id: paymentId }, body: { action } });
  await app.settle();
};
const told = async ({ client }: Person) =>
  (await client.call('GET /notifications', { query: { limit: 50 } })).data.filter(({ kind }) => kind === 'dispute').map(({ text }) => text);
const mails = async ({ email }: Person, words: string) =>
  (await app.mailsTo(email)).filter((mail) => mail.replaceAll(/=\r?\n/g, '').includes(words)).length;

const LOST = expect.stringMatching(/^A bank took back .*’s payment: Subscription\. What you earned from it was deducted\.$/);
const WON = expect.stringMatching(/^The bank returned .*’s disputed payment: Subscription\. Your earnings are back\.$/);
const RETURNED = expect.stringMatching(/^Your bank returned the payment of \$9\.00 to us: Subscription, .*\. It counts as paid again\.$/);

test('a chargeback is told to the performer on the site and by mail, and not to the buyer who asked for it', async () => {
  await press('chargeBack');
  expect([await told(star), await told(fan)]).toEqual([[LOST], []]);
  expect(await mails(star, 'What you earned from it was deducted')).toBeGreaterThan(0);
});

test('a dispute that the site wins is told to both sides, once however often the notice and its event come', async () => {
  await press('winDispute');
  await press('resend');
  await sql`update outbox set dispatched_at = null where event in ('orders.reversed', 'orders.reinstated')`.execute(app.platform.database);
  await Promise.all([app.outbox.drain(), app.outbox.drain()]);
  await app.settle();
  expect([await told(star), await told(fan)]).toEqual([[WON, LOST], [RETURNED]]);
  expect([await mails(fan, 'It counts as paid again.'), await mails(star, 'Your earnings are back.')]).toEqual([1, 1]);
  const spanish = await fan.client.call('GET /notifications', { headers: { cookie: 'locale=es' } });
  expect(spanish.data.find(({ kind }) => kind === 'dispute')!.text).toMatch(/^Tu banco nos ha devuelto el pago de .*9,00.*: Suscripción/);
});

test('a second dispute of the same payment is told again', async () => {
  app.clock.advance(1000);
  await press('chargeBack');
  expect(await told(star)).toEqual([LOST, WON, LOST]);
});
