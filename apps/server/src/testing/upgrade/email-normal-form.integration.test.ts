import { readFile } from 'node:fs/promises';
import { domainToASCII } from 'node:url';
import { normalEmail } from '@stagedoor/contract/email-address';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, createTestDatabase, openPool } from '../../platform/testing/database.ts';

const MIGRATION = new URL('../../../migrations/0111-email-normal-form.sql', import.meta.url);

let database: TestDatabase;
let pool: pg.Pool;
beforeEach(async () => {
  database = await createTestDatabase();
  pool = openPool({ connectionString: database.ownerUrl, max: 2 });
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

/** @param at day of May: the greater, the younger the account */
const insert = async (username: string, email: string, at = 1, isVerified = true): Promise<string> => {
  const { rows } = await pool.query<{ id: string }>(
    `insert into accounts (role, username, username_skeleton, email, password_hash, name, created_at, email_verified_at)
     values ('fan', $1, $1, $2, '', $1, make_date(2025, 5, $3), case when $4 then now() end) returning id`,
    [username, email, at, isVerified],
  );
  return rows[0]!.id;
};
const run = async (): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(await readFile(MIGRATION, 'utf8'));
    await client.query('commit');
  } finally {
    client.release(true);
  }
};
const stored = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await pool.query<{ username: string; email: string }>('select username, email from accounts')).rows.map(({ username, email }) => [
      username,
      email,
    ]),
  );

test('the migration gives stored addresses the form that calls give them', async () => {
  const addresses = [
    'info@bücher.example',
    'bu\u0308ro@bu\u0308cher.example',
    'ana@例え.テスト',
    'ana@президент.рф',
    'ana@faß.example',
    'ana@ñandú-ñandú.example',
    'ｉｎｆｏ@ｗｉｄｅ.example',
    'josé@example.org',
    'ana@مثال.إختبار',
    'ana@💃.example',
    'ana@aü-b.ü.c.ü1.example',
    'plain@example.org',
    'ana@xn--bcher-kva.example',
  ];
  for (const [index, address] of addresses.entries()) await insert(`person${index}`, address);
  await run();
  const after = await stored();
  const expected = addresses.map((address, index) => [
    `person${index}`,
    // An emoji is no letter of a domain that calls accept; its A-label is right all the same.
    address.includes('💃') ? `ana@${domainToASCII('💃.example')}` : normalEmail(address),
  ]);
  expect(after).toEqual(Object.fromEntries(expected));
});

test('the verified or older of two accounts keeps their address, and the other keeps a spelling of its own', async () => {
  await insert('older', 'info@bücher.example', 1);
  const younger = await insert('younger', 'info@xn--bcher-kva.example', 2);
  const unverified = await insert('unverified', 'ana@bücher.example', 1, false);
  await insert('verified', 'ana@bu\u0308cher.example', 2);
  await pool.query(
    `insert into account_tokens (token_hash, account_id, purpose, email, expires_at)
     values ('\\x01', $1, 'resetPassword', 'info@xn--bcher-kva.example', now())`,
    [younger],
  );
  await run();
  expect(await stored()).toEqual({
    older: 'info@xn--bcher-kva.example',
    younger: 'info@bücher.example',
    verified: 'ana@xn--bcher-kva.example',
    unverified: 'ana@bücher.example',
  });
  const { rows: entries } = await pool.query<{ object_id: string }>(
    "select object_id from audit_log where action = 'accounts.addressShared' order by object_id",
  );
  expect(entries.map(({ object_id }) => object_id)).toEqual([younger, unverified].sort());
  expect((await pool.query('select email from account_tokens')).rows).toEqual([{ email: 'info@bücher.example' }]);
});

test('the migration changes nothing where all addresses have the form, and what is no address stays', async () => {
  await insert('plain', 'ana@example.org');
  await insert('broken', 'an a@example.org');
  const before = await stored();
  await run();
  expect(await stored()).toEqual(before);
  expect((await pool.query("select 1 from audit_log where action = 'accounts.addressShared'")).rowCount).toBe(0);
});
