import { emailPrefix } from '@stagedoor/contract/email-address';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import { prefixPattern } from '../../platform/lists.ts';
import { prefixPatternOf } from './money-person.view.ts';

/** More people than these are not looked up one by one. */
const MAX_PEOPLE = 100;

/**
 * The accounts whose username begins with a text.
 *
 * @param withAddress also those whose mail address does
 * @returns null when they are many: then a list finds rows of them soon by going through all in its order
 */
export const findPeople = async (executor: Executor, q: string, withAddress = false): Promise<string[] | null> => {
  const pattern = prefixPatternOf(q);
  const { rows } = await sql<{ id: string }>`
    select a.id from accounts a where a.username like ${pattern} ${withAddress ? sql`or a.email like ${prefixPattern(emailPrefix(q))}` : sql``}
    limit ${sql.lit(MAX_PEOPLE + 1)}`.execute(executor);
  return rows.length > MAX_PEOPLE ? null : rows.map(({ id }) => id);
};

/**
 * The first rows of each of some people in a list's order: all that a page of them can hold, without reading a person's whole history.
 *
 * @param rows `select … from … where …` of one person, whose id is `person.id`
 */
export const firstOfEach = (
  people: readonly string[],
  rows: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> => sql`
  select found.* from unnest(${people}::uuid[]) as person (id)
  cross join lateral (${rows} order by ${order} limit ${sql.lit(limit)}) found`;

/**
 * Whether a person's username begins so, as a look-up for each row: joined, PostgreSQL would expect few such people and read the whole list
 * to find theirs.
 */
export const isNamed = (id: RawBuilder<unknown>, q: string, withAddress = false): RawBuilder<unknown> => {
  const pattern = prefixPatternOf(q);
  return sql`(select n.username like ${pattern} ${withAddress ? sql`or n.email like ${prefixPattern(emailPrefix(q))}` : sql``} from accounts n where n.id = ${id})`;
};
