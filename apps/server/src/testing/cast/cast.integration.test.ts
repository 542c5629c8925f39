import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { watchRows } from '../changed-rows.ts';
import { PASSWORD, createAdmin, createFan, createPerformer, unique } from '../factories.ts';
import { type TestApp, createTestApp } from '../test-app.ts';
import { CAST_KINDS, type CastKind } from './cast.ts';
import { type Person, createFirstAdmin, signUpFan, signUpPerformer } from './sign-up.ts';

// A person of the cast is as one who signs up: the same rows, apart from ids, names, times and secrets; and the same to the API.

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());

const FROM_CAST: Record<CastKind, () => Promise<Person>> = {
  admin: () => createAdmin(app),
  fan: () => createFan(app),
  unverifiedFan: () => createFan(app, { verified: false }),
  performer: () => createPerformer(app, { admin }),
  unverifiedPerformer: () => createPerformer(app, { admin, verified: false }),
  applicant: () => createPerformer(app, { approved: false }),
  unverifiedApplicant: () => createPerformer(app, { approved: false, verified: false }),
};
const SIGNED_UP: Record<CastKind, () => Promise<Person>> = {
  admin: () => createFirstAdmin(app, unique('boss')),
  fan: () => signUpFan(app, unique('fan'), { verified: true }),
  unverifiedFan: () => signUpFan(app, unique('fan'), { verified: false }),
  performer: () => signUpPerformer(app, unique('star'), { verified: true, admin }),
  unverifiedPerformer: () => signUpPerformer(app, unique('star'), { verified: false, admin }),
  applicant: () => signUpPerformer(app, unique('star'), { verified: true, admin: undefined }),
  unverifiedApplicant: () => signUpPerformer(app, unique('star'), { verified: false, admin: undefined }),
};

/** Numbered in the order in which they are found, so that references are compared too. */
const masked = (rows: Record<string, unknown[]>, { username }: Person): unknown => {
  const numbers = new Map<string, number>();
  const number = (value: string): string => {
    if (!numbers.has(value)) numbers.set(value, numbers.size);
    return `<${numbers.get(value)}>`;
  };
  const text = JSON.stringify(rows)
    .replaceAll(admin.id, '<admin>')
    .replaceAll(username, '<username>')
    // Written a moment after the call.
    .replace(/"last_seen_at":(null|"[^"]*")/g, '"last_seen_at":"…"')
    .replace(/"username_skeleton":"[^"]*"/g, '"username_skeleton":"…"')
    .replace(/"password_hash":"\$argon2id[^"]*"/g, '"password_hash":"…"')
    .replace(/"(token_hash|sha256|original_key|bytes|created_at|updated_at|expires_at|xid)":("[^"]*"|\d+)/g, '"$1":"…"')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+\+00:00/g, '<time>')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, number);
  const tables = JSON.parse(text) as Record<string, unknown[]>;
  // Files of one moment have no order of their own.
  tables['public.files owner_id']?.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return tables;
};

/** The rows of an account, in each table that has one of its own. */
const rowsOf = async ({ id }: Person): Promise<Record<string, unknown[]>> => {
  const { rows: tables } = await sql<{ relation: string; column: string }>`
    select format('%I.%I', table_schema, table_name) as relation, column_name as column from information_schema.columns
    where table_schema in ('public', 'ledger') and data_type = 'uuid' and column_name <> 'actor_id'
      -- Written some seconds after a call; words are of who had them first.
      and table_name not in ('presence', 'last_seen_times', 'known_words')
      and (column_name in ('account_id', 'performer_id', 'owner_id', 'object_id', 'fan_id') or (table_name = 'accounts' and column_name = 'id'))
    -- Files are numbered by what refers to them.
    order by table_name = 'files', 1, 2`.execute(app.platform.database);
  const found: Record<string, unknown[]> = {};
  for (const { relation, column } of tables) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.raw(relation)} t where ${sql.ref(column)} = ${id}::uuid`.execute(app.platform.database);
    // In an order that doesn't depend on ids, which are random within a moment.
    const sorted = rows.map(({ row }) => row).toSorted((a, b) => (kindOf(a) < kindOf(b) ? -1 : 1));
    if (rows.length > 0) found[`${relation} ${column}`] = sorted;
  }
  return found;
};
const kindOf = ({ kind = '', purpose = '', action = '', detail }: Record<string, unknown>): string =>
  `${String(kind)} ${String(purpose)} ${String(action)} ${String((detail as { kind?: string } | null)?.kind)}`;

describe.each(CAST_KINDS)('%s', (kind) => {
  test('has the rows of a sign-up', async () => {
    const one = await FROM_CAST[kind]();
    const other = await SIGNED_UP[kind]();
    await app.settle();
    const rows = await rowsOf(one);
    expect(rows['public.accounts id']).toHaveLength(1);
    expect(masked(rows, one)).toEqual(masked(await rowsOf(other), other));
  });

  test('can log in with a verified address, and finds their data', async () => {
    const person = await FROM_CAST[kind]();
    const entered = await app.client().send('POST /auth/login', { body: { username: person.username, password: PASSWORD } });
    // Without one, their session is older than the rule that only verified addresses log in.
    expect(entered.error?.error).toBe(kind.startsWith('unverified') ? 'EMAIL_NOT_VERIFIED' : undefined);
    const [before, after] = [
      await person.client.call('GET /users/me'),
      await app.client(entered.data?.token ?? person.client.token).call('GET /users/me'),
    ];
    expect(after).toMatchObject({ _id: person.id, username: person.username, email: person.email });
    expect({ ...after, lastSeenAt: null }).toEqual({ ...before, lastSeenAt: null });
  });
});

test('people are later than those before them, also in the same moment', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => createFan(app)));
  expect(new Set(people.map(({ id }) => id)).size).toBe(12);
  const later = await createFan(app);
  expect(people.filter(({ id }) => id >= later.id)).toEqual([]);
});

test('the documents of a performer are there', async () => {
  const performer = await createPerformer(app, { approved: false });
  const keys = await app.platform.database
    .selectFrom('files')
    .select(['original_key', 'bytes'])
    .where('owner_id', '=', performer.id)
    .execute();
  expect(keys).toHaveLength(2);
  for (const { original_key: key, bytes } of keys) expect((await app.platform.storage.stat(key)).bytes).toBe(Number(bytes));
});

test('adding somebody changes no other row', async () => {
  const changed = await watchRows(app);
  await createPerformer(app, { admin });
  // The storage writes the keys of the documents, whose rows are the cast's.
  const { 'public.sealed_files': documents, ...others } = await changed();
  expect([documents?.added.length, documents?.removed, others]).toEqual([2, [], {}]);
});
