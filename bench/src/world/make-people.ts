import { SEARCHABLE_ATTRIBUTES } from '@stagedoor/contract/performer-filters.values';
import { optionsOf } from '@stagedoor/contract/profile-options';
import { makeIds } from '../people.ts';
import type { Stage } from '../stage.ts';
import { PEOPLE, type WorldSize } from './size.ts';
import { CITIES, CRAFTS, FAMILY_NAMES, GIVEN_NAMES, LANGUAGES } from './words.ts';

type Sql = Pick<Stage, 'sql'>;

/** Value number `bench_draw(n, salt, …)` of a list that is a parameter. */
const drawn = (parameter: string, salt: number): string =>
  `(${parameter}::text[])[1 + bench_draw(n, ${salt}, cardinality(${parameter}::text[]))]`;

/** An admin, approved performers with covers, and fans. */
export const makeWorldPeople = async ({ sql }: Sql, { performers, accounts }: WorldSize): Promise<void> => {
  await makeIds({ sql });
  await sql.query(
    `insert into accounts (id, role, admin_role, username, username_skeleton, email, email_verified_at, password_hash, name, avatar_key, created_at)
     select bench_id('person' || n), case when n = ${PEOPLE.admin} then 'admin' when n <= $1 then 'performer' else 'fan' end, case when n = ${PEOPLE.admin} then 'owner' end,
       'person' || n, 'person' || n, 'person' || n || '@example.org', now(), '-', ${drawn('$3', 1)} || ' ' || ${drawn('$4', 2)},
       'avatar/' || md5('a' || n) || '/320.webp', now() - make_interval(mins => bench_draw(n, 3, 1500000)::int)
     from generate_series(0, $2::int) n`,
    [performers, accounts, GIVEN_NAMES, FAMILY_NAMES],
  );
  // All were seen this week, so that publications are written to all home feeds.
  for (const table of ['presence', 'last_seen_times'])
    await sql.query(
      `insert into ${table} (account_id, last_seen_at)
       select bench_id('person' || n), now() - make_interval(mins => bench_draw(n, 4, 10000)::int) from generate_series(0, $1::int) n`,
      [accounts],
    );
  await sql.query(
    `insert into files (id, owner_id, purpose, kind, state, progress, original_key, content_type, bytes, sha256, width, height, thumbhash, variants, attached_at)
     select bench_id('cover' || n), bench_id('person' || n), 'cover', 'image', 'ready', 1, 'cover/' || md5('c' || n) || '/original', 'image/jpeg', 900000, md5('c' || n),
       1920, 720, 'o/gJDQR3d4eHeI94l4d3d2mBhg==', (select jsonb_agg(jsonb_build_object('name', 'picture', 'key', 'cover/' || md5('c' || n) || '/' || w || '.webp',
         'width', w, 'height', w * 3 / 8, 'contentType', 'image/webp')) from unnest(array[640, 1280, 1920]) w), now()
     from generate_series(1, $1::int) n`,
    [performers],
  );
  await sql.query(
    `insert into performers (account_id, state, first_name, last_name, gender, country, city, craft, bio, cover_file_id, monthly_price_amount, yearly_price_amount,
       languages, attributes, decided_at, applied_at)
     select a.id, 'approved', split_part(a.name, ' ', 1), split_part(a.name, ' ', 2), (array['female', 'male', 'nonbinary'])[1 + n % 3], ($3::text[])[c.place], ($2::text[])[c.place],
       c.craft, c.craft || ' from ' || ($2::text[])[c.place] || '. New work every week, drafts for subscribers, and a long show on Sundays.',
       bench_id('cover' || n), 500 + 100 * (n % 10), case when n % 3 = 0 then 5000 + 1000 * (n % 10) end, array['en', ${drawn('$5', 8)}],
       jsonb_build_object('ethnicity', ${drawn('$6', 9)}, 'bodyType', ${drawn('$7', 10)}, 'hairColor', ${drawn('$8', 11)}, 'eyeColor', ${drawn('$9', 12)}),
       a.created_at, a.created_at
     from generate_series(1, $1::int) n
     cross join lateral (select 1 + bench_draw(n, 6, cardinality($2::text[]))::int as place, ${drawn('$4', 7)} as craft) c
     join accounts a on a.username = 'person' || n`,
    [
      performers,
      CITIES.map(([city]) => city),
      CITIES.map(([, country]) => country),
      CRAFTS,
      LANGUAGES,
      ...SEARCHABLE_ATTRIBUTES.map(optionsOf),
    ],
  );
};

/** What is counted of performers by events; jobs count the rest. */
export const countPerformers = async ({ sql }: Sql): Promise<void> => {
  await sql.query(`
    update performer_counters n set follower_count = coalesce(f.count, 0), subscriber_count = coalesce(s.count, 0), view_count = abs(hashtext(n.performer_id::text)) % 100000
    from performers p
    left join (select object_id, count(*)::int as count from reactions where action = 'follow' group by 1) f on f.object_id = p.account_id
    left join (select performer_id, count(*)::int as count from subscriptions where expires_at > now() group by 1) s on s.performer_id = p.account_id
    where n.performer_id = p.account_id`);
};
