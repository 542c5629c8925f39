import { openSessions } from '../people.ts';
import { CATEGORIES, PEOPLE, TAGS } from '../world/size.ts';
import { CRAFTS, FAMILY_NAMES, GIVEN_NAMES, VOCABULARY, wordAt } from '../world/words.ts';
import type { World } from '../world/world.ts';

/** A fan with a session. */
export interface Fan {
  id: string;
  token: string;
}

/** Who asks, and what is asked for; lists that are drawn by Zipf begin with what is asked for most. */
export interface Audience {
  fans: readonly Fan[];
  seller: Fan;
  admin: Fan;
  performers: readonly { id: string; username: string }[];
  /** Ids of feeds. */
  posts: readonly string[];
  /** Ids of items with comments that everyone may read, the one with most first. */
  discussed: readonly string[];
  /** Words that few texts have. */
  rareWords: readonly string[];
  /** Words of titles, which stand in them together. */
  titles: readonly (readonly string[])[];
  /** Ids of categories. */
  categories: readonly string[];
  /** The most frequent first. */
  tags: readonly string[];
  /** Names and crafts. */
  performerWords: readonly string[];
}

/** At the whole world; a tenth at a tenth. */
const ZIPF_POSTS = 200_000;
const DISCUSSED = 1000;

const idOf = async ({ sql }: World, person: number): Promise<string> =>
  (await sql.query<{ id: string }>(`select bench_id('person' || $1::int) as id`, [person])).rows[0]!.id;

/** Opens the sessions, and reads what is drawn from. */
export const gatherAudience = async (world: World): Promise<Audience> => {
  const { sql, size } = world;
  const people = Array.from({ length: size.fans }, (_, n) => size.performers + 1 + n);
  const [admin, seller, ...tokens] = await openSessions(world, [PEOPLE.admin, PEOPLE.seller, ...people]);
  const ids = await sql.query<{ id: string }>(
    `select bench_id('person' || n) as id from unnest($1::int[]) with ordinality p (n, place) order by place`,
    [people],
  );
  // In an order of their own, so that what is asked for most is neither the newest nor of one performer.
  const performers = await sql.query<{ id: string; username: string }>(
    `select id, username from accounts where role = 'performer' order by md5(username)`,
  );
  const posts = await sql.query<{ id: string }>(
    `select id from items where kind = 'feed' and state = 'active' order by md5(id::text) limit $1`,
    [Math.round(ZIPF_POSTS * size.scale)],
  );
  const discussed = await sql.query<{ id: string }>(
    `select c.item_id as id from comments c join items i on i.id = c.item_id where i.audience = 'everyone' and i.kind = 'feed' group by 1 order by count(*) desc, 1 limit $1`,
    [DISCUSSED],
  );
  const titles = await sql.query<{ title: string }>(`select title from items where kind = 'feed' order by md5(id::text) limit 2000`);
  const categories = await sql.query<{ id: string }>(`select bench_id('category' || n) as id from generate_series(0, ${CATEGORIES - 1}) n`);
  return {
    fans: ids.rows.map(({ id }, index) => ({ id, token: tokens[index]! })),
    seller: { id: await idOf(world, PEOPLE.seller), token: seller! },
    admin: { id: await idOf(world, PEOPLE.admin), token: admin! },
    performers: performers.rows,
    posts: posts.rows.map(({ id }) => id),
    discussed: discussed.rows.map(({ id }) => id),
    rareWords: Array.from({ length: 2000 }, (_, n) => wordAt(VOCABULARY - 1 - n * 4)),
    titles: titles.rows.map(({ title }) => title.split(' ')),
    categories: categories.rows.map(({ id }) => id),
    tags: Array.from({ length: TAGS }, (_, n) => `tag${n}`),
    performerWords: [...CRAFTS, ...GIVEN_NAMES, ...FAMILY_NAMES].map((word) => word.toLowerCase()),
  };
};
