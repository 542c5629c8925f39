import { type RawBuilder, sql } from 'kysely';
import { type Executor, UNPREPARED } from './database/database.ts';
import { FieldsError } from './errors.ts';

export type Direction = 'asc' | 'desc';

export interface Page {
  limit: number;
  offset: number;
}

/** The sort that the contract's `sortable` adds to a query. */
export interface Sort<Name extends string> {
  sortBy: Name;
  sort: Direction;
}

/** What the query of a list call brings. */
export type ListQuery<Name extends string = 'createdAt' | 'updatedAt'> = Page & Sort<Name>;

/** The query of reads that select one row of a list by its id. */
export const ONE_ROW = { limit: 1, offset: 0, sortBy: 'createdAt', sort: 'desc' } as const;

/** The sort of files, and of rows that are gone through whole. */
export const NEWEST_FIRST = { sortBy: 'createdAt', sort: 'desc' } as const;

/** The query of writes that answer a whole list in its order. */
export const IN_ORDER = { limit: 500, offset: 0, sortBy: 'position', sort: 'asc' } as const;

/** How a key is compared, and how it is written in a cursor. */
type KeyType = 'instant' | 'number' | 'text' | 'id';

export interface SortKey {
  by: RawBuilder<unknown>;
  type: KeyType;
  /** Rows without a value count as the smallest. */
  nullable?: boolean;
  /** `desc` begins with the smallest: ranks, where 1 is the highest. */
  reversed?: boolean;
}

/** A list's sort names, each with its keys, most significant first. */
export type Sorts<Name extends string> = Readonly<Record<Name, SortKey | readonly SortKey[]>>;

const keyOf =
  (type: KeyType) =>
  (by: RawBuilder<unknown>, options: Pick<SortKey, 'nullable' | 'reversed'> = {}): SortKey => ({ by, type, ...options });

/** Sort keys by type: `number` of integers and numeric, which are exact as text; `id` of UUIDv7 ids, whose order is that of creation. */
export const by = { instant: keyOf('instant'), number: keyOf('number'), text: keyOf('text'), id: keyOf('id') };

/** The last row of a page: the sort it was read with, its keys as text, and its id. */
export interface Cursor {
  sortBy: string;
  sort: Direction;
  keys: readonly string[];
  id: string;
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const refuse = (): never => {
  throw new FieldsError([{ property: 'after', rule: 'invalid' }]);
};

const encode = ({ sortBy, sort, keys, id }: Cursor): string =>
  Buffer.from(JSON.stringify([sortBy, sort, [...keys], id])).toString('base64url');

const isListOfText = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');

/** @throws FieldsError for anything that isn't a cursor */
const decode = (text: string): Cursor => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return refuse();
  }
  if (!Array.isArray(parsed) || parsed.length !== 4) return refuse();
  const [sortBy, sort, keys, id] = parsed as unknown[];
  const isCursor = typeof sortBy === 'string' && (sort === 'asc' || sort === 'desc') && isListOfText(keys) && typeof id === 'string';
  return isCursor && ID.test(id) && keys.every((key) => key.isWellFormed() && !key.includes('\0')) ? { sortBy, sort, keys, id } : refuse();
};

/** The sort name of cursors of lists that have one order: newest first by an instant. */
const NEWEST = 'at';

/** The cursor of a list that is ordered by an instant and an id, newest first. Instants have milliseconds. */
export const encodeCursor = (at: Date, id: string): string => encode({ sortBy: NEWEST, sort: 'desc', keys: [at.toISOString()], id });

/**
 * What `encodeCursor` wrote; null without a cursor.
 * @throws FieldsError for anything else
 */
export const decodeCursor = (cursor: string | undefined): { at: Date; id: string } | null => {
  if (cursor === undefined) return null;
  const { sortBy, sort, keys, id } = decode(cursor);
  const at = new Date(keys[0] ?? '');
  return sortBy === NEWEST && sort === 'desc' && keys.length === 1 && !Number.isNaN(at.getTime()) ? { at, id } : refuse();
};

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

/** Whether a cursor's text is a value of a type: PostgreSQL would raise an error for others. */
const isValue = (type: KeyType, text: string): boolean => {
  if (type === 'text') return true;
  if (type === 'id') return ID.test(text);
  if (type === 'number') return /^-?\d{1,30}(\.\d{1,30})?$|^-?Infinity$/.test(text);
  if (!INSTANT.test(text)) return false;
  const at = new Date(text);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 19) === text.slice(0, 19);
};

const LEAST: Record<KeyType, RawBuilder<unknown>> = {
  instant: sql`'0001-01-01T00:00:00Z'::timestamptz`,
  number: sql`'-Infinity'::numeric`,
  text: sql`''`,
  id: sql`'00000000-0000-0000-0000-000000000000'::uuid`,
};
const CAST: Record<KeyType, RawBuilder<unknown>> = { instant: sql`timestamptz`, number: sql`numeric`, text: sql`text`, id: sql`uuid` };

const valueOf = ({ by: key, type, nullable }: SortKey): RawBuilder<unknown> => (nullable ? sql`coalesce(${key}, ${LEAST[type]})` : key);

/** Microseconds: an instant cut to milliseconds would skip rows of the same millisecond. */
const textOf = (key: SortKey): RawBuilder<unknown> =>
  key.type === 'instant' ? sql`to_char(${valueOf(key)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')` : sql`(${valueOf(key)})::text`;

const directionOf = (key: SortKey, sort: Direction): Direction => (key.reversed ? (sort === 'asc' ? 'desc' : 'asc') : sort);

const term = (key: SortKey, sort: Direction): RawBuilder<unknown> => {
  const isAscending = directionOf(key, sort) === 'asc';
  const nulls = key.nullable ? (isAscending ? sql` nulls first` : sql` nulls last`) : sql``;
  return sql`${key.by} ${isAscending ? sql`asc` : sql`desc`}${nulls}`;
};

export interface Sorted {
  /** After `order by`. */
  order: RawBuilder<unknown>;
  /** The column that `cursorOf` reads. */
  key: RawBuilder<unknown>;
  /** The condition of the rows after a cursor; null without one. @throws FieldsError for a cursor of another sort */
  after(cursor: string | undefined): RawBuilder<unknown> | null;
  cursorOf(row: { list_key: readonly string[]; id: string }): string;
  /** The keys of a cursor that `after` accepted, as text: for what only some of them let an index do. */
  keysOf(cursor: string): readonly string[];
}

/**
 * The order of a list in SQL.
 *
 * @param sorts the list's sort names; the names are those of the contract's enum
 * @param id a unique uuid: breaks ties, in the sort's direction
 */
export const sorted = <Name extends string>(sorts: Sorts<Name>, { sortBy, sort }: Sort<Name>, id: RawBuilder<unknown>): Sorted => {
  const declared: SortKey | readonly SortKey[] = sorts[sortBy];
  const keys: readonly SortKey[] = 'by' in declared ? [declared] : declared;
  // A key that is an id is unique already; named twice, it would hide from the planner that an index has this order.
  const all: readonly SortKey[] = keys.at(-1)!.type === 'id' ? keys : [...keys, by.id(id)];
  return {
    order: sql.join(all.map((key) => term(key, sort))),
    key: sql`array[${sql.join(keys.map(textOf))}]::text[] as list_key`,
    after(text) {
      if (text === undefined) return null;
      const cursor = decode(text);
      const fits = cursor.sortBy === sortBy && cursor.sort === sort && cursor.keys.length === keys.length;
      if (!fits || !keys.every(({ type }, index) => isValue(type, cursor.keys[index]!))) return refuse();
      const bounds = all.map((key, index) => ({
        value: valueOf(key),
        bound: sql`${cursor.keys[index] ?? cursor.id}::${CAST[key.type]}`,
        operator: directionOf(key, sort) === 'asc' ? sql`>` : sql`<`,
      }));
      if (new Set(all.map((key) => directionOf(key, sort))).size === 1)
        return sql`(${sql.join(bounds.map(({ value }) => value))}) ${bounds[0]!.operator} (${sql.join(bounds.map(({ bound }) => bound))})`;
      const steps = bounds.map(({ value, bound, operator }, index) => {
        const equal = bounds.slice(0, index).map((before) => sql`${before.value} = ${before.bound}`);
        return sql`(${sql.join([...equal, sql`${value} ${operator} ${bound}`], sql` and `)})`;
      });
      return sql`(${sql.join(steps, sql` or `)})`;
    },
    cursorOf: (row) => encode({ sortBy, sort, keys: row.list_key, id: row.id }),
    keysOf: (text) => decode(text).keys,
  };
};

export type Condition = RawBuilder<unknown> | null | undefined | false | '';

/**
 * The conditions that apply, joined by `and`. A condition that isn't asked for leaves no trace in the statement: with generic plans,
 * `$1 is null or …` keeps PostgreSQL from using an index.
 */
export const allOf = (...conditions: readonly Condition[]): RawBuilder<unknown> => {
  const given = conditions.filter((condition): condition is RawBuilder<unknown> => Boolean(condition));
  return given.length === 0 ? sql`true` : sql.join(given, sql` and `);
};

/** The condition of rows that were made in a period: from an instant on, and before another one. */
export const madeIn = (at: RawBuilder<unknown>, { from, until }: { from?: string | undefined; until?: string | undefined }): Condition =>
  (from || until) && allOf(from && sql`${at} >= ${from}::timestamptz`, until && sql`${at} < ${until}::timestamptz`);

const escapeLike = (text: string): string => text.toLowerCase().replace(/[\\%_]/g, '\\$&');

/** The LIKE pattern of lower-case text that contains `q`. */
export const likePattern = (q: string): string => `%${escapeLike(q)}%`;

/** The LIKE pattern of lower-case text that begins with `q`. */
export const prefixPattern = (q: string): string => `${escapeLike(q)}%`;

/** Page sizes whose first pages are prepared: those of the web. Every other page has a text of its own, so that preparing it is a waste. */
const PREPARED_LIMITS: ReadonlySet<number> = new Set([1, 6, 10, 12, 15, 20, 24, 25, 30, 48, 50, 100, 500]);

/**
 * Limit and offset, written out. As parameters they would be unknown to a generic plan, which then is made for a tenth of all rows: a sort
 * of a million instead of the first rows of an index.
 *
 * @param ahead further rows to read, to know whether there is another page
 */
export const limitOf = ({ limit, offset }: Page, ahead = 0): RawBuilder<unknown> => {
  const isPrepared = offset === 0 && PREPARED_LIMITS.has(limit);
  return sql`limit ${sql.lit(limit + ahead)}${offset > 0 ? sql` offset ${sql.lit(offset)}` : sql``}${isPrepared ? sql`` : sql.raw(` ${UNPREPARED}`)}`;
};

/** Totals are counted up to here: what counts every row of a long list costs more than its page. */
export const MAX_TOTAL = 1000;
/** How many rows a count looks at: one more tells that there are more. */
export const MAX_COUNTED = MAX_TOTAL + 1;

/** How many rows a list has; of more than `MAX_TOTAL` that there are more. */
export interface Total {
  total: number;
  isCapped?: true;
}

/** A page of a list. */
export type List<Row> = { data: Row[] } & Total;

/** @param counted rows found, up to `MAX_COUNTED` */
export const totalOf = (counted: number): Total => (counted > MAX_TOTAL ? { total: MAX_TOTAL, isCapped: true } : { total: counted });

/** The total of lists that have no row in common. */
export const sumOf = (totals: readonly Total[]): Total =>
  totals.some(({ isCapped }) => isCapped) ? totalOf(MAX_COUNTED) : totalOf(totals.reduce((sum, { total }) => sum + total, 0));

/** How many rows there are, up to `MAX_COUNTED`, in a statement. @param counted `from …` */
export const countedIn = (counted: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from (select ${counted} limit ${sql.lit(MAX_COUNTED)}) counted)`;

/** Counts rows up to `MAX_TOTAL`. @param counted `from …` */
export const countOf = async (executor: Executor, counted: RawBuilder<unknown>): Promise<Total> => {
  const { rows } = await sql<{ total: number }>`select ${countedIn(counted)} as total`.execute(executor);
  return totalOf(rows[0]!.total);
};

/** How many rows a list has: `from …` of all of them, the total where it is known, or how it is found out. */
export type Counted = RawBuilder<unknown> | Total | (() => Promise<Total>);

const countedOf = async (executor: Executor, counted: Counted): Promise<Total> => {
  if (typeof counted === 'function') return counted();
  return 'total' in counted ? counted : countOf(executor, counted);
};

/** The total of what has more rows than are counted. */
export const MANY: Total = { total: MAX_TOTAL, isCapped: true };

/**
 * Reads one page of a list, and how many rows there are, up to `MAX_TOTAL`; right beyond the last page too.
 *
 * @param rows the page's statement, with `limitOf`
 * @param counted of all rows, with the joins that the conditions need
 */
export const readPage = async <Row>(
  executor: Executor,
  page: Page,
  rows: RawBuilder<Row>,
  counted: Counted,
): Promise<{ rows: Row[] } & Total> => {
  const { rows: found } = await rows.execute(executor);
  // The last page tells by itself, but not one beyond it.
  const isLast = found.length < page.limit && (found.length > 0 || page.offset === 0);
  return { rows: found, ...(isLast ? totalOf(page.offset + found.length) : await countedOf(executor, counted)) };
};

/**
 * Reads one page of a list that takes a cursor, and the cursor of the next; null on the last page.
 *
 * @param order the list's order
 * @param rows the page's statement: it selects `key` and `id`, its conditions include `after`, and it ends with `end`
 * @param counted of all rows, without the cursor's condition
 */
export const readCursorPage = async <Row extends { id: string }>(
  executor: Executor,
  { limit, offset, after }: Page & { after?: string | undefined },
  order: Sorted,
  rows: (parts: { key: RawBuilder<unknown>; after: RawBuilder<unknown> | null; end: RawBuilder<unknown> }) => RawBuilder<Row>,
  counted: Counted,
): Promise<{ rows: Row[]; after: string | null } & Total> => {
  const page = { limit, offset: after === undefined ? offset : 0 };
  const end = sql`order by ${order.order} ${limitOf(page, 1)}`;
  const { rows: found } = await (
    rows({ key: order.key, after: order.after(after), end }) as RawBuilder<Row & { list_key: string[] }>
  ).execute(executor);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const isWhole = after === undefined && found.length <= limit && (found.length > 0 || offset === 0);
  return {
    rows: shown,
    ...(isWhole ? totalOf(offset + found.length) : await countedOf(executor, counted)),
    after: found.length > limit && last ? order.cursorOf(last) : null,
  };
};

/**
 * One page of a list that is read whole, because it is short.
 *
 * @param rows in their natural order, which breaks ties
 * @param keys the value of each sort name; a constant for the natural order
 */
export const pageOfRows = <Row, Name extends string>(
  rows: readonly Row[],
  { limit, offset, sortBy, sort }: ListQuery<Name>,
  keys: Readonly<Record<Name, (row: Row) => string | number | bigint | Date>>,
): { data: Row[]; total: number } => {
  const key = keys[sortBy];
  const ascending = rows.toSorted((a, b) => {
    const [left, right] = [key(a), key(b)];
    return left < right ? -1 : left > right ? 1 : 0;
  });
  return { data: (sort === 'asc' ? ascending : ascending.reverse()).slice(offset, offset + limit), total: rows.length };
};
