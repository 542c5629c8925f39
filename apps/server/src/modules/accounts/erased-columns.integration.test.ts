import { recordFrom } from '@stagedoor/contract/keys.values';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, createFan, createPerformer, type Person } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { eraseDueAccounts } from './erase-account.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());

/** Columns that outlive an erased account, each with its reason. A new column is either here or emptied. */
const KEPT = {
  accounts: {
    id: 'retained records refer to it',
    role: 'tells a performer’s records from a fan’s',
    admin_role: 'admins can’t be erased',
    status: 'says that the account is erased',
    status_reason: 'why the site suspended it, as the audit log',
    status_note: 'the same',
    status_changed_at: 'the same',
    status_changed_by: 'names an admin',
    locale: 'names nobody',
    created_at: 'the age of the record',
    updated_at: 'the age of the record',
    deletion_requested_at: 'proves the wish',
    deletes_at: 'the same',
    deleted_at: 'the same',
    payouts_frozen_at: 'money that is still held',
    payouts_frozen_cause: 'the same',
  },
  performers: {
    account_id: 'retained records refer to it',
    hidden_at: 'a measure of the site',
    state: 'whether the identity was approved',
    first_name: 'identity record',
    last_name: 'identity record',
    gender: 'identity record',
    country: 'identity record',
    applied_at: 'when the identity was shown',
    decided_at: 'when it was checked',
    decided_by: 'names an admin',
    rejection_reasons: 'the decision on the identity',
    rejection_note: 'the same',
    hold_reason: 'the same',
    monthly_price_amount: 'the price of sales that are retained',
    yearly_price_amount: 'the same',
    price_version: 'the same',
    private_price_amount: 'the same',
    group_price_amount: 'the same',
    private_minimum_minutes: 'the same',
    trial_days: 'the same',
    prices_chosen_at: 'the same',
    commission_overrides: 'what the site agreed with the performer',
    messages_from: 'a setting that names nobody',
    welcome_video_enabled: 'the same',
    wide_since: 'a state of the home feeds',
    created_at: 'the age of the record',
    updated_at: 'the age of the record',
    words: 'made of other columns, those that are emptied',
  },
} as const;
type Table = keyof typeof KEPT;

interface Column {
  column_name: string;
  data_type: string;
}

/** A value that no account has by itself, by the column's type; null for files, which other tests look at. */
const FILLED: Record<string, string | number | null> = {
  text: 'Something personal',
  uuid: null,
  jsonb: '{"hairColor":"red"}',
  ARRAY: '{pt}',
  integer: 7,
  smallint: 7,
  bigint: 7,
  date: '1990-02-03',
  'timestamp with time zone': '2020-02-03T04:05:06Z',
};
/** Another value, if a constraint of the column asks for one. */
const BOUNDED: Record<string, string> = { username: 'personal', email: 'personal@example.com' };

const personalColumns = async (table: Table): Promise<Column[]> => {
  const { rows } = await sql<Column>`
    select column_name, data_type from information_schema.columns
    where table_schema = 'public' and table_name = ${table} order by ordinal_position`.execute(app.platform.database);
  expect(Object.keys(KEPT[table]).filter((kept) => !rows.some(({ column_name }) => column_name === kept))).toEqual([]);
  return rows.filter(({ column_name }) => !Object.hasOwn(KEPT[table], column_name));
};

/** Writes a value into each column, and answers the row as text. */
const fill = async (table: Table, key: string, id: string, columns: readonly Column[]) => {
  for (const { column_name, data_type } of columns) {
    expect([column_name, data_type in FILLED]).toEqual([column_name, true]);
    const value = BOUNDED[column_name] ?? FILLED[data_type];
    if (value === null) continue;
    await sql`update ${sql.table(table)} set ${sql.ref(column_name)} = ${value} where ${sql.ref(key)} = ${id}::uuid`.execute(
      app.platform.database,
    );
  }
  return rowOf(table, key, id, columns);
};

const rowOf = async (table: Table, key: string, id: string, columns: readonly Column[]): Promise<Record<string, string | null>> => {
  const texts = columns.map(({ column_name }) => sql`${sql.ref(column_name)}::text as ${sql.ref(column_name)}`);
  const { rows } = await sql<Record<string, string | null>>`
    select ${sql.join(texts)} from ${sql.table(table)} where ${sql.ref(key)} = ${id}::uuid`.execute(app.platform.database);
  return recordFrom(columns.map(({ column_name }) => [column_name, rows[0]![column_name] ?? null] as const));
};

const erase = async (id: string) => {
  await app.platform.database.updateTable('accounts').set({ deletes_at: app.clock.now() }).where('id', '=', id).execute();
  expect(await eraseDueAccounts(app.platform)).toBe(1);
};

test.each([
  ['accounts', 'id', () => createFan(app)],
  ['performers', 'account_id', () => createPerformer(app, { admin, monthlyPrice: 5 })],
] as const)('nothing that a row of %s held is left once its account is erased, but what must be kept', async (table, key, create) => {
  const { id } = await create();
  const columns = await personalColumns(table);
  const before = await fill(table, key, id, columns);
  await erase(id);
  const after = await rowOf(table, key, id, columns);
  const left = columns.map(({ column_name: name }) => name).filter((name) => before[name] !== null && after[name] === before[name]);
  expect(left).toEqual([]);
});
