import { CONTRACT } from '@stagedoor/contract';
import type { Endpoint, EndpointKey } from '@stagedoor/contract/endpoint';
import { ERRORS, type ErrorCode, errorsOf } from '@stagedoor/contract/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type RowChanges, watchRows } from './changed-rows.ts';
import type { Answer, Client } from './client.ts';
import { createAdmin, createFan, createPerformer } from './factories.ts';
import { type TestApp, createTestApp } from './test-app.ts';

// Bad input, generated from the contract: every field of every endpoint gets invalid values. What the schema refuses is refused as
// invalid, what it accepts is answered, or refused with a code that the endpoint declares; a refused call changes no row.

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

/** The codes of a call, and the statuses they have. */
const declaredBy = (endpoint: Endpoint): ErrorCode[] => errorsOf(endpoint).filter((code) => ERRORS[code] < 500);

/** A refusal: a 4xx of a code that the endpoint declares, in the error's shape, without data. */
const isRefusal = ({ status, data, error }: Answer<unknown>, endpoint: Endpoint, sent: string): void => {
  expect(declaredBy(endpoint), `${sent} → ${status} ${JSON.stringify(error)?.slice(0, 300)}`).toContain(error?.error);
  expect([status, error.statusCode, data]).toEqual([ERRORS[error.error], ERRORS[error.error], undefined]);
  isErrorShape(error);
};

const fieldsOf = (schema: z.ZodType | undefined): string[] => {
  if (!schema) return [];
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties?: Record<string, unknown> };
  return Object.keys(properties ?? {});
};

/** Calls that end the session. */
const ENDS_SESSION: readonly string[] = ['POST /auth/logout'];

const endpoints = (Object.entries(CONTRACT) as [EndpointKey, Endpoint][]).filter(([key]) => !ENDS_SESSION.includes(key));

const accepts = (schema: z.ZodType | undefined, value: unknown): boolean => schema === undefined || schema.safeParse(value).success;
/** As it arrives: JSON has no NaN. */
const received = (body: unknown): unknown => JSON.parse(JSON.stringify(body)) as unknown;
const shown = (field: string, value: unknown): string => `${field}=${(JSON.stringify(value) ?? String(value)).slice(0, 60)}`;

/** A wrong password or code is counted as a failure to log in; nothing else is written by a refusal. */
const COUNTED: readonly ErrorCode[] = ['INCORRECT_CREDENTIALS', 'CURRENT_PASSWORD_WRONG', 'TWO_FACTOR_INVALID'];
const watch = async ({ errors = [] }: Endpoint): Promise<() => Promise<RowChanges>> => {
  await app.settle();
  return watchRows(app, { except: errors.some((code) => COUNTED.includes(code)) ? ['log_in_failures'] : [] });
};

describe('unsafe calls', () => {
  const unsafe = endpoints.filter(([key, { body }]) => !key.startsWith('GET') && body);

  test.each(unsafe)('%s refuses bodies that aren’t objects', async (key, endpoint) => {
    const changed = await watch(endpoint);
    const client = callers[endpoint.who];
    for (const body of ['text', 7, [], [{}]]) {
      const answer = await client.raw(key, { params: pathOf(NIL), body, query: { locale: 'es' } });
      expect([400, 404, 415, 422], `${JSON.stringify(body)} → ${JSON.stringify(answer.error)}`).toContain(answer.status);
      isRefusal(answer, endpoint, JSON.stringify(body));
    }
    expect(await changed()).toEqual({});
  });

  test.each(unsafe)('%s handles invalid values of each field', async (key, endpoint) => {
    const client = callers[endpoint.who];
    const bodies = fieldsOf(endpoint.body).flatMap((field) => INVALID_VALUES.map((value) => ({ field, value, body: { [field]: value } })));
    const isInvalid = ({ body }: { body: unknown }) => !accepts(endpoint.body, received(body));
    let changed = await watch(endpoint);
    for (const { field, value, body } of bodies.filter(isInvalid)) {
      const answer = await client.raw(key, { params: pathOf(NIL), body });
      isRefusal(answer, endpoint, shown(field, value));
    }
    expect(await changed()).toEqual({});
    // Valid by themselves: refused by a rule, or done.
    for (const { field, value, body } of bodies.filter((each) => !isInvalid(each))) {
      changed = await watch(endpoint);
      const answer = await client.raw(key, { params: pathOf(NIL), body });
      if (answer.status < 300) continue;
      isRefusal(answer, endpoint, shown(field, value));
      expect({ sent: shown(field, value), changed: await changed() }).toEqual({ sent: shown(field, value), changed: {} });
    }
  });
});

/** Reads that are logged: of their queries, those are sent that must change nothing. */
const isLogged = (key: string): boolean => /^GET \/admin\/.*\/export$/.test(key);

describe('queries and paths', () => {
  test.each(endpoints.filter(([key, { query }]) => key.startsWith('GET') && query))('%s handles invalid queries', async (key, endpoint) => {
    const changed = await watch(endpoint);
    const client = callers[endpoint.who];
    for (const field of fieldsOf(endpoint.query)) {
      for (const value of ['-1', '1e9', 'NaN', "'", 'x'.repeat(500), '\u0000', '{}', '💃']) {
        if (isLogged(key) && accepts(endpoint.query, { [field]: value })) continue;
        const answer = await client.raw(key, { params: pathOf(NIL), query: { [field]: value } });
        if (answer.status >= 300 || !accepts(endpoint.query, { [field]: value })) isRefusal(answer, endpoint, shown(field, value));
      }
    }
    expect(await changed()).toEqual({});
  });

  test.each(endpoints.filter(([key]) => key.includes('{')))('%s handles invalid ids', async (key, endpoint) => {
    const changed = await watch(endpoint);
    const client = callers[endpoint.who];
    for (const id of INVALID_IDS) {
      const answer = await client.raw(key, { params: pathOf(id), ...(key.startsWith('GET') ? {} : { body: {} }) });
      const sent = `${id.slice(0, 40)} → ${JSON.stringify(answer.error)?.slice(0, 300)}`;
      // Of texts in a language that there isn't, there are none.
      if (answer.status < 300 && key.includes('{locale}')) continue;
      isRefusal(answer, endpoint, sent);
    }
    expect(await changed()).toEqual({});
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
