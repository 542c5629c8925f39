import pg from 'pg';
import { migrate } from '../../platform/database/migrate.ts';

const PERFORMERS = 2000;

/** Fills a database of version 20 with published feeds of one photo each, of two thousand performers, with statistics. */
export const fillVersion20 = async (ownerUrl: string, feeds: number): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const performer = `md5('p' || (n % ${PERFORMERS} + 1))::uuid`;
  const file = `md5('x' || n)::uuid`;
  try {
    // Keys hold by how the rows are made; checking them would take longer than writing them.
    await client.query('set session_replication_role = replica');
    for (const statement of [
      `insert into accounts (id, role, username, username_skeleton, email, password_hash, name)
        select md5('p' || n)::uuid, 'performer', 'p' || n, 'p' || n, 'p' || n || '@example.org', '-', 'P' || n from generate_series(1, ${PERFORMERS}) n`,
      `insert into performers (account_id, state, first_name, last_name, country, gender)
        select id, 'approved', 'a', 'b', 'PT', 'female' from accounts`,
      `insert into items (id, kind, performer_id, title, audience, on_sale, like_count, comment_count)
        select md5('f' || n)::uuid, 'feed', ${performer}, 'Title ' || n, (array['everyone', 'subscribers', 'followers'])[n % 3 + 1], true, n % 100, n % 10
        from generate_series(1, ${feeds}) n`,
      `insert into files (id, owner_id, purpose, kind, state, original_key, content_type, bytes, sha256)
        select ${file}, ${performer}, 'feedPhoto', 'image', 'ready', 'uploads/' || md5('x' || n), 'image/jpeg', 1000, 'x'
        from generate_series(1, ${feeds}) n`,
      `insert into feeds (id, performer_id, type, title, text, state, published_at, photo_count, media, preview)
        select md5('f' || n)::uuid, ${performer}, 'photo', 'Title ' || n,
          'Some words of post number ' || n || ' about music, dance and painting in the evening ' || md5(n::text), 'active', now() - n * interval '30 s', 1,
          jsonb_build_array(jsonb_build_object('id', ${file}, 'kind', 'image', 'width', 1600, 'height', 1200, 'thumbhash', 'abc', 'variants', jsonb_build_array(
            jsonb_build_object('name', 'picture', 'width', 640, 'height', 480, 'key', 'uploads/' || md5(n::text) || '-640.webp'),
            jsonb_build_object('name', 'picture', 'width', 1280, 'height', 960, 'key', 'uploads/' || md5(n::text) || '-1280.webp')))),
          jsonb_build_object('key', 'uploads/' || md5(n::text), 'width', 32, 'height', 24)
        from generate_series(1, ${feeds}) n`,
      `insert into feed_files select md5('f' || n)::uuid, ${file}, 0 from generate_series(1, ${feeds}) n`,
      'vacuum analyze',
    ])
      await client.query(statement);
  } finally {
    await client.end();
  }
};

export interface InterruptedMigration {
  /** Why the first run ended. */
  failure: unknown;
  /** Whether the database was as before after the first run. */
  wasRolledBack: boolean;
  /** What the second run applied, in order, and the seconds of each. */
  applied: { name: string; seconds: number }[];
  /** Until the first run was killed. */
  firstSeconds: number;
  /** Of both runs together. */
  seconds: number;
}

const secondsSince = (start: number): number => (performance.now() - start) / 1000;

/**
 * Migrates a database of version 20; the first run's connection is killed after the counts and contents of all items were moved, before the
 * files'.
 */
export const migrateInterrupted = async (ownerUrl: string): Promise<InterruptedMigration> => {
  const blocker = new pg.Client({ connectionString: ownerUrl });
  const observer = new pg.Client({ connectionString: ownerUrl });
  await Promise.all([blocker.connect(), observer.connect()]);
  const start = performance.now();
  try {
    // Where the migration is held: a new key of the table feeds refers to polls.
    await blocker.query('begin');
    await blocker.query('lock table polls in share row exclusive mode');
    const first = migrate(ownerUrl).then(
      () => undefined,
      (error: unknown) => error,
    );
    for (;;) {
      const { rows } = await observer.query<{ killed: boolean }>(`
        select pg_terminate_backend(pid) as killed from pg_stat_activity
        where datname = current_database() and application_name = 'stagedoor-migrate' and wait_event_type = 'Lock' and query like '%item_contents%'`);
      if (rows[0]?.killed) break;
      await observer.query('select pg_sleep(0.02)');
    }
    const failure = await first;
    const firstSeconds = secondsSince(start);
    await blocker.query('rollback');
    const { rows } = await observer.query<{ rolled_back: boolean }>(`select to_regclass('item_contents') is null
      and exists (select from pg_attribute where attrelid = 'feeds'::regclass and attname = 'published_at' and not attisdropped)
      and not exists (select from schema_migrations where name > '0021') as rolled_back`);
    const applied: InterruptedMigration['applied'] = [];
    await migrate(ownerUrl, undefined, (name, seconds) => applied.push({ name, seconds }));
    return { failure, wasRolledBack: rows[0]!.rolled_back, applied, firstSeconds, seconds: secondsSince(start) };
  } finally {
    await Promise.all([blocker.end(), observer.end()]);
  }
};

/** What is there after the migration of `fillVersion20`, to compare with `expectedOf`. */
export const countMigrated = async (ownerUrl: string): Promise<Record<string, number>> => {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, number>>(`select
      (select count(*)::int from items where kind = 'feed' and state = 'active' and on_sale and published_at is not null) as items,
      (select count(*)::int from feeds) as feeds,
      (select count(*)::int from item_contents where media_type = 'photo' and media -> 0 ->> 'kind' = 'image') as contents,
      (select count(*)::int from item_files where role = 'content' and position = 0) as files,
      (select count(*)::int from item_counters) as counters,
      (select sum(like_count)::int from item_counters) as likes`);
    return rows[0]!;
  } finally {
    await client.end();
  }
};

/** @param feeds a multiple of 100 */
export const expectedOf = (feeds: number): Record<string, number> => ({
  items: feeds,
  feeds,
  contents: feeds,
  files: feeds,
  counters: feeds,
  likes: (feeds / 100) * 4950,
});
