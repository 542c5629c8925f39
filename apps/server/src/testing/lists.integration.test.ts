import { CONTRACT } from '@stagedoor/contract';
import type { Endpoint, EndpointKey } from '@stagedoor/contract/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ROWS, type ListCast, makeLists } from './list-fixtures.ts';
import { EXEMPT, LISTS, type ListSpec } from './list-specs.ts';
import { type TestApp, createTestApp } from './test-app.ts';

// Every list call of the contract, found by the shape of its response, against what all lists guarantee.

type Row = Record<string, unknown>;
interface Answer {
  data: Row[];
  total: number;
  after?: string | null;
}

const isList = ([key, { output }]: [string, Endpoint]): boolean =>
  key.startsWith('GET ') &&
  (output instanceof z.ZodArray || (output instanceof z.ZodObject && 'data' in output.shape && 'total' in output.shape));
const listCalls = (Object.entries(CONTRACT) as [EndpointKey, Endpoint][]).filter(isList);
const queryOf = (key: string): Record<string, z.ZodType> => ((CONTRACT as Record<string, Endpoint>)[key]!.query as z.ZodObject).shape;
const sortsOf = (key: string): string[] => (queryOf(key)['sortBy'] as z.ZodDefault<z.ZodEnum>).unwrap().options as string[];

let app: TestApp;
let cast: ListCast;

beforeAll(async () => {
  app = await createTestApp();
  // The fans of the list are strangers to the performer.
  await app.platform.settings.change({ performersFindAllFans: true }, null);
  const tables = new Map<string, readonly string[]>();
  for (const { dates, spread } of Object.values(LISTS))
    if (dates && spread) tables.set(dates.table, [...new Set([...(tables.get(dates.table) ?? []), ...spread])]);
  cast = await makeLists(app, tables);
});
afterAll(() => app.close());

test('every list call is tested, or exempt with a reason, and no unknown call is named', () => {
  const known = [...Object.keys(LISTS), ...Object.keys(EXEMPT)];
  expect(new Set(known).size).toBe(known.length);
  expect(known.toSorted()).toEqual(listCalls.map(([key]) => key).toSorted());
  for (const [key, { q }] of Object.entries(LISTS)) expect([key, q !== undefined]).toEqual([key, 'q' in queryOf(key)]);
});

test('every list of stored rows can be sorted by createdAt and updatedAt, and OpenAPI names what it can be sorted by', async () => {
  const response = await fetch(`${app.url}/api/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, { get: { parameters: { name: string; schema: object }[] } }> };
  for (const [key, { dateless }] of Object.entries(LISTS)) {
    const missing = ['createdAt', 'updatedAt'].filter((name) => !sortsOf(key).includes(name));
    expect([key, missing]).toEqual([key, dateless ? ['createdAt', 'updatedAt'] : []]);
    const path = paths[`/api${key.slice('GET '.length)}`]!;
    const { schema } = path.get.parameters.find(({ name }) => name === 'sortBy')!;
    expect({ key, schema }).toMatchObject({ key, schema: { enum: sortsOf(key), default: sortsOf(key)[0] } });
  }
});

/** The dates by which rows are sorted, read by their ids, as comparable text; none when the sort isn't by a date. */
const datesOf = async ({ dates }: ListSpec, sortBy: string, ids: string[]): Promise<(string | undefined)[]> => {
  if (!dates || (sortBy !== 'createdAt' && sortBy !== 'updatedAt')) return [];
  const id = sql.raw(dates.id ?? 'id');
  const { rows } = await sql<{ id: string; value: string }>`
    select (${id})::text as id, (${sql.raw(dates[sortBy])})::text as value from ${sql.raw(dates.table)}
    where (${id})::text = any(${ids}::text[])`.execute(app.platform.database);
  const values = new Map(rows.map((row) => [row.id, row.value]));
  return ids.map((one) => values.get(one));
};

/** The values of a sort that rows show. */
const shownOf = ({ shown }: ListSpec, sortBy: string, rows: readonly Row[]): unknown[] => {
  const show = shown?.[sortBy];
  return show === null ? [] : rows.map(show ?? ((row) => row[sortBy])).filter((value) => value !== undefined);
};

const isAscending = (values: readonly unknown[]): boolean =>
  values.every((value, index) => index === 0 || (values[index - 1] as string) <= (value as string));

const reader = (key: string, spec: ListSpec) => {
  const send = (query: Record<string, unknown>) =>
    cast[spec.who].client.raw(key, { params: spec.params?.(cast) ?? {}, query: { ...spec.query?.(cast, query), ...query } });
  const read = async (query: Record<string, unknown>): Promise<Answer> => {
    const { status, data, error } = await send(query);
    if (status !== 200) throw new Error(`${key} ${JSON.stringify(query)} answered ${status}: ${JSON.stringify(error)}`);
    return data as Answer;
  };
  const idsOf = (rows: readonly Row[]): string[] => rows.map((row) => String(row[spec.id ?? '_id']));
  return {
    read,
    idsOf,
    statusOf: async (query: Record<string, unknown>): Promise<number> => (await send(query)).status,
    /** The list page by page, by offset. */
    async walk(query: Record<string, unknown>, limit = 100): Promise<{ ids: string[]; rows: Row[]; total: number }> {
      const rows: Row[] = [];
      for (;;) {
        const page = await read({ ...query, limit, offset: rows.length });
        rows.push(...page.data);
        if (rows.length >= page.total || page.data.length === 0) return { rows, ids: idsOf(rows), total: page.total };
      }
    },
  };
};

const ADDRESS = /[\w.+-]+@example\.org/g;

test.each(Object.entries(LISTS).filter(([, { who }]) => who !== 'admin'))(
  '%s tells no mail address of another account',
  async (key, spec) => {
    const own = cast[spec.who].email;
    const { rows } = await reader(key, spec).walk({});
    const foreign = [...JSON.stringify(rows).matchAll(ADDRESS)].filter(([address]) => address !== own);
    expect(foreign.map(([address]) => address)).toEqual([]);
  },
);

const WALKS = Object.entries(LISTS).flatMap(([key, spec]) =>
  (spec.variants ?? [{}]).map((variant) => [key, JSON.stringify(variant), variant, spec] as const),
);

describe.each(WALKS)('%s %s', (key, _, variant, spec) => {
  const { read, walk, statusOf } = reader(key, spec);

  test.each(sortsOf(key))('by %s: each row once, in order, descending the reverse of ascending', async (sortBy) => {
    const ascending = await walk({ ...variant, sortBy, sort: 'asc' });
    const descending = await walk({ ...variant, sortBy, sort: 'desc' });
    expect(ascending.total).toBeGreaterThanOrEqual(ROWS - 1);
    expect([ascending.ids.length, new Set(ascending.ids).size]).toEqual([ascending.total, ascending.total]);
    expect(descending.ids).toEqual(ascending.ids.toReversed());
    expect(shownOf(spec, sortBy, ascending.rows)).toSatisfy(isAscending);
    const dates = await datesOf(spec, sortBy, ascending.ids);
    expect(dates).not.toContain(undefined);
    expect(dates).toSatisfy(isAscending);
  });

  test('pages by offset: each row once, and the right total on each page and beyond the last', async () => {
    const whole = await walk(variant);
    const limit = Math.min(100, Math.ceil(whole.total / 3));
    expect((await walk(variant, limit)).ids).toEqual(whole.ids);
    const beyond = await read({ ...variant, offset: whole.total + 7 });
    expect([beyond.data, beyond.total]).toEqual([[], whole.total]);
    const last = await read({ ...variant, limit: 5, offset: whole.total - 1 });
    expect([last.data.length, last.total]).toEqual([1, whole.total]);
  });

  test('an unknown sort is refused', async () => {
    expect(await statusOf({ ...variant, sortBy: 'nonsense' })).toBe(422);
    expect(await statusOf({ ...variant, sort: 'up' })).toBe(422);
  });
});

test.each(WALKS.filter(([key]) => `${key}/export` in CONTRACT))(
  'the file of %s %s has the same rows, newest first',
  async (key, _, variant, spec) => {
    const { walk } = reader(key, spec);
    const sortBy = sortsOf(key).includes('startedAt') ? 'startedAt' : 'createdAt';
    const { rows } = await walk({ ...variant, sortBy, sort: 'desc' });
    const query = new URLSearchParams(Object.entries(variant).map(([name, value]): [string, string] => [name, String(value)]));
    const answer = await fetch(`${app.url}/api${key.slice('GET '.length)}/export?${query.toString()}`, {
      headers: { authorization: cast[spec.who].client.token! },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const [, ...lines] = Buffer.from(await answer.arrayBuffer())
      .toString('utf8')
      .replace(/\n(?!")/g, ' ')
      .trim()
      .split('\r\n');
    const references = rows.map((row) => String(row['reference'] ?? row['_id']));
    expect(lines).toHaveLength(references.length);
    expect(lines.filter((line, index) => !line.includes(references[index]!))).toEqual([]);
  },
);

/** Lists that are narrowed to a period, by instants. */
const DATED = WALKS.filter(([key]) => {
  const { from } = queryOf(key);
  return from !== undefined && 'until' in queryOf(key) && !from.safeParse('2026-11-29').success;
});
const madeAt = (row: Row): string => String(row['createdAt'] ?? row['startedAt'] ?? row['at']);

test.each(DATED)('%s %s: a period narrows to what was made in it', async (key, _, variant, spec) => {
  const { walk, idsOf } = reader(key, spec);
  const whole = await walk(variant);
  const instants = whole.rows.map(madeAt).toSorted();
  // Some rows are made at one instant: at least the ends of the period are looked at.
  const [first, lower, upper] = [0, 1 / 3, 2 / 3].map((part) => instants[Math.floor(part * instants.length)]!);
  expect((await walk({ ...variant, from: first })).ids).toEqual(whole.ids);
  expect((await walk({ ...variant, until: first })).ids).toEqual([]);
  const within = idsOf(whole.rows.filter((row) => madeAt(row) >= lower! && madeAt(row) < upper!));
  expect((await walk({ ...variant, from: lower, until: upper })).ids).toEqual(within);
});

const CURSORS = WALKS.filter(([key]) => 'after' in queryOf(key)).flatMap(([key, name, variant, spec]) =>
  sortsOf(key).flatMap((sortBy) =>
    (['asc', 'desc'] as const).map((sort) => [key, name, `${sortBy} ${sort}`, { ...variant, sortBy, sort }, spec] as const),
  ),
);

test.each(CURSORS)('%s %s by cursor, %s: each row once, and a cursor of another sort is refused', async (key, _, __, query, spec) => {
  const { read, walk, idsOf, statusOf } = reader(key, spec);
  const whole = await walk(query);
  const pages: Answer[] = [];
  for (let after: string | null | undefined; after !== null; after = pages.at(-1)!.after ?? null)
    pages.push(await read({ ...query, limit: 4, ...(after ? { after } : {}) }));
  expect(pages.length).toBe(Math.ceil(whole.total / 4));
  expect(pages.map(({ total }) => total)).toEqual(pages.map(() => whole.total));
  expect(idsOf(pages.flatMap(({ data }) => data))).toEqual(whole.ids);
  const { after } = pages[0]!;
  expect(await statusOf({ ...query, sort: query.sort === 'asc' ? 'desc' : 'asc', after })).toBe(422);
  expect(await statusOf({ ...query, after: 'nonsense' })).toBe(422);
});

const SEARCHES = Object.entries(LISTS).flatMap(([key, spec]) => (spec.q ? [[key, spec, spec.q] as const] : []));

test.each(SEARCHES)('%s: q narrows to what contains it, and takes wildcards literally', async (key, spec, q) => {
  const { read } = reader(key, spec);
  const [variant = {}] = spec.variants ?? [];
  const find = async (text: string): Promise<number> => (await read({ ...variant, q: text })).total;
  const text = typeof q.text === 'string' ? q.text : q.text(cast);
  const all = (await read({ ...variant, limit: 1 })).total;
  const found = await find(text);
  expect(found).toSatisfy((total: number) => (q.finds === undefined ? total > 0 && total < all : total === q.finds));
  expect(await find(text.toUpperCase())).toBe(q.isExact ? 0 : found);
  expect(await read({ ...variant, q: text, offset: found + 5 })).toMatchObject({ data: [], total: found });
  for (const wildcard of [`${text.slice(0, 2)}_${text.slice(3)}`, `${text.slice(0, 2)}%${text.slice(4)}`])
    expect([wildcard, await find(wildcard)]).toEqual([wildcard, 0]);
  for (const literal of [q.literal ?? []].flat()) expect([literal, await find(literal)]).toEqual([literal, 1]);
});
