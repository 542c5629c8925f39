import type { ListCast } from './list-fixtures.ts';

type Query = (text: string) => Promise<unknown>;

const PERFORMERS = 50;

/**
 * Lets a site grow: items, half of them the star's; what the fan liked, saved, bought and paid; comments on one post; people, who follow and
 * subscribe to the star, and write to them. Rows are written with triggers and foreign keys off.
 *
 * @param from numbers of the items to add: this one, and those below `to`
 * @param to a multiple of 100, as `from` is
 */
export const growWorld = async (
  query: Query,
  { admin, star, fan, conversationId, feedId, commentId }: ListCast,
  from: number,
  to: number,
) => {
  const each = (share = 1) => `generate_series(${from / share}, ${to / share - 1}) n`;
  // A UUID by its version and variant, as the calls check ids (RFC 9562, 4).
  const id = (what: string, number = 'n') =>
    `overlay(overlay(md5('${what}' || ${number}) placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid`;
  const performer = `case when n % 2 = 0 then '${star.id}'::uuid else ${id('performer', `n % ${PERFORMERS}`)} end`;
  const at = `now() - n * interval '3 min'`;
  const people = (what: string, role: string, range: string) => [
    `insert into accounts (id, role, username, username_skeleton, email, password_hash, name)
     select ${id(what)}, '${role}', '${what}' || n, '${what}' || n, '${what}' || n || '@example.org', '-', '${what} ' || n from ${range}`,
    ...['presence', 'last_seen_times'].map(
      (table) => `insert into ${table} (account_id, last_seen_at) select ${id(what)}, ${at} from ${range}`,
    ),
  ];
  const statements = [
    'set session_replication_role = replica',
    ...(from === 0
      ? [
          ...people('performer', 'performer', `generate_series(0, ${PERFORMERS - 1}) n`),
          `insert into performers (account_id, state, first_name, last_name, country, gender, craft, decided_at)
           select ${id('performer')}, 'approved', 'A', 'B', 'PT', 'female', 'Painter', now() from generate_series(0, ${PERFORMERS - 1}) n`,
          `insert into performer_counters (performer_id) select ${id('performer')} from generate_series(0, ${PERFORMERS - 1}) n`,
        ]
      : []),
    ...people('grown', 'fan', each(10)),
    `insert into items (id, kind, performer_id, title, audience, price_amount, state, published_at, created_at, updated_at)
     select ${id('item')}, case when n % 10 = 0 then 'gallery' else 'feed' end, ${performer}, 'Title ' || n,
       (array['everyone', 'followers', 'subscribers', 'buyers'])[1 + n % 4], case when n % 4 = 3 then 100 end, 'active', ${at}, ${at}, ${at}
     from ${each()}`,
    `insert into feeds (id) select ${id('item')} from ${each()} where n % 10 <> 0`,
    `insert into galleries (id) select ${id('item')} from ${each()} where n % 10 = 0`,
    `insert into item_contents (item_id, media_type, title, text)
     select ${id('item')}, 'photo', 'Title ' || n, case when n % 2 = 0 then 'An ordinary evening ' else 'A rare morning ' end || md5(n::text) from ${each()}`,
    `insert into item_counters (item_id, like_count) select ${id('item')}, n % 50 from ${each()}`,
    `insert into reactions (account_id, action, object_type, object_id, created_at)
     select '${fan.id}', action, 'feed', ${id('item')}, ${at} from ${each()}, unnest(array['like', 'bookmark']) action where n % 40 = 1`,
    `insert into reactions (account_id, action, object_type, object_id, created_at) select ${id('grown')}, 'follow', 'performer', '${star.id}', ${at} from ${each(10)}`,
    `insert into subscriptions (fan_id, performer_id, type, price_amount, started_at, expires_at, paid_until)
     select ${id('grown')}, '${star.id}', 'monthly', 100, ${at}, now() + interval '9 days', now() + interval '9 days' from ${each(10)}`,
    `insert into entitlements (account_id, item_id, item_kind, source, created_at)
     select '${fan.id}', ${id('item')}, 'gallery', 'purchase', ${at} from ${each()} where n % 10 = 0`,
    `insert into comments (item_id, parent_id, author_id, content, created_at)
     select '${feedId}', parent, '${fan.id}', 'Words ' || n, ${at} from ${each(5)}, unnest(array[null, '${commentId}'::uuid]) parent`,
    `insert into ledger.transactions (key, kind, reference_kind, reference_id, buyer_id, seller_id, tokens_amount, gross_amount, commission_rate,
       commission_amount, net_amount, token_value, created_at)
     select 'grown ' || n, 'tip', 'order', ${id('order')}, '${fan.id}', '${star.id}', 100, 100, 2000, 20, 80, 100, ${at} from ${each()}`,
    `insert into orders (id, kind, buyer_id, seller_id, tokens_amount, money_amount, currency, token_value, method, state, paid_at, created_at, updated_at)
     select ${id('order')}, 'tip', '${fan.id}', '${star.id}', 100, 100, 'USD', 100, 'wallet', 'paid', ${at}, ${at}, ${at} from ${each()}`,
    `insert into ledger.accounts (kind, owner_id, unit, balance) select 'wallet', ${id('grown')}, 'token', 0 from ${each(10)}`,
    `insert into audit_log (actor_id, action, object_kind, object_id) select '${admin.id}', 'world.grown', 'account', ${id('grown')} from ${each()}`,
    `insert into messages (conversation_id, sender_id, text) select '${conversationId}', '${fan.id}', 'Hello ' || n from ${each()}`,
    `insert into conversations (id, type, performer_id, fan_id, source, source_id, last_message_id, last_message_at, created_at)
     select ${id('talk')}, 'private', '${star.id}', ${id('grown')}, 'performer', '${star.id}', ${id('said')}, ${at}, ${at} from ${each(10)}`,
    `insert into conversation_members (conversation_id, account_id, peer_id, last_message_at, unread_count)
     select ${id('talk')}, '${star.id}', ${id('grown')}, ${at}, n % 2 from ${each(10)}
     union all select ${id('talk')}, ${id('grown')}, '${star.id}', ${at}, 0 from ${each(10)}`,
    `insert into messages (id, conversation_id, sender_id, recipient_id, text, created_at)
     select ${id('said')}, ${id('talk')}, ${id('grown')}, '${star.id}', 'Hello ' || md5(n::text), ${at} from ${each(10)}`,
    `insert into files (owner_id, purpose, kind, state, content_type, bytes, sha256, original_key, name, attached_at, created_at)
     select '${star.id}', 'media', 'image', 'ready', 'image/jpeg', 10, 'grown' || n, 'grown/' || n, 'Grown ' || n, now(), ${at} from ${each(5)}`,
    'set session_replication_role = origin',
    'vacuum analyze',
  ];
  for (const statement of statements) await query(statement);
};
