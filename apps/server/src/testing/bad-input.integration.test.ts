import { CONTRACT } from '@stagedoor/contract';
import type { Endpoint, EndpointKey } from '@stagedoor/contract/endpoint';
import { ERRORS } from '@stagedoor/contract/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Client } from './client.ts';
import { createAdmin, createFan, createPerformer } from './factories.ts';
import { type TestApp, createTestApp } from './test-app.ts';

// Bad input, generated from the contract: every field of every endpoint gets invalid values. The response must have the specification's
// shape and no server error, and an unsafe call must change nothing.

const NIL = '01890000-0000-7000-8000-000000000000';
/** Every parameter that a path has. */
const pathOf = (id: string) => ({ id, streamId: id, performerId: id, type: 'public', locale: id });
const INVALID_VALUES: readonly unknown[] = [
  null,
  {},
  [],
  true,
  -1,
  0.001,
  1e308,
  '',
  ' ',
  'x'.repeat(20_001),
  '\u0000',
  "'; drop table accounts; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '\ud800',
  Number.NaN,
  '9'.repeat(40),
];
const INVALID_IDS = ['not-an-id', "1' or '1'='1", '%00', '..%2f..%2f', '💃', 'x'.repeat(250), NIL];

let app: TestApp;
let callers: Record<Endpoint['who'], Client>;

beforeAll(async () => {
  app = await createTestApp();
  const admin = await createAdmin(app);
  const fan = await createFan(app);
  const performer = await createPerformer(app, { admin, monthlyPrice: 5 });
  callers = { public: app.client(), user: fan.client, fan: fan.client, performer: performer.client, admin: admin.client };
  await app.settle();
});
afterAll(() => app.close());

/** Row counts of all tables and the sum of the wallets: a refused call must not change them. */
const fingerprint = async (): Promise<string> => {
  const { rows } = await sql<{ name: string; count: string }>`
    select table_schema || '.' || table_name as name,
      (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I.%I', table_schema, table_name), false, true, '')))[1]::text as count
    from information_schema.tables
    where table_schema in ('public', 'ledger') and table_type = 'BASE TABLE' and table_name not in ('outbox', 'sessions', 'profile_views') order by 1`.execute(
    app.platform.database,
  );
  return JSON.stringify(rows);
};

const isErrorShape = (body: unknown): void => {
  expect(body).toMatchObject({ statusCode: expect.any(Number), error: expect.any(String) });
  const { error, message } = body as { error: string; message: unknown };
  expect(Object.keys(ERRORS)).toContain(error);
  if (error === 'VALIDATION_FAILED') {
    expect(message).toEqual(expect.arrayContaining([{ property: expect.any(String), constraints: expect.any(Object) }]));
    for (const { constraints } of message as { constraints: Record<string, string> }[])
      for (const sentence of Object.values(constraints)) expect(sentence).not.toMatch(/\{\{|undefined|invalid input/i);
  } else expect(message).toEqual(expect.any(String));
};

const fieldsOf = (schema: z.ZodType | undefined): string[] => {
  if (!schema) return [];
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties?: Record<string, unknown> };
  return Object.keys(properties ?? {});
};

/** Calls that end the session. */
const ENDS_SESSION: readonly string[] = ['POST /auth/logout'];

const endpoints = (Object.entries(CONTRACT) as [EndpointKey, Endpoint][]).filter(([key]) => !ENDS_SESSION.includes(key));

describe('unsafe calls', () => {
  const unsafe = endpoints.filter(([key, { body }]) => !key.startsWith('GET') && body);
  test.each(unsafe)('%s refuses bodies that aren’t objects', async (key, endpoint) => {
    const before = await fingerprint();
    const client = callers[endpoint.who];
    for (const body of ['text', 7, [], [{}]]) {
      const { status, error } = await client.raw(key, { params: pathOf(NIL), body, query: { locale: 'es' } });
      expect([400, 404, 415, 422], `${JSON.stringify(body)} → ${JSON.stringify(error)}`).toContain(status);
      isErrorShape(error);
    }
    expect(await fingerprint()).toBe(before);
  });

  test.each(unsafe)('%s handles invalid values of each field', async (key, endpoint) => {
    const client = callers[endpoint.who];
    for (const field of fieldsOf(endpoint.body)) {
      for (const value of INVALID_VALUES) {
        const { status, error } = await client.raw(key, { params: pathOf(NIL), body: { [field]: value } });
        expect(status, `${field}=${JSON.stringify(value)?.slice(0, 60)} → ${JSON.stringify(error)?.slice(0, 300)}`).toBeLessThan(500);
        if (status >= 400) isErrorShape(error);
      }
    }
  });
});

describe('queries and paths', () => {
  test.each(endpoints.filter(([key, { query }]) => key.startsWith('GET') && query))('%s handles invalid queries', async (key, endpoint) => {
    const client = callers[endpoint.who];
    for (const field of fieldsOf(endpoint.query)) {
      for (const value of ['-1', '1e9', 'NaN', "'", 'x'.repeat(500), '\u0000', '{}', '💃']) {
        const { status, error } = await client.raw(key, { params: pathOf(NIL), query: { [field]: value } });
        expect(status, `${field}=${value.slice(0, 40)} → ${JSON.stringify(error)?.slice(0, 300)}`).toBeLessThan(500);
        if (status >= 400) isErrorShape(error);
      }
    }
  });

  test.each(endpoints.filter(([key]) => key.includes('{')))('%s handles invalid ids', async (key, endpoint) => {
    const before = await fingerprint();
    const client = callers[endpoint.who];
    for (const id of INVALID_IDS) {
      const { status, error } = await client.raw(key, { params: pathOf(id), ...(key.startsWith('GET') ? {} : { body: {} }) });
      expect(status, `${id.slice(0, 40)} → ${JSON.stringify(error)?.slice(0, 300)}`).toBeLessThan(500);
      if (!key.includes('{locale}')) isErrorShape(error);
    }
    expect(await fingerprint()).toBe(before);
  });
});

test('broken JSON, a wrong content type and too large a body are refused in the caller’s language', async () => {
  const post = (body: string, type: string) =>
    fetch(`${app.url}/api/auth/login?locale=es`, { method: 'POST', headers: { 'content-type': type }, body });
  const broken = await post('{"username":', 'application/json');
  expect([broken.status, await broken.json()]).toEqual([400, { statusCode: 400, error: 'BAD_REQUEST', message: '¡Solicitud incorrecta!' }]);
  expect((await post('<xml/>', 'application/xml')).status).toBe(415);
  expect((await post(JSON.stringify({ username: 'x'.repeat(2_000_000) }), 'application/json')).status).toBe(413);
});
