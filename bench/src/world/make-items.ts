import type { Stage } from '../stage.ts';
import { FREQUENT_WORD, PEOPLE, type WorldSize } from './size.ts';
import { withoutIndexes, withoutTriggers } from './tables.ts';
import { makeSentences, tagOf } from './words.ts';

type Sql = Pick<Stage, 'sql'>;

/** So many sentences, numbered from 0, are in `bench_sentences`. */
export const SENTENCES = 50_000;
/** Every so many items one is a gallery. */
const GALLERY_EACH = 10;

const THUMBHASH = 'o/gJDQR3d4eHeI94l4d3d2mBhg==';
const picture = (width: number, name: string, file: string) => ({
  name,
  key: `${file}/${width}.webp`,
  width,
  height: (width * 3) / 4,
  contentType: 'image/webp',
});
const quoted = (value: unknown): string => `'${JSON.stringify(value).replaceAll("'", "''")}'`;

/** A photo as items carry it; `@id` and `@key` are replaced. */
const PHOTO = {
  id: '@id',
  kind: 'image',
  width: 1600,
  height: 1200,
  durationMs: null,
  thumbhash: THUMBHASH,
  variants: [320, 640, 1080, 1600].map((width) => picture(width, 'picture', 'feedPhoto/@key')),
};
const FILM = {
  id: '@id',
  kind: 'video',
  width: 1280,
  height: 720,
  durationMs: 42_000,
  thumbhash: THUMBHASH,
  variants: [
    ...[320, 640, 1280].map((width) => picture(width, 'poster', 'feedVideo/@key')),
    { name: 'mp4', key: 'feedVideo/@key/video.mp4', width: 1280, height: 720, contentType: 'video/mp4' },
    { name: 'hls', key: 'feedVideo/@key/master.m3u8', width: 1280, height: 720, contentType: 'application/vnd.apple.mpegurl' },
  ],
};
const PREVIEW = { key: 'feedPhoto/@key/blur.webp', width: 480, height: 360, thumbhash: THUMBHASH };

const filled = (template: unknown, part: number): string =>
  `replace(replace(${quoted(template)}, '@id', bench_id('file' || b.nr || ':${part}')::text), '@key', md5('k' || b.nr || ':${part}'))`;

/** The media of something with one photo; `b.nr` is its number. */
export const mediaOf = `('[' || ${filled(PHOTO, 1)} || ']')::jsonb`;

/** What is to be written: numbered from the oldest to the newest, ids in the order of time, as the product makes them. */
const planItems = async ({ sql }: Sql, { items, performers }: WorldSize): Promise<void> => {
  await sql.query('create unlogged table bench_sentences (nr int primary key, text text not null)');
  await sql.query('insert into bench_sentences select place - 1, text from unnest($1::text[]) with ordinality s (text, place)', [
    makeSentences(SENTENCES),
  ]);
  await sql.query(
    `create unlogged table bench_items as
     select nr, bench_id_at('item' || nr, at) as id, at, bench_id('person' || performer) as performer_id, performer, kind, audience,
       case when audience = 'buyers' or (audience = 'subscribers' and bench_draw(nr, 4, 4) = 0) then 200 + 50 * bench_draw(nr, 5, 20) end as price,
       case when kind = 'gallery' then 'photo' when media < 12 then 'photo' when media < 17 then 'text' else 'video' end as media_type
     from (
       select nr::int, now() - interval '3 years' * (1 - nr / ${items}::float8) - interval '1 minute' as at,
         case when bench_draw(nr, 1, 20) = 0 then ${PEOPLE.seller} else 2 + bench_draw(nr, 2, ${performers - 1}) end as performer,
         case when nr % ${GALLERY_EACH} = 0 then 'gallery' else 'feed' end as kind, bench_draw(nr, 6, 20) as media,
         (array['everyone', 'followers', 'subscribers', 'buyers'])[1 + bench_draw(nr, 3, 4)] as audience
       from generate_series(1::bigint, ${items}) nr) planned`,
  );
  await sql.query('alter table bench_items add primary key (nr)');
  await sql.query('create index on bench_items (performer)');
  await sql.query('analyze bench_items');
};

/** Feeds, and every tenth a gallery: of photos, films or words, for every audience; their contents with the files inside. */
export const makeItems = async ({ sql }: Sql, size: WorldSize): Promise<void> => {
  await planItems({ sql }, size);
  await withoutTriggers(sql, () =>
    withoutIndexes(sql, ['items', 'item_contents'], async () => {
      await sql.query(`
        insert into items (id, kind, performer_id, title, audience, price_amount, state, created_at, updated_at, published_at, pinned_at)
        select b.id, b.kind, b.performer_id, split_part(s.text, ' ', 1) || ' ' || split_part(s.text, ' ', 2), b.audience, b.price, 'active', b.at, b.at, b.at,
          case when bench_draw(b.nr, 7, 500) = 0 then b.at end
        from bench_items b join bench_sentences s on s.nr = (b.nr * 7919::bigint) % ${SENTENCES} order by b.nr`);
      await sql.query(`insert into feeds (id) select id from bench_items where kind = 'feed' order by nr`);
      await sql.query(`insert into galleries (id) select id from bench_items where kind = 'gallery' order by nr`);
      await sql.query(`
        insert into item_contents (item_id, media_type, title, text, photo_count, video_ms, media, preview, tags)
        select b.id, b.media_type, split_part(one.text, ' ', 1) || ' ' || split_part(one.text, ' ', 2),
          one.text || case when b.nr % 2 = 0 then ' ${FREQUENT_WORD} ' else ' ' end || other.text,
          case when b.media_type <> 'photo' then 0 when b.nr % 5 = 0 then 3 else 1 end, case when b.media_type = 'video' then 42000 end,
          case b.media_type when 'text' then '[]'
            when 'video' then '[' || ${filled(FILM, 1)} || ']'
            else '[' || ${filled(PHOTO, 1)} || case when b.nr % 5 = 0 then ',' || ${filled(PHOTO, 2)} || ',' || ${filled(PHOTO, 3)} else '' end || ']' end::jsonb,
          case when b.media_type <> 'text' then ${filled(PREVIEW, 1)}::jsonb end, array[${tagOf('b.nr')}]
        from bench_items b join bench_sentences one on one.nr = (b.nr * 7919::bigint) % ${SENTENCES}
        join bench_sentences other on other.nr = (b.nr * 104729::bigint + 7) % ${SENTENCES} order by b.nr`);
    }),
  );
};

/** Files of the seller’s items, cleaned and hashed, since their bytes are nowhere. The seller's own lists show them; lists of others read what the items carry. */
export const makeFiles = async ({ sql }: Sql): Promise<void> => {
  await withoutTriggers(sql, async () => {
    const files = `bench_items b join item_contents c on c.item_id = b.id cross join lateral jsonb_array_elements(c.media) with ordinality m (file, place)
      where b.performer = ${PEOPLE.seller}`;
    await sql.query(`
      insert into files (id, owner_id, purpose, kind, state, progress, original_key, content_type, bytes, sha256, width, height, duration_ms, thumbhash, variants, attached_at, created_at, cleaned_at, hashed_at)
      select (m.file ->> 'id')::uuid, b.performer_id, case c.media_type when 'video' then 'feedVideo' else 'feedPhoto' end, m.file ->> 'kind', 'ready', 1,
        'original/' || (m.file ->> 'id'), 'image/jpeg', 1000000, md5(m.file ->> 'id'), (m.file ->> 'width')::int, (m.file ->> 'height')::int,
        (m.file ->> 'durationMs')::int, m.file ->> 'thumbhash', m.file -> 'variants', b.at, b.at, b.at, b.at from ${files}`);
    await sql.query(
      `insert into item_files (item_id, file_id, position, role) select b.id, (m.file ->> 'id')::uuid, m.place::int - 1, 'content' from ${files}`,
    );
  });
};

/** What items count, from what was written. */
export const countItems = async ({ sql }: Sql): Promise<void> => {
  await withoutTriggers(sql, async () => {
    await sql.query(`
      insert into item_counters (item_id, like_count, bookmark_count, comment_count, unlock_count, view_count)
      select b.id, coalesce(r.likes, 0), coalesce(r.bookmarks, 0), coalesce(c.count, 0), coalesce(e.count, 0), bench_draw(b.nr, 8, 5000)
      from bench_items b
      left join (select object_id, count(*) filter (where action = 'like')::int as likes, count(*) filter (where action = 'bookmark')::int as bookmarks
        from reactions where object_type in ('feed', 'gallery') group by 1) r on r.object_id = b.id
      left join (select item_id, count(*)::int as count from comments group by 1) c on c.item_id = b.id
      left join (select item_id, count(*)::int as count from entitlements group by 1) e on e.item_id = b.id
      order by b.nr`);
  });
};
