import { sql } from 'kysely';
import type pg from 'pg';
import { openPool } from '../platform/testing/database.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from './factories.ts';
import { fillSearch } from './fill-search.ts';
import { createGallery, createPhoto } from './gallery-fixtures.ts';
import { createReel, createVideo } from './video-fixtures.ts';
import { createProduct } from './shop.ts';
import type { TestApp } from './test-app.ts';

/** Rows of each kind that the fixture makes. */
export const ROWS = 6;

/** What the searched rows are named; one of them also contains this text of LIKE's wildcards. */
export const NEEDLE = 'needle';
export const LITERAL = '50%_off';

export interface ListCast {
  admin: Person;
  star: Person;
  fan: Person;
  /** A public show's conversation. */
  conversationId: string;
  /** The star's private conversation with one of the fans. */
  privateId: string;
  /** A post with comments, and one of those with replies. */
  feedId: string;
  commentId: string;
}

type Query = (text: string, values?: unknown[]) => Promise<pg.QueryResult<Record<string, unknown>>>;

/**
 * Copies one row of a table several times.
 * @param changes SQL of a JSON object with the changed columns of copy `n`
 */
const copyRow = async (query: Query, table: string, id: { column: string; value: string }, changes: string): Promise<void> => {
  const { rows } = await query(
    `select string_agg(quote_ident(attname), ', ') as plain, string_agg('r.' || quote_ident(attname), ', ') as copied
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
    [table],
  );
  const { plain, copied } = rows[0] as { plain: string; copied: string };
  await query(
    `insert into ${table} (${plain}) select ${copied} from ${table} t cross join generate_series(1, ${ROWS}) n
     cross join lateral jsonb_populate_record(t, ${changes}) r where t.${id.column} = $1`,
    [id.value],
  );
};

const NAME = `case n when 1 then '${LITERAL} ${NEEDLE}' else '${NEEDLE} ' || n end`;

/** Accounts like a real one, `needlefan1` … */
const copyAccounts = (query: Query, from: Person, prefix: string, name = NAME): Promise<void> =>
  copyRow(
    query,
    'accounts',
    { column: 'id', value: from.id },
    `jsonb_build_object('id', uuidv7(), 'username', '${prefix}' || n, 'username_skeleton', '${prefix}' || n,
      'email', '${prefix}' || n || '@example.org', 'name', ${name})`,
  );

const makePeople = async (query: Query, { star, fan }: ListCast): Promise<void> => {
  await copyAccounts(query, fan, `${NEEDLE}fan`);
  for (const [prefix, state] of [
    [`${NEEDLE}star`, 'approved'],
    ['applicant', 'pending'],
  ]) {
    await copyAccounts(query, star, prefix!, state === 'approved' ? NAME : `'Applicant ' || n`);
    for (let n = 1; n <= ROWS; n += 1)
      await query(
        `insert into performers (account_id, country, first_name, last_name, gender, state, decided_at, craft, featured_position,
           commission_overrides)
         select id, 'PT', 'A', 'B', 'female', $2::text, case $2::text when 'approved' then now() - $3::int * interval '1 day' end, 'Painter',
           case when $2::text = 'approved' and $3::int < 4 then $3::int end, case $3::int when 1 then '{}' else '{"tokenTipCommission": 1000}' end::jsonb
         from accounts where username = $1`,
        [`${prefix}${n}`, state, n],
      );
    await query(
      `update performer_counters set subscriber_count = substring(a.username from '\\d+$')::int % 3
       from accounts a where a.id = performer_id and a.username ~ ('^' || $1 || '\\d+$')`,
      [prefix],
    );
  }
};

/** Content, comments, products and shows. */
const makeContents = async (query: Query, { admin, star, fan, conversationId }: ListCast): Promise<void> => {
  const fans = `select id, row_number() over (order by id)::int as n from accounts where username like '${NEEDLE}fan%'`;
  const stars = `select id, row_number() over (order by id)::int as n from accounts where username like '${NEEDLE}star%'`;
  const days = `interval '1 day'`;
  await query(`insert into blocks (performer_id, account_id, reason) select $1, id, 'no' from (${stars}) s`, [star.id]);
  await query(`insert into mutes (account_id, performer_id) select $1, id from (${stars}) s`, [fan.id]);
  for (const [party, people] of [
    ['$1::uuid, p.id', stars],
    [`p.id, '${star.id}'::uuid`, fans],
  ])
    await query(
      `insert into subscriptions (fan_id, performer_id, type, state, price_amount, expires_at, paid_until)
       select ${party}, 'monthly', 'active', 100, now() + n % 4 * ${days} + ${days}, now() + n % 4 * ${days} + ${days}
       from (${people}) p where $1::uuid is not null`,
      [fan.id],
    );
  // Interrupted, and expected back tomorrow: the sweep of shows leaves them alone.
  await query(
    `insert into streams (performer_id, type, state, title, started_at, interrupted_at, viewer_count)
     select id, 'public', 'interrupted', 'Open', now(), now() + ${days}, n % 3 from (${stars}) s`,
  );
  await query(
    `insert into streams (performer_id, type, state, title, started_at, ended_at, end_reason, published_ms)
     select $1, 'public', 'ended', ${NAME}, now(), now(), 'performer', n * 1000 from generate_series(1, ${ROWS}) n`,
    [star.id],
  );
  await query(
    `insert into items (id, kind, performer_id, title, audience, state, published_at)
     select s.id, 'stream', s.performer_id, s.title, 'everyone', case when s.ended_at is null then 'active' else 'deleted' end, now()
     from streams s where s.type = 'public' and not exists (select from items i where i.id = s.id)`,
  );
  await query(
    `insert into planned_shows (performer_id, title, starts_at) select $1, ${NAME}, now() + n % 5 * ${days} + ${days} from generate_series(1, ${ROWS}) n`,
    [star.id],
  );
  await query(
    `with asked as (
       insert into stream_requests (performer_id, fan_id, price_amount, token_value, commission_rate, minimum_minutes, held_amount, expires_at)
       select $1, id, 200, 100, 2500, 3, 600, now() + ${days} from (${stars}) s where id <> $1 returning id)
     insert into conversations (type, performer_id, stream_id, source, source_id) select 'stream_private', $1, id, 'stream', id from asked`,
    [star.id],
  );
  await query(`insert into messages (conversation_id, sender_id, text) select $1, $2, 'Hello ' || n from generate_series(1, ${ROWS}) n`, [
    conversationId,
    fan.id,
  ]);
  await query(
    `insert into files (owner_id, purpose, kind, state, content_type, bytes, sha256, original_key, name, attached_at)
     select $1, 'media', 'image', 'ready', 'image/jpeg', 10, 'list' || n, 'list/' || n, ${NAME}, now() from generate_series(1, ${ROWS}) n`,
    [star.id],
  );
  for (const state of ['pending', 'approved'])
    await query(
      `insert into participants (performer_id, legal_name, stage_name, date_of_birth, identity_file_id, release_file_id, state, decided_at)
       select $1, case $2 when 'pending' then ${NAME} else 'Ann ' || n end, '', '1990-01-01', f.id, f.id, $2,
         case $2 when 'approved' then now() - n % 4 * ${days} end
       from generate_series(1, ${ROWS}) n cross join (select id from files where purpose = 'document' limit 1) f`,
      [star.id, state],
    );
  for (const state of ['open', 'upheld'])
    await query(
      `insert into takedown_notices (reference, url, reason, statement, name, email, state, decided_at)
       select $1 || n, '/x', 'other', 'Please look.', 'Ann', 'ann@example.org', $1, case $1 when 'upheld' then now() - n % 4 * ${days} end
       from generate_series(1, ${ROWS}) n`,
      [state],
    );
  for (const owner of [star.id, null])
    await query(
      `insert into gifts (performer_id, name, price_amount, image, position)
       select $1::uuid, ${NAME}, 100, 'rose', n from generate_series(1, ${ROWS}) n`,
      [owner],
    );
  await query(
    `insert into emojis (code, name, symbol, position) select '${NEEDLE}-' || n, ${NAME}, '🎈', 100 + n from generate_series(1, ${ROWS}) n`,
  );
  await query(
    `with act as (
       insert into bulk_acts (act, actor_id, state, row_count, done_count, started_at, ended_at)
       select 'accounts.restore', $1, 'done', 1, 1, now(), now() from generate_series(1, ${ROWS}) returning id)
     insert into bulk_act_rows (bulk_act_id, object_id, state) select id, $1, 'done' from act`,
    [admin.id],
  );
  await query(`insert into data_exports (account_id, state) select $1, 'failed' from generate_series(1, ${ROWS})`, [fan.id]);
  await query(
    `insert into passkeys (account_id, credential_id, public_key, name, is_synced)
     select $1, sha256(('key' || n)::bytea), '', 'Key ' || n, false from generate_series(1, ${ROWS}) n`,
    [fan.id],
  );
  await query(
    `insert into sessions (account_id, token_hash, expires_at, logged_in_at, last_seen_at, ip, user_agent)
     select $1, sha256(('list' || n)::bytea), now() + ${days}, now() - n * ${days}, now() - (n * 5 % 7) * interval '1 hour', '', ''
     from generate_series(1, ${ROWS}) n`,
    [fan.id],
  );
  await query(`insert into audit_log (actor_id, action, object_kind, object_id) select $1, 'lists.made', 'account', id from (${fans}) f`, [
    admin.id,
  ]);
};

/** A private conversation of the star with each fan, of some messages. @returns the first one's id */
const makeConversations = async (query: Query, { star }: ListCast): Promise<string> => {
  await query(
    `insert into conversations (type, performer_id, fan_id, source, source_id)
     select 'private', $1, id, 'performer', $1 from accounts where username like '${NEEDLE}fan%'`,
    [star.id],
  );
  await query(
    `insert into messages (conversation_id, sender_id, text, created_at)
     select c.id, c.fan_id, 'Hello ' || n, now() - (get_byte(uuid_send(c.id), 15) * 100 - n) * interval '1 minute'
     from conversations c cross join generate_series(1, ${ROWS}) n where c.type = 'private'`,
  );
  await query(
    `update conversations c set last_message_id = m.id, last_message_at = m.created_at from messages m
     where m.conversation_id = c.id and c.type = 'private' and m.text = 'Hello ${ROWS}'`,
  );
  await query(
    `insert into conversation_members (conversation_id, account_id, peer_id, last_message_at)
     select c.id, c.performer_id, c.fan_id, c.last_message_at from conversations c where c.type = 'private'
     union all select c.id, c.fan_id, c.performer_id, c.last_message_at from conversations c where c.type = 'private'`,
  );
  const { rows } = await query(`select id from conversations where type = 'private' order by id limit 1`);
  return (rows[0] as { id: string }).id;
};

/** Settings, pages and statements of gateways. */
const makeSite = async (query: Query, { admin, star, fan }: ListCast): Promise<void> => {
  const each = `generate_series(1, ${ROWS}) n`;
  await query(`insert into setting_changes (key, old_value, new_value, changed_by) select 'siteName', '"a"', '"b"', $1 from ${each}`, [
    admin.id,
  ]);
  await query(
    `insert into pages (slug, title, content, is_published)
     select '${NEEDLE}-' || n, jsonb_build_object('en', ${NAME}), '{"en": "Text"}', true from ${each}`,
  );
  await query(`insert into promos (title, position) select jsonb_build_object('en', 'Promo ' || n), n from ${each}`);
  await query(
    `insert into payout_requests (performer_id, state, method, destination, amount, fee_amount, currency, sealed_at, details_changed_at, cutoff_at, paid_at, created_at, updated_at)
     select performer_id, 'paid', 'paypal', 'a••••@example.org', 2400, 0, 'USD', now(), now(), now(), now(), now(), now() from (
       select $1::uuid as performer_id from ${each} union all select id from accounts where username like '${NEEDLE}star%') x`,
    [star.id],
  );
  await query(
    `insert into payout_requests (performer_id, state, method, destination, amount, fee_amount, currency, sealed_at, details_changed_at, cutoff_at, created_at, updated_at)
     select id, 'pending', 'paypal', 'a••••@example.org', 2400, 0, 'USD', now(), now(), now(), now(), now() from accounts where username like 'applicant%'`,
  );
  await query(`insert into payout_batches (method, created_by, created_at, updated_at) select 'paypal', $1, now(), now() from ${each}`, [
    admin.id,
  ]);
  await query(`insert into coupons (code, name, percent, item_kinds) select 'LIST' || n, ${NAME}, 1000, array['video'] from ${each}`);
  await query(
    `insert into offer_links (performer_id, code, name, kind, plan, days, only_new)
     select $1, 'list' || n, ${NAME}, 'trial', 'monthly', 5, true from ${each}`,
    [star.id],
  );
  await query(
    `insert into wallet_packages (name, tokens_amount, price_amount, position) select 'Package ' || n, 1000 * n, 900 * n, 100 + n from ${each}`,
  );
  await query(
    `insert into gateway_events (gateway, event_key, event, payload, outcome, payment_id)
     select 'sandbox', 'list' || n, 'approved', '{}', 'unknownOrder', '${NEEDLE}-' || n from ${each}`,
  );
  await query(
    `insert into gateway_rejections (gateway, day, outcome, reason, sender, first_at, last_at)
     select 'sandbox', current_date - n, 'forged', 'signature', '192.0.2.' || n, now(), now() from ${each}`,
  );
  await query(
    `insert into orders (kind, buyer_id, tokens_amount, money_amount, currency, token_value, method, gateway, created_at, expires_at)
     select 'topUp', $1, 100 * n, 100 * n, 'USD', 100, 'card', 'sandbox', now() - n * interval '1 hour', now() + interval '1 day' from ${each}`,
    [fan.id],
  );
  await query(
    `insert into gateway_refunds (key, gateway, payment_id, order_id, amount, currency, state)
     select 'list' || n, 'sandbox', 'payment' || n, (select id from orders order by id limit 1), 100 * n, 'USD',
       case n % 2 when 0 then 'failed' else 'byOwner' end from ${each}`,
  );
  await query(
    `insert into gateway_cancellations (gateway, subscription_id, asked_by, asked_at, order_id)
     select 'sandbox', 'list' || n, 'site', now() - n * interval '1 hour', (select id from orders order by id limit 1) from ${each}`,
  );
  await query(
    `insert into card_pauses (kind, subject, account_id, reason, until, created_at, updated_at)
     select 'account', $1::text, $1::uuid, 'declines', now() - n * interval '1 hour', now(), now() from ${each}`,
    [fan.id],
  );
  await query(`insert into ledger_checks (ok, checks, took_ms, actor_id) select true, '[]', n, $1 from ${each}`, [admin.id]);
};

/** Posts, drafts and galleries of the star; the fan buys, saves, likes and discusses them. */
const makeItems = async (app: TestApp, query: Query, { star, fan }: ListCast): Promise<Pick<ListCast, 'feedId' | 'commentId'>> => {
  await topUp(app, fan, 100);
  const feedIds: string[] = [];
  for (let n = 1; n <= ROWS; n += 1) {
    const title = n === 1 ? `${LITERAL} ${NEEDLE}` : `${NEEDLE} ${n}`;
    const terms = n % 2 === 0 ? ({ audience: 'buyers', price: n } as const) : {};
    feedIds.push(await createFeed(star, { photos: 0, title, ...terms }));
    await star.client.call('POST /performer/feeds/draft', { body: { text: 'Not yet.', title: `${NEEDLE} draft ${n}` } });
    const { _id: galleryId } = await createGallery(star, { title, audience: 'buyers', price: 1 + (n % 3) });
    await fan.client.call('POST /payment-wallet/purchase-gallery', { body: { galleryId } });
    await createPhoto(star, { title });
    await createReel(star, title);
    const { _id: videoId } = await createVideo(star, { title, audience: 'buyers', price: 1 + (n % 3) });
    await app.settle();
    await fan.client.call('POST /payment-wallet/purchase-video', { body: { videoId } });
    for (const action of ['favourite', 'watchLater'] as const)
      await fan.client.call('POST /reactions', { body: { objectType: 'video', objectId: videoId, action } });
    await query(
      `insert into video_ranks (period, item_id, score) select period, $1, $2 from unnest(array['day', 'week', 'month', 'all']) period`,
      [videoId, n % 4],
    );
    for (const action of ['like', 'bookmark'] as const)
      await fan.client.call('POST /reactions', { body: { objectType: 'feed', objectId: feedIds.at(-1)!, action } });
  }
  const feedId = feedIds[0]!;
  const comment = (objectType: 'feed' | 'comment', objectId: string, content: string) =>
    fan.client.call('POST /comments', { body: { objectType, objectId, content }, files: {} });
  const { _id: commentId } = await comment('feed', feedId, 'What is it?');
  for (let n = 1; n <= ROWS; n += 1) {
    await comment('feed', feedId, `Comment ${n}`);
    const { _id: replyId } = await comment('comment', commentId, `Reply ${n}`);
    await fan.client.call('POST /reactions', { body: { objectType: 'comment', objectId: replyId, action: 'like' } });
  }
  await app.settle();
  await query(`update item_counters set like_count = get_byte(uuid_send(item_id), 15) % 3`);
  return { feedId, commentId };
};

/** Categories, items in review, reports of what is the star's, complaints about what it sent. */
const makeCatalog = async (query: Query, { star, admin, fan }: ListCast): Promise<void> => {
  const each = `generate_series(1, ${ROWS}) n`;
  await query(
    `with made as (
       insert into items (id, kind, performer_id, title, audience, state)
       select uuidv7(), 'feed', $1::uuid, '${NEEDLE} review ' || n, 'everyone', 'review' from ${each} returning id, title
     ), counted as (insert into item_counters (item_id) select id from made
     ), told as (insert into item_contents (item_id, title, media_type) select id, title, 'text' from made)
     insert into item_reviews (item_id, requested_at)
     select id, now() - interval '1 hour' * row_number() over (order by reverse(id::text)) from made`,
    [star.id],
  );
  await query(
    `with made as (
       insert into files (owner_id, purpose, kind, state, content_type, bytes, sha256, original_key, name, hashed_at)
       select $1::uuid, 'avatar', 'image', 'ready', 'image/png', 1, 'copied-' || n, 'copied-' || n, ${NAME}, now() from ${each} returning id, sha256
     )
     insert into copy_matches (file_id, sha256, object_kind, object_id, reason, distance, frames, at_ms, created_at)
     select id, sha256, 'item', uuidv7(), '', 7, 1, 0, now() - interval '1 hour' * row_number() over (order by reverse(id::text)) from made`,
    [star.id],
  );
  await query(`insert into categories (slug, names, position) select 'list-' || n, jsonb_build_object('en', ${NAME}), n from ${each}`);
  await query(
    `insert into restrictions (reference, account_id, measure, object_type, object_id, title, reason, ground, source, decided_by, appeal_until, appeal_state,
       appealed_at, appeal_due_at)
     select 'MEASURE' || n, $1::uuid, 'removed', 'comment', uuidv7(), ${NAME}, 'spam', 'terms', 'report', $2::uuid, now() + interval '1 day', 'open',
       now() - (n * 7 % 5) * interval '1 minute', now() + (n * 7 % 5) * interval '1 minute' from ${each}`,
    [star.id, admin.id],
  );
  await query(
    `with sent as (
       insert into reports (reference, reporter_id, object_type, object_id, owner_id, title, reason, state, outcome, decided_by, decided_at)
       select 'SENT' || n, $3::uuid, 'comment', uuidv7(), $1::uuid, ${NAME}, 'spam', 'rejected', 'none', $2::uuid, now() from ${each} returning id)
     insert into complaints (report_id, text, state, decided_by, decided_at)
     select id, 'Look again.', 'rejected', $2::uuid, now() + row_number() over (order by reverse(id::text)) * interval '1 minute' from sent`,
    [star.id, admin.id, fan.id],
  );
  const decided = `'upheld', 'takenDown', $2, now()`;
  for (const [key, state, appeal] of [
    ['OPEN', `'open', null, null::uuid, null`, 'null::uuid'],
    ['UPHELD', decided, 'null::uuid'],
    ['APPEALED', decided, `(select x.id from restrictions x where x.reference = 'MEASURE' || n)`],
  ])
    await query(
      `insert into reports (reference, reporter_id, object_type, object_id, owner_id, title, reason, state, outcome, decided_by, decided_at,
         restriction_id)
       select '${key}' || n, id, 'comment', uuidv7(), $1::uuid, ${NAME}, 'spam', ${state}, ${appeal}
       from (select id, row_number() over (order by id)::int as n from accounts where username like '${NEEDLE}fan%') f where $2::uuid is not null`,
      [star.id, admin.id],
    );
  await query(
    `update order_lines set product_type = 'physical', delivery = 'shipped', complaint_state = 'open', complained_at = created_at
     where seller_id = $1`,
    [star.id],
  );
};

/** Top-ups, tips and sales by the application's own calls; chargebacks of the top-ups as the ledger's rows alone. */
const makeMoney = async (app: TestApp, query: Query, { star, fan }: ListCast): Promise<void> => {
  for (let n = 0; n < ROWS; n += 1) {
    await topUp(app, fan, 20);
    await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 1 + n } });
    const productId = await createProduct(app, star, {
      price: 2,
      name: n === 0 ? `Print ${LITERAL}` : n < 3 ? `Print ${NEEDLE} ${n}` : `Print ${n}`,
    });
    await fan.client.call('POST /payment-wallet/purchase-products', { body: { products: [{ productId }] } });
  }
  await app.settle();
  await query(
    `insert into ledger.transactions (key, kind, reference_kind, reference_id, buyer_id, created_at)
     select 'list ' || o.id, 'chargeback', 'order', o.id, o.buyer_id, now() - row_number() over () * interval '1 minute'
     from orders o where o.kind = 'topUp' and o.buyer_id = $1`,
    [fan.id],
  );
};

/** Gives a table's rows dates in an order of their own, different for each column. */
const spreadDates = async (query: Query, table: string, columns: readonly string[]): Promise<void> => {
  const dates = columns.map(
    (column) => `${column} = now() - ('x' || substr(md5(ctid::text || '${column}'), 1, 6))::bit(24)::int * interval '10 milliseconds'`,
  );
  await query(`update ${table} set ${dates.join(', ')}`);
};

/** A site with some rows of everything that lists list. */
export const makeLists = async (app: TestApp, tables: ReadonlyMap<string, readonly string[]>): Promise<ListCast> => {
  const admin = await createAdmin(app);
  const star = await createPerformer(app, { admin });
  const fan = await createFan(app);
  const { session } = await star.client.call('POST /streaming/live', { body: { title: 'Evening practice' } });
  const cast: ListCast = { admin, star, fan, conversationId: session.conversationId, privateId: '', feedId: '', commentId: '' };
  const pool = openPool({ connectionString: app.testDatabase.ownerUrl, max: 1 });
  const query: Query = (text, values) => pool.query(text, values);
  try {
    await makePeople(query, cast);
    // Triggers are off: these rows make no notifications, and the ledger accepts chargebacks without entries.
    await query(`set session_replication_role = replica`);
    await makeContents(query, cast);
    await makeSite(query, cast);
    await makeMoney(app, query, cast);
    await makeCatalog(query, cast);
    Object.assign(cast, await makeItems(app, query, cast));
    cast.privateId = await makeConversations(query, cast);
    for (const [table, columns] of tables) await spreadDates(query, table, columns);
  } finally {
    await pool.end();
  }
  await fillSearch(app);
  // Words with a wildcard in them aren't taken for misspelt ones.
  await app.settle();
  await sql`delete from known_words`.execute(app.platform.database);
  return cast;
};
