import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signStatement } from '../../gateways/sandbox-statements.ts';
import { readSecrets } from '../../platform/secrets.ts';
import { type Person, createFan } from '../../testing/factories.ts';
import { sendStatement } from '../../testing/sandbox-callbacks.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createOpenTopUp } from '../../testing/unkeyed-fixtures.ts';

let app: TestApp;
let secret: string;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  secret = (await readSecrets(app.dataDirectory)).sandbox;
  fan = await createFan(app);
});
afterAll(() => app.close());

const address = (name = 'sandbox') => `${app.url}/api/gateways/${name}/callback`;
const approved = async () => ({ event: 'approved' as const, amount: '2000', ...(await createOpenTopUp(fan)) });
const stateOf = async (orderId: string) =>
  (await app.platform.database.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirstOrThrow()).state;
const balance = async () => (await fan.client.call('GET /users/me')).balance;

describe('the callback of a gateway', () => {
  test('is only there for the gateways of the site', async () => {
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(address('nobody'), { method });
      expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([404, 'NOT_FOUND']);
    }
    expect((await fetch(address(), { method: 'PUT' })).status).toBe(404);
  });

  test('settles once, however often and at the same time it comes', async () => {
    const before = await balance();
    const statement = { key: 'once', ...(await approved()) };
    const answers = await Promise.all(Array.from({ length: 6 }, () => sendStatement(app, secret, statement)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
    expect([await stateOf(statement.orderId), await balance()]).toEqual(['paid', before + 20]);
  });

  test('reads the bytes whatever they are called, and a HEAD settles nothing', async () => {
    const statement = await approved();
    const full = { key: 'bytes', subscriptionId: '', currency: 'USD', ...statement };
    const head = await fetch(`${address()}?${new URLSearchParams(full).toString()}`, { method: 'HEAD' });
    expect([head.status, await stateOf(statement.orderId)]).toEqual([404, 'created']);
    const body = JSON.stringify(signStatement(secret, full));
    const answer = await fetch(address(), { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body });
    expect([answer.status, await stateOf(statement.orderId)]).toEqual([200, 'paid']);
  });

  test.each([
    ['nothing', ''],
    ['no JSON', '<html></html>'],
    ['a list', '[]'],
    ['null', 'null'],
    ['nothing that is signed', '{}'],
  ])('refuses %s as forged', async (_, body) => {
    const answer = await fetch(address(), { method: 'POST', body });
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'SIGNATURE_INVALID' }]);
  });

  test('refuses what is too large, and ends a body that never comes to its end', async () => {
    expect((await fetch(address(), { method: 'POST', body: 'x'.repeat(300_000) })).status).toBe(413);
    const { status } = await new Promise<{ status: number | undefined }>((resolve, reject) => {
      const sent = request(address(), { method: 'POST', headers: { 'content-length': '300000' } }, (answer) => {
        answer.resume();
        resolve({ status: answer.statusCode });
      });
      sent.on('error', reject);
      sent.write('x');
    });
    expect(status).toBe(413);
  });

  test('asks for a repetition of what isn’t known yet, refuses another amount, and settles the right one', async () => {
    const statement = { key: 'later', ...(await approved()) };
    const unknown = await sendStatement(app, secret, { ...statement, key: 'unknown', orderId: crypto.randomUUID() });
    expect(unknown).toEqual({ status: 404, error: 'NOT_FOUND' });
    const wrong = await sendStatement(app, secret, { ...statement, key: 'wrong', amount: '1' });
    expect(wrong).toEqual({ status: 409, error: 'ORDER_STATE' });
    expect(await stateOf(statement.orderId)).toBe('created');
    expect((await sendStatement(app, secret, statement)).status).toBe(200);
    expect(await stateOf(statement.orderId)).toBe('paid');
  });

  test('stays open in maintenance, and its answers are never kept', async () => {
    const statement = await approved();
    await app.platform.settings.change({ maintenanceMode: true }, null);
    try {
      expect((await sendStatement(app, secret, statement)).status).toBe(200);
    } finally {
      await app.platform.settings.change({ maintenanceMode: false }, null);
    }
    expect(await stateOf(statement.orderId)).toBe('paid');
    expect((await fetch(address(), { method: 'POST', body: '{}' })).headers.get('cache-control')).toBe('no-store');
  });
});
