import type { Stage } from '../stage.ts';
import { OF_EACH_FAN, PEOPLE, type WorldSize } from './size.ts';
import { withoutIndexes, withoutTriggers } from './tables.ts';

type Sql = Pick<Stage, 'sql'>;

/** The number of an open feed: of those with most likes and most comments. */
const openFeed = async ({ sql }: Sql, offset: number): Promise<number> => {
  const { rows } = await sql.query<{ nr: number }>(
    `select nr from bench_items where kind = 'feed' and audience = 'everyone' and performer > 2 order by nr desc offset $1 limit 1`,
    [offset],
  );
  return rows[0]!.nr;
};

/** New items are drawn far more often than old ones. */
const recentItem = (items: number, number: string, salt: number): string =>
  `${items} - floor(${items} * power(bench_draw(${number}, ${salt}, 1000000) / 1000000.0::float8, 3))::int`;

/** Subscriptions: many of each fan who asks, three of the others; one in ten has ended. */
export const makeSubscriptions = async ({ sql }: Sql, { performers, accounts, fans }: WorldSize): Promise<void> => {
  await sql.query(`
    insert into subscriptions (fan_id, performer_id, type, price_amount, started_at, created_at, updated_at, expires_at, paid_until)
    select bench_id('person' || fan), bench_id('person' || performer), 'yearly', 900, begun, begun, begun, ends, ends
    from (
      select fan, performer, now() - make_interval(mins => bench_draw(fan * 10007 + performer, 11, 200000)::int) as begun,
        case when bench_draw(fan * 10007 + performer, 12, 10) = 0 then now() - interval '1 hour' else now() + interval '1 year' end as ends
      from (
        select distinct fan, 1 + bench_draw(fan * 1000 + n, 13, ${performers}) as performer
        from generate_series(${performers + 1}::bigint, ${accounts}) fan
        cross join lateral generate_series(1, case when fan <= ${performers + fans} then ${Math.min(OF_EACH_FAN.subscriptions, performers)} else 3 end) n) pairs) dated`);
};

/** Follows, likes and bookmarks: many of one performer and one item, some of each fan who asks, the others drawn. */
export const makeReactions = async ({ sql }: Sql, size: WorldSize): Promise<void> => {
  const { performers, accounts, fans, items, popular, reactions } = size;
  const liked = await openFeed({ sql }, 100);
  const ofFans = fans * (OF_EACH_FAN.follows + OF_EACH_FAN.likes + OF_EACH_FAN.bookmarks);
  const rest = Math.max(0, reactions - 2 * popular - ofFans);
  const asker = `generate_series(${performers + 1}::bigint, ${performers + fans}) fan`;
  await withoutTriggers(sql, () =>
    withoutIndexes(sql, ['reactions'], async () => {
      await sql.query(`
        insert into reactions (account_id, action, object_type, object_id, created_at)
        select distinct on (1, 2, 4) bench_id('person' || fan), action, coalesce(i.kind, 'performer'), coalesce(i.id, bench_id('person' || drawn.performer)),
          now() - make_interval(mins => bench_draw(fan * 1000003 + coalesce(drawn.item, drawn.performer), 21, 500000)::int)
        from (
          select ${performers} + n as fan, 'follow' as action, ${PEOPLE.followed}::bigint as performer, null::bigint as item from generate_series(1::bigint, ${popular}) n
          union all select ${performers} + n, 'like', null, ${liked} from generate_series(1::bigint, ${popular}) n
          union all select fan, 'follow', 1 + bench_draw(fan * 1000 + n, 22, ${performers}), null from ${asker}, generate_series(1, ${OF_EACH_FAN.follows}) n
          union all select fan, 'like', null, ${recentItem(items, 'fan * 1000 + n', 23)} from ${asker}, generate_series(1, ${OF_EACH_FAN.likes}) n
          union all select fan, 'bookmark', null, ${recentItem(items, 'fan * 1000 + n', 24)} from ${asker}, generate_series(1, ${OF_EACH_FAN.bookmarks}) n
          union all select ${performers + 1} + bench_draw(n, 25, ${accounts - performers}), (array['follow', 'like', 'like', 'bookmark'])[(1 + n % 4)::int],
            case when n % 4 = 0 then 1 + bench_draw(n, 26, ${performers}) end, case when n % 4 > 0 then ${recentItem(items, 'n', 27)} end
          from generate_series(1::bigint, ${rest}) n) drawn
        left join bench_items i on i.nr = drawn.item
        order by 1, 2, 4`);
    }),
  );
};

/** Comments: most on one item, as many again spread over others. */
export const makeComments = async ({ sql }: Sql, { performers, accounts, items, comments }: WorldSize): Promise<void> => {
  const discussed = await openFeed({ sql }, 200);
  await withoutTriggers(sql, () =>
    withoutIndexes(sql, ['comments'], async () => {
      await sql.query(`
        insert into comments (id, item_id, author_id, content, created_at, updated_at)
        select bench_id_at('comment' || n, drawn.at), i.id, bench_id('person' || author), s.text || '.', drawn.at, drawn.at
        from (
          select n, now() - (${2 * comments} - n) * interval '5 seconds' - interval '1 minute' as at,
            case when n % 2 = 0 then ${discussed} else ${recentItem(items, 'n', 31)} end as item,
            ${performers + 1} + bench_draw(n, 32, ${accounts - performers}) as author
          from generate_series(1::bigint, ${2 * comments}) n) drawn
        join bench_items i on i.nr = drawn.item join bench_sentences s on s.nr = drawn.n % (select count(*) from bench_sentences)
        order by n`);
    }),
  );
};

/** The home feeds of the fans who ask, as the product writes them. */
export const makeTimelines = async ({ sql }: Sql, { performers, fans }: WorldSize): Promise<void> => {
  await sql.query(`
    insert into timelines (account_id, published_at, item_id, performer_id)
    select a.id, newest.published_at, newest.id, newest.performer_id
    from generate_series(${performers + 1}, ${performers + fans}) fan
    join accounts a on a.username = 'person' || fan
    cross join lateral (
      select each.published_at, each.id, each.performer_id
      from (select object_id as id from reactions where account_id = a.id and action = 'follow'
        union select performer_id from subscriptions where fan_id = a.id and expires_at > now()) known
      cross join lateral (
        (select i.published_at, i.id, i.performer_id from items i where i.performer_id = known.id and i.kind = 'feed' and i.state = 'active' and i.parent_id is null
         order by i.published_at desc, i.id desc limit ${OF_EACH_FAN.timeline})
        union all
        (select i.published_at, i.id, i.performer_id from items i where i.performer_id = known.id and i.kind = 'gallery' and i.state = 'active' and i.parent_id is null
         order by i.published_at desc, i.id desc limit ${OF_EACH_FAN.timeline})) each
      order by each.published_at desc, each.id desc limit ${OF_EACH_FAN.timeline}) newest`);
};
