import { openWorld } from './world/world.ts';
const world = await openWorld(1);
try {
  const q = async (text: string) => {
    const { rows } = await world.sql.query(text);
    for (const r of rows) console.log(r['QUERY PLAN']);
  };
  for (const kind of ['product', 'reel', 'feed']) {
    const l = { product: 'd', reel: 'r', feed: 'f' }[kind];
    console.log('----', kind);
    await q(
      `explain (analyze, buffers) select i.id, i.published_at, i.performer_id from (select s.item_id from item_search s where s.words @@ '''a${l}firororo'':*'::tsquery offset 0) s join items i on i.id = s.item_id where i.state = 'active' and i.parent_id is null and i.kind = '${kind}' order by i.published_at desc, i.id desc limit 1000`,
    );
  }
  console.log(
    (
      await world.sql.query(
        `select indexrelid::regclass::text n, pg_size_pretty(pg_relation_size(indexrelid)) s from pg_index where indrelid in ('item_search'::regclass, 'item_contents'::regclass)`,
      )
    ).rows,
  );
  console.log(
    (await world.sql.query(`select pg_size_pretty(pg_table_size('item_search')) t, pg_size_pretty(pg_table_size('item_contents')) c`)).rows,
  );
} finally {
  await world.close();
}
