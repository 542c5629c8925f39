import type { Stage } from '../stage.ts';
import { SENTENCES, mediaOf } from './make-items.ts';
import { CATEGORIES, type WorldSize } from './size.ts';
import { withoutTriggers } from './tables.ts';
import { skewed, tagOf } from './words.ts';

type Sql = Pick<Stage, 'sql'>;

/** Every so many items one is filed under a category. */
const FILED_EACH = 3;

/** The site's categories, and what is filed under them. */
export const makeCategories = async ({ sql }: Sql): Promise<void> => {
  await sql.query(`
    insert into categories (id, slug, names, position)
    select bench_id('category' || n), 'category-' || n, jsonb_build_object('en', 'Category ' || n), n from generate_series(0, ${CATEGORIES - 1}) n`);
  await withoutTriggers(sql, async () => {
    await sql.query(`
      insert into item_categories (item_id, category_id)
      select id, bench_id('category' || ${skewed('nr', 32, CATEGORIES)}) from bench_items where nr % ${FILED_EACH} = 0 order by nr`);
  });
};

/** Products of all performers, half of them digital, each with a picture, a tag and a category. */
export const makeProducts = async ({ sql }: Sql, { products, performers }: WorldSize): Promise<void> => {
  await sql.query(
    `create unlogged table bench_products as
     select n as nr, bench_id_at('product' || n, at) as id, at, bench_id('person' || 1 + bench_draw(n, 33, ${performers})) as performer_id
     from (select n::int, now() - interval '3 years' * (1 - n / ${products}::float8) - interval '1 minute' as at
       from generate_series(1::bigint, ${products}) n) planned`,
  );
  const sentence = (factor: number): string => `(b.nr * ${factor}::bigint) % ${SENTENCES}`;
  await withoutTriggers(sql, async () => {
    await sql.query(`
      insert into items (id, kind, performer_id, title, audience, price_amount, state, created_at, updated_at, published_at)
      select b.id, 'product', b.performer_id, s.text, 'buyers', 100 + 50 * bench_draw(b.nr, 34, 200), 'active', b.at, b.at, b.at
      from bench_products b join bench_sentences s on s.nr = ${sentence(7919)} order by b.nr`);
    await sql.query(`
      insert into products (id, type, stock, updated_at)
      select id, case when nr % 2 = 0 then 'digital' else 'physical' end, case when nr % 2 = 1 then bench_draw(nr, 35, 100) end, at from bench_products order by nr`);
    await sql.query(
      `insert into product_shipping (product_id, country, price_amount) select id, '*', 500 from bench_products where nr % 2 = 1`,
    );
    await sql.query(`
      insert into item_contents (item_id, media_type, title, text, photo_count, media, tags)
      select b.id, 'photo', one.text, other.text, 1, ${mediaOf}, array[${tagOf('b.nr')}]
      from bench_products b join bench_sentences one on one.nr = ${sentence(7919)} join bench_sentences other on other.nr = ${sentence(104729)}
      order by b.nr`);
    await sql.query(`insert into item_counters (item_id, like_count) select id, bench_draw(nr, 36, 500) from bench_products order by nr`);
    await sql.query(`
      insert into item_categories (item_id, category_id) select id, bench_id('category' || ${skewed('nr', 37, CATEGORIES)}) from bench_products order by nr`);
  });
  await sql.query('drop table bench_products');
};
