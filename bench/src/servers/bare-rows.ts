import Fastify from 'fastify';
import pg from 'pg';
import { tellUsage } from './usage.ts';

// The limit for lists and single rows of the bench world: bare Fastify and one prepared query of the same rows, without session, rules or
// views. Where the product keeps answers to visitors for two seconds, this server does too.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20, application_name: 'peer' });
const app = Fastify();

const ITEM = `i.id, c.media_type, c.title, c.text, c.media, c.preview, c.photo_count, n.like_count, n.comment_count, n.unlock_count, i.published_at,
  i.audience, i.price_amount, i.price_version, a.username, a.name, a.avatar_key, p.craft, p.city`;
const OF_ITEM = `join item_contents c on c.item_id = i.id join item_counters n on n.item_id = i.id
  join accounts a on a.id = i.performer_id join performers p on p.account_id = i.performer_id`;
const CARD =
  'a.id, a.username, a.name, a.avatar_key, (select s.last_seen_at from presence s where s.account_id = a.id) as last_seen_at, p.craft, p.city, p.country, p.monthly_price_amount, f.variants, f.thumbhash';
const OF_CARD = 'join accounts a on a.id = p.account_id left join files f on f.id = p.cover_file_id';
const NEWEST = 'order by i.published_at desc, i.id desc';

/** The newest 20 of posts or products, with what they are shown with. @param condition over `items i` and `item_contents c` */
const newest = (condition: string, order = NEWEST): string =>
  `select ${ITEM} from items i ${OF_ITEM} where i.kind = 'feed' and i.state = 'active' and i.parent_id is null and ${condition} ${order} limit 20`;
const products = (condition: string, order = NEWEST): string =>
  `select ${ITEM}, d.type, d.stock from items i join products d on d.id = i.id ${OF_ITEM}
    where i.kind = 'product' and i.state = 'active' and i.parent_id is null and ${condition} ${order} limit 20`;
/** Of those with words, which the index over words finds first. @param query text of a query over words */
const newestWith = (query: string, condition = 'true', order = NEWEST): string =>
  `with found as materialized (select item_id from item_contents where item_document(title, text, media_type) @@ to_tsquery('simple', ${query}))
    select ${ITEM} from found join items i on i.id = found.item_id and i.kind = 'feed' and i.state = 'active' ${OF_ITEM} where ${condition} ${order} limit 20`;
/** Two values, as `word~other`. */
const [FIRST, SECOND] = [`split_part($1, '~', 1)`, `split_part($1, '~', 2)`];
const filed = (category: string): string =>
  `exists (select from item_categories g where g.item_id = i.id and g.category_id = ${category}::uuid)`;

/** Searches of `searches.ts`. */
const SEARCHES: Record<string, string> = {
  'exact-words': newestWith('$1'),
  prefix: newestWith(`$1 || ':*'`),
  'word-in-category': newestWith(FIRST, filed(SECOND)),
  'word-for-sale': newestWith('$1', `i.audience <> 'everyone' and i.price_amount is not null`),
  'word-most-liked': newestWith('$1', 'true', 'order by n.like_count desc, i.published_at desc'),
  'frequent-in-category': newest(`item_document(c.title, c.text, c.media_type) @@ to_tsquery('simple', ${FIRST}) and ${filed(SECOND)}`),
  'of-category': newest(filed('$1')),
  'of-tag': newest('c.tags @> array[$1]'),
  'access-free': newest(`i.audience = 'everyone' and i.kind = $1`),
  'access-subscribers': newest(`i.audience in ('followers', 'subscribers') and i.kind = $1`),
  'access-sale': newest(`i.audience <> 'everyone' and i.price_amount is not null and i.kind = $1`),
  'of-media': newest('c.media_type = $1'),
  'products-of-type': products('d.type = $1'),
  'cheapest-products': products('d.type = $1', 'order by i.price_amount, i.published_at'),
  'products-with-word': products(`item_document(c.title, c.text, c.media_type) @@ to_tsquery('simple', ${FIRST}) and d.type = ${SECOND}`),
};

/** The ranking of performers with a filter. @param condition over `performers p` */
const discovered = (condition: string): string =>
  `select ${CARD} from performer_counters q join performers p on p.account_id = q.performer_id ${OF_CARD}
    where p.state = 'approved' and ${condition} order by q.place, q.score desc, q.performer_id limit 24`;

/** Lists of `discover.ts`. */
const DISCOVER: Record<string, string> = {
  'discover-all': discovered(`$1 = 'all'`),
  'discover-country': discovered('p.country = $1'),
  'discover-gender': discovered('p.gender = $1'),
  'discover-language': discovered('p.languages @> array[$1]'),
  'discover-online': discovered(
    `$1 = 'true' and p.account_id in (select s.account_id from presence s where s.seen_hour >= now() - interval '65 minutes' and s.last_seen_at > now() - interval '5 minutes')`,
  ),
  'discover-hairColor': discovered(`p.attributes @> jsonb_build_object('hairColor', $1::text)`),
  'discover-bodyType': discovered(`p.attributes @> jsonb_build_object('bodyType', $1::text)`),
};

/** By path; `$1` is what follows it. */
const STATEMENTS: Record<string, string> = {
  ...SEARCHES,
  ...DISCOVER,
  home: `select ${ITEM} from timelines t join items i on i.id = t.item_id ${OF_ITEM}
    where t.account_id = $1 order by t.published_at desc, t.item_id desc limit 20`,
  post: `select ${ITEM} from items i ${OF_ITEM} where i.id = $1`,
  profile: `select ${CARD}, a.created_at, p.bio, p.gender, p.languages, p.yearly_price_amount, p.price_version, p.trial_days, q.view_count, q.follower_count,
    q.subscriber_count, q.post_count from performers p ${OF_CARD} join performer_counters q on q.performer_id = p.account_id where a.username = $1`,
  'posts-of': `select ${ITEM} from items i ${OF_ITEM} where i.performer_id = $1 and i.kind = 'feed' and i.state = 'active' and i.parent_id is null
    order by i.pinned_at desc nulls last, i.published_at desc, i.id desc limit 12`,
  newest: `select ${ITEM} from items i ${OF_ITEM} where i.kind = 'feed' and i.state = 'active' and i.parent_id is null and $1 = 'all' ${NEWEST} limit 12`,
  comments: `select c.*, a.username, a.name, a.avatar_key, a.role from comments c join accounts a on a.id = c.author_id
    where c.item_id = $1 and c.parent_id is null and c.deleted_at is null order by c.id desc limit 12`,
  subscriptions: `select s.id, s.type, s.state, s.price_amount, s.started_at, s.expires_at, ${CARD} from subscriptions s join performers p on p.account_id = s.performer_id ${OF_CARD}
    where s.fan_id = $1 order by s.created_at desc, s.id desc limit 12`,
  reactions: `select r.action, r.object_type, r.object_id, r.created_at, i.title, a.username, a.name, a.avatar_key from reactions r
    left join items i on i.id = r.object_id left join accounts a on a.id = coalesce(i.performer_id, r.object_id)
    where r.account_id = $1 order by r.created_at desc limit 12`,
  bookmarks: `select ${ITEM}, r.created_at from reactions r join items i on i.id = r.object_id and i.kind = 'feed' ${OF_ITEM}
    where r.account_id = $1 and r.action = 'bookmark' and r.object_type = 'feed' order by r.created_at desc limit 12`,
  performers: `select ${CARD} from performers p ${OF_CARD} join performer_counters q on q.performer_id = p.account_id where p.words @@ to_tsquery('simple', $1 || ':*') and p.state = 'approved'
    order by ts_rank(p.words, to_tsquery('simple', $1 || ':*')) desc, q.follower_count desc limit 12`,
  'rare-word': `with found as materialized (select item_id from item_contents where item_document(title, text, media_type) @@ to_tsquery('simple', $1 || ':*'))
    select ${ITEM} from found join items i on i.id = found.item_id and i.kind = 'feed' and i.state = 'active' ${OF_ITEM} ${NEWEST} limit 12`,
  'frequent-word': `with found as materialized (select i.* from items i join item_contents c on c.item_id = i.id
      where i.kind = 'feed' and i.state = 'active' and i.parent_id is null and item_document(c.title, c.text, c.media_type) @@ to_tsquery('simple', $1 || ':*')
      ${NEWEST} limit 12)
    select ${ITEM} from found i ${OF_ITEM} ${NEWEST}`,
  ranking: `select ${CARD} from performer_counters q join performers p on p.account_id = q.performer_id ${OF_CARD} where p.state = 'approved' and $1 = 'featured'
    order by q.place, q.score desc, q.performer_id limit 12`,
  'own-posts': `select ${ITEM}, i.state, i.created_at from items i ${OF_ITEM} where i.performer_id = $1 and i.kind = 'feed' and i.parent_id is null
    order by i.id desc limit 12`,
  earnings: `select t.created_at::date as day, t.kind, sum(t.net_amount) as net from ledger.transactions t
    where t.seller_id = $1 and t.created_at > now() - interval '400 days' group by 1, 2`,
  overview: `select (select count(*) from performers where state = $1) as waiting, (select count(*) from takedown_notices where state = 'open') as notices,
    (select count(*) from streams where state = 'live') as shows`,
};

const read = async (name: string, text: string, value: string): Promise<string> => {
  const { rows } = await pool.query({ name, text, values: [value] });
  return JSON.stringify({ data: rows });
};
const serve = (path: string, answer: (value: string) => Promise<string>): void => {
  app.get<{ Params: { value: string } }>(path, async (request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(await answer(request.params.value)),
  );
};
for (const [name, text] of Object.entries(STATEMENTS)) serve(`/${name}/:value`, (value) => read(name, text, value));

// By offset: each with its own statement, since a bound one would be planned for any.
for (let offset = 20; offset <= 400; offset += 20) {
  const name = `home-${offset}`;
  serve(`/${name}/:value`, (value) => read(name, `${STATEMENTS['home']} offset ${offset}`, value));
}

const KEPT_MS = 2000;
const kept = new Map<string, { answer: Promise<string>; until: number }>();
serve('/kept-profile/:value', (value) => {
  const now = Date.now();
  const known = kept.get(value);
  if (known && known.until > now) return known.answer;
  const answer = read('profile', STATEMENTS['profile']!, value);
  kept.set(value, { answer, until: now + KEPT_MS });
  return answer;
});

const url = await app.listen({ port: 0, host: '127.0.0.1' });
tellUsage();
process.send!({ url });
process.on('SIGTERM', () => void app.close().then(() => pool.end().then(() => process.exit(0))));
