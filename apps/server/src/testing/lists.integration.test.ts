import { CONTRACT } from '@stagedoor/contract';
import type { Endpoint, EndpointKey } from '@stagedoor/contract/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ROWS, type ListCast, makeLists } from './list-fixtures.ts';
import { EXEMPT, LATER, LISTS, type ListSpec } from './list-specs.ts';
import { type TestApp, createTestApp } from './test-app.ts';

// Every list call of the contract, found by the shape of its answer, against what all lists promise.

type Row = Record<string, unknown>;
interface Answer {
  data: Row[];
  total: number;
  after?: string | null;
}

const isList = ([key, { output }]: [string, Endpoint]): boolean =>
  key.startsWith('GET ') && output instanceof z.ZodObject && 'data' in output.shape && 'total' in output.shape;
const listCalls = (Object.entries(CONTRACT) as [EndpointKey, Endpoint][]).filter(isList);
const queryOf = (key: string): Record<string, z.ZodType> => ((CONTRACT as Record<string, Endpoint>)[key]!.query as z.ZodObject).shape;
const sortsOf = (key: string): string[] => (queryOf(key)['sortBy'] as z.ZodDefault<z.ZodEnum>).unwrap().options as string[];

let app: TestApp;
let cast: ListCast;

beforeAll(async () => {
  app = await createTestApp();
  const tables = new Map<string, readonly string[]>();
  for (const { dates, spread } of Object.values(LISTS))
    if (dates && spread) tables.set(dates.table, [...new Set([...(tables.get(dates.table) ?? []), ...spread])]);
  cast = await makeLists(app, tables);
}, 60_000);
afterAll(() => app.close());

test('every list call is walked, or exempt with a reason; nothing is named that no longer exists', () => {
  const known = [...Object.keys(LISTS), ...Object.keys(EXEMPT), ...LATER];
  expect(new Set(known).size).toBe(known.length);
  expect(known.toSorted()).toEqual(listCalls.map(([key]) => key).toSorted());
  for (const [key, { q }] of Object.entries(LISTS)) expect([key, q !== undefined]).toEqual([key, 'q' in queryOf(key)]);
});

test('every list of stored rows can be sorted by createdAt and updatedAt, and OpenAPI names what it can be sorted by', async () => {
  const response = await fetch(`${app.url}/api/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, { get: { parameters: { name: string; schema: object }[] } }> };
  for (const [key, { dateless }] of Object.entries(LISTS)) {
    if (!dateless) expect(sortsOf(key), key).toEqual(expect.arrayContaining(['createdAt', 'updatedAt']));
    const path = Object.entries(paths).find(([name]) => name.endsWith(key.slice('GET '.length)))![1];
    const { schema } = path.get.parameters.find(({ name }) => name === 'sortBy')!;
    expect(schema, key).toMatchObject({ enum: sortsOf(key), default: sortsOf(key)[0] });
  }
});

/** The dates of rows, read by their ids, as text that compares as they do. */
const datesOf = async (
  { table, id = 'id', ...columns }: NonNullable<ListSpec['dates']>,
  sortBy: 'createdAt' | 'updatedAt',
  ids: string[],
) => {
  const { rows } = await sql<{ id: string; value: string }>`
    select ${sql.raw(id)}::text as id, (${sql.raw(columns[sortBy])})::text as value from ${sql.raw(table)} where ${sql.raw(id)} = any(${ids}::uuid[])`.execute(
    app.platform.database,
  );
  const values = new Map(rows.map((row) => [row.id, row.value]));
  return ids.map((one) => values.get(one));
};

const isAscending = (values: readonly unknown[]): boolean =>
  values.every((value, index) => index === 0 || (values[index - 1] as string) <= (value as string));

describe.each(Object.entries(LISTS))('%s', (key, spec) => {
  const shape = queryOf(key);
  const read = async (query: Record<string, unknown>): Promise<Answer> => {
    const answer = await cast[spec.who].client.raw(key, { params: spec.params?.(cast) ?? {}, query });
    expect(answer.error, JSON.stringify(query)).not.toHaveProperty('error');
    return answer.data as Answer;
  };
  const refused = async (query: Record<string, unknown>): Promise<number> =>
    (await cast[spec.who].client.raw(key, { params: spec.params?.(cast) ?? {}, query })).status;
  const idsOf = ({ data }: Answer): string[] => data.map((row) => String(row[spec.id ?? '_id']));

  /** A list page by page, by offset. */
  const walk = async (query: Record<string, unknown>, limit = 100): Promise<{ ids: string[]; rows: Row[]; total: number }> => {
    const rows: Row[] = [];
    for (;;) {
      const page = await read({ ...query, limit, offset: rows.length });
      rows.push(...page.data);
      if (rows.length >= page.total || page.data.length === 0)
        return { rows, ids: idsOf({ data: rows, total: page.total }), total: page.total };
    }
  };

  describe.each((spec.variants ?? [{}]).map((variant) => [JSON.stringify(variant), variant] as const))('%s', (_, variant) => {
    test.each(sortsOf(key))('by %s: each row once, the order asked for, descending the reverse of ascending', async (sortBy) => {
      const ascending = await walk({ ...variant, sortBy, sort: 'asc' });
      const descending = await walk({ ...variant, sortBy, sort: 'desc' });
      expect(ascending.total).toBeGreaterThanOrEqual(ROWS - 1);
      expect([ascending.ids.length, new Set(ascending.ids).size]).toEqual([ascending.total, ascending.total]);
      expect(descending.ids).toEqual(ascending.ids.toReversed());
      const shown = spec.shown?.[sortBy];
      const values = ascending.rows.map(shown ?? ((row) => row[sortBy]));
      if (shown !== null && values[0] !== undefined) expect(values).toSatisfy(isAscending);
      if (spec.dates && (sortBy === 'createdAt' || sortBy === 'updatedAt')) {
        const dates = await datesOf(spec.dates, sortBy, ascending.ids);
        expect(dates).not.toContain(undefined);
        expect(dates).toSatisfy(isAscending);
      }
    });

    test('pages by offset: every row once, and the total is right on each page and beyond the last', async () => {
      const whole = await walk(variant);
      const limit = Math.min(100, Math.ceil(whole.total / 3));
      expect((await walk(variant, limit)).ids).toEqual(whole.ids);
      const beyond = await read({ ...variant, offset: whole.total + 7 });
      expect([beyond.data, beyond.total]).toEqual([[], whole.total]);
      const last = await read({ ...variant, limit: 5, offset: whole.total - 1 });
      expect([last.data.length, last.total]).toEqual([1, whole.total]);
    });

    if ('after' in shape)
      test.each(sortsOf(key).flatMap((sortBy) => [[sortBy, 'asc'] as const, [sortBy, 'desc'] as const]))(
        'pages by cursor, by %s %s: from start to end, every row once; for no other sort',
        async (sortBy, sort) => {
          const whole = await walk({ ...variant, sortBy, sort });
          const ids: string[] = [];
          let after: string | null | undefined;
          do {
            const page: Answer = await read({ ...variant, sortBy, sort, limit: 4, ...(after ? { after } : {}) });
            expect(page.total).toBe(whole.total);
            ids.push(...idsOf(page));
            if (page.after)
              expect(await refused({ ...variant, sortBy, sort: sort === 'asc' ? 'desc' : 'asc', after: page.after })).toBe(422);
            after = page.after;
          } while (after);
          expect(ids).toEqual(whole.ids);
          expect(await refused({ ...variant, after: 'nonsense' })).toBe(422);
        },
      );

    test('an unknown sort is refused', async () => {
      expect(await refused({ ...variant, sortBy: 'nonsense' })).toBe(422);
      expect(await refused({ ...variant, sort: 'up' })).toBe(422);
    });
  });

  if ('q' in shape)
    test('q narrows to what contains it, and takes wildcards literally', async () => {
      const [variant = {}] = spec.variants ?? [];
      const find = async (q: string): Promise<Answer> => read({ ...variant, q, limit: 100 });
      const text = typeof spec.q!.text === 'string' ? spec.q!.text : spec.q!.text(cast);
      const all = (await read({ ...variant, limit: 1 })).total;
      const found = await find(text);
      if (spec.q!.finds === undefined) {
        expect(found.total).toBeGreaterThan(0);
        expect(found.total).toBeLessThan(all);
      } else expect(found.total).toBe(spec.q!.finds);
      expect((await find(text.toUpperCase())).total).toBe(key === 'GET /admin/gateway-events' ? 0 : found.total);
      expect((await read({ ...variant, q: text, offset: found.total + 5 })).total).toBe(found.total);
      for (const wildcard of [`${text.slice(0, 2)}_${text.slice(3)}`, `${text.slice(0, 2)}%${text.slice(4)}`])
        expect([wildcard, (await find(wildcard)).total]).toEqual([wildcard, 0]);
      if (spec.q!.literal) expect(idsOf(await find(spec.q!.literal))).toHaveLength(1);
    });
});
