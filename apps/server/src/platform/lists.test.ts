import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { UNPREPARED } from './database/database.ts';
import { FieldsError } from './errors.ts';
import { type Sorts, allOf, by, decodeCursor, encodeCursor, likePattern, limitOf, pageOfRows, prefixPattern, sorted } from './lists.ts';

/** Compiles fragments; executes nothing. */
const database = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const compiled = (fragment: RawBuilder<unknown>) => {
  const { sql: text, parameters } = fragment.compile(database);
  return { text: text.replace(/\s+/g, ' ').trim(), parameters };
};
const textOf = (fragment: RawBuilder<unknown>): string => compiled(fragment).text;

const ID = '019b0000-0000-7000-8000-000000000001';
const AT = '2026-11-20T10:00:00.123456Z';

const SORTS: Sorts<'createdAt' | 'name' | 'rank' | 'seen' | 'mixed'> = {
  createdAt: by.instant(sql`t.created_at`),
  name: by.text(sql`t.name`),
  rank: by.number(sql`t.rank`, { reversed: true }),
  seen: by.instant(sql`t.seen_at`, { nullable: true }),
  mixed: [by.number(sql`t.open`), by.instant(sql`t.ends_at`, { reversed: true })],
};
const order = (sortBy: keyof typeof SORTS, sort: 'asc' | 'desc') => sorted(SORTS, { sortBy, sort }, sql`t.id`);

describe('cursors', () => {
  test('an instant and an id survive the round trip', () => {
    const at = new Date('2026-11-20T10:00:00.123Z');
    expect(decodeCursor(encodeCursor(at, ID))).toEqual({ at, id: ID });
    expect(decodeCursor(undefined)).toBeNull();
  });

  const raw = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  test.each([
    '',
    'nonsense',
    ID,
    Buffer.from(`2026-11-20T10:00:00.123Z ${ID}`).toString('base64url'),
    raw(null),
    raw(['at', 'desc', ['never'], ID]),
    raw(['at', 'desc', [], ID]),
    raw(['at', 'desc', [1], ID]),
    raw(['at', 'up', ['2026-11-20T10:00:00.123Z'], ID]),
    raw(['at', 'desc', ['2026-11-20T10:00:00.123Z'], 'x']),
    order('createdAt', 'desc').cursorOf({ list_key: [AT], id: ID }),
  ])('%j is refused', (cursor) => expect(() => decodeCursor(cursor)).toThrow(FieldsError));

  test('a cursor is valid only for the sort it was written with', () => {
    const cursor = order('createdAt', 'desc').cursorOf({ list_key: [AT], id: ID });
    expect(compiled(order('createdAt', 'desc').after(cursor)!)).toEqual({
      text: '(t.created_at, t.id) < ($1::timestamptz, $2::uuid)',
      parameters: [AT, ID],
    });
    expect(order('createdAt', 'desc').after(undefined)).toBeNull();
    for (const other of [order('createdAt', 'asc'), order('seen', 'desc'), order('name', 'desc'), order('mixed', 'desc')])
      expect(() => other.after(cursor)).toThrow(FieldsError);
  });

  test.each([
    ['createdAt', '2026-13-45T10:00:00.123456Z'],
    ['createdAt', '2026-02-31T10:00:00.123456Z'],
    ['createdAt', 'infinity'],
    ['rank', '1e5'],
    ['rank', ''],
    ['name', 'a\u0000b'],
    ['name', '\ud800'],
  ] as const)('a key of %s with the invalid value %j is refused', (sortBy, key) => {
    const list = order(sortBy, 'desc');
    expect(() => list.after(list.cursorOf({ list_key: [key], id: ID }))).toThrow(FieldsError);
  });
});

describe('sorting', () => {
  test('the id breaks ties in the direction of the sort', () => {
    expect(textOf(order('createdAt', 'desc').order)).toBe('t.created_at desc, t.id desc');
    expect(textOf(order('createdAt', 'asc').order)).toBe('t.created_at asc, t.id asc');
  });

  test('rows without a value count as the smallest, in the order and after a cursor', () => {
    expect(textOf(order('seen', 'asc').order)).toBe('t.seen_at asc nulls first, t.id asc');
    expect(textOf(order('seen', 'desc').order)).toBe('t.seen_at desc nulls last, t.id desc');
    const list = order('seen', 'desc');
    expect(textOf(list.after(list.cursorOf({ list_key: [AT], id: ID }))!)).toContain(
      "coalesce(t.seen_at, '0001-01-01T00:00:00Z'::timestamptz)",
    );
  });

  test('a reversed key sorts the other way; keys of both directions are compared one after another', () => {
    expect(textOf(order('rank', 'desc').order)).toBe('t.rank asc, t.id desc');
    const list = order('mixed', 'asc');
    expect(textOf(list.order)).toBe('t.open asc, t.ends_at desc, t.id asc');
    expect(compiled(list.after(list.cursorOf({ list_key: ['1', AT], id: ID }))!)).toEqual({
      text: '((t.open > $1::numeric) or (t.open = $2::numeric and t.ends_at < $3::timestamptz) or (t.open = $4::numeric and t.ends_at = $5::timestamptz and t.id > $6::uuid))',
      parameters: ['1', '1', AT, '1', AT, ID],
    });
  });
});

test('conditions that do not apply are left out', () => {
  expect(compiled(allOf(sql`a = ${1}`, undefined, false, '', null, sql`b = ${2}`))).toEqual({
    text: 'a = $1 and b = $2',
    parameters: [1, 2],
  });
  expect(textOf(allOf(undefined))).toBe('true');
});

test('a LIKE pattern escapes wildcards', () => {
  expect(likePattern('50%_\\Off')).toBe('%50\\%\\_\\\\off%');
  expect(prefixPattern('_A')).toBe('\\_a%');
});

describe('pages', () => {
  test('limit and offset are literals; only common first pages are prepared', () => {
    expect(compiled(limitOf({ limit: 20, offset: 0 }))).toEqual({ text: 'limit 20', parameters: [] });
    expect(textOf(limitOf({ limit: 20, offset: 0 }, 1))).toBe('limit 21');
    expect(textOf(limitOf({ limit: 20, offset: 40 }))).toBe(`limit 20 offset 40 ${UNPREPARED}`);
    expect(textOf(limitOf({ limit: 37, offset: 0 }))).toBe(`limit 37 ${UNPREPARED}`);
  });

  test('a list that is read whole: sorted, reversed, cut; equal rows keep their natural order', () => {
    const rows = [
      { name: 'c', at: 1 },
      { name: 'a', at: 2 },
      { name: 'b', at: 1 },
    ];
    const page = (sortBy: 'position' | 'at', sort: 'asc' | 'desc', offset = 0) =>
      pageOfRows(rows, { limit: 2, offset, sortBy, sort }, { position: () => 0, at: (row) => row.at }).data.map(({ name }) => name);
    expect([page('position', 'asc'), page('position', 'desc')]).toEqual([
      ['c', 'a'],
      ['b', 'a'],
    ]);
    expect([page('at', 'asc'), page('at', 'asc', 2), page('at', 'desc')]).toEqual([['c', 'b'], ['a'], ['a', 'b']]);
    expect(pageOfRows(rows, { limit: 2, offset: 9, sortBy: 'at', sort: 'asc' }, { at: (row) => row.at })).toEqual({ data: [], total: 3 });
  });
});
