import { type RawBuilder, sql } from 'kysely';
import type { Executor } from './database/database.ts';
import { type Page, type Sorted, type Total, MANY, MAX_COUNTED, limitOf, readCursorPage, readPage } from './lists.ts';

/** Reaches every row: beyond what any list has. */
const ALL_ROWS = 2_000_000_000;

/** In place of the key, for pages that nobody goes on from. */
const NO_KEY = sql`null as list_key`;

/** The parts of a page's statement. */
export interface PageParts {
  /** The column that the cursor is made of. */
  key: RawBuilder<unknown>;
  /** `order by … limit …` */
  end: RawBuilder<unknown>;
  /** How many of the first rows are enough for the page. */
  reach: number;
  /** The condition of the rows after a cursor; null for the first page. */
  after: RawBuilder<unknown> | null;
}

/** A list that filters narrowed: how its rows are read in pages, gone through whole, and counted. */
export interface Listed<Row> {
  order: Sorted;
  /** The unique uuid of a row. */
  id: RawBuilder<unknown>;
  /**
   * `from … where …` of the rows.
   * @param reach how many of the first rows are enough
   * @param after a further condition
   */
  from(reach: number, after: RawBuilder<unknown> | null): RawBuilder<unknown>;
  /** The statement of a page: selects `key` and `id`, and ends with `end`. */
  page(parts: PageParts): RawBuilder<Row>;
}

/** A page of a list, and how many rows it has, up to `MAX_TOTAL`. */
export const readListed = <Row>(executor: Executor, listed: Listed<Row>, page: Page): Promise<{ rows: Row[] } & Total> => {
  const end = sql`order by ${listed.order.order} ${limitOf(page)}`;
  const rows = listed.page({ key: NO_KEY, end, reach: page.offset + page.limit, after: null });
  return readPage(executor, page, rows, listed.from(MAX_COUNTED, null));
};

/**
 * All rows of a list, in batches, in its order, whose keys must be columns. Newest first, rows that come in meanwhile are left out.
 * @param size of a batch: any number of rows takes no more memory
 */
export async function* batchesOf<Row extends { id: string }>(executor: Executor, listed: Listed<Row>, size: number): AsyncGenerator<Row[]> {
  let after: string | null | undefined;
  do {
    const page = { limit: size, offset: 0, ...(after ? { after } : {}) };
    const batch: { rows: Row[]; after: string | null } = await readCursorPage(
      executor,
      page,
      listed.order,
      (parts) => listed.page({ ...parts, reach: size + 1 }),
      MANY,
    );
    if (batch.rows.length > 0) yield batch.rows;
    ({ after } = batch);
  } while (after !== null);
}

/** `select id` of all rows of a list, of those that a condition lets through. */
export const idsOf = (listed: Listed<unknown>, condition: RawBuilder<unknown> | null = null): RawBuilder<{ id: string }> =>
  sql<{ id: string }>`select ${listed.id} as id ${listed.from(ALL_ROWS, condition)}`;

/**
 * Counts rows of a list with an id beyond the last one counted.
 * @returns how many were counted, and the last one: null when none is left
 */
export const countOn = async (
  executor: Executor,
  listed: Listed<unknown>,
  last: string | null,
  size: number,
): Promise<{ counted: number; last: string | null }> => {
  const beyond = last === null ? null : sql`${listed.id} > ${last}::uuid`;
  const { rows } = await sql<{ counted: number; last: string | null }>`
    select count(*)::int as counted, (array_agg(id order by id desc))[1] as last
    from (select ${listed.id} as id ${listed.from(ALL_ROWS, beyond)} order by ${listed.id} limit ${sql.lit(size)}) batch`.execute(executor);
  const { counted, last: reached } = rows[0]!;
  return { counted, last: counted < size ? null : reached };
};
