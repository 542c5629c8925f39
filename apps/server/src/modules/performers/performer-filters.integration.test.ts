import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../platform/testing/database.ts';
import { statementsDuring } from '../../testing/sent-statements.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

const PERFORMERS = 5000;
/** One in so many has what is looked for. */
const EACH = 500;

let app: TestApp;
let owner: pg.Pool;
beforeAll(async () => {
  app = await createTestApp();
  // Their statements aren't those of a read.
  await app.platform.jobs.stop();
  owner = openPool({ connectionString: app.testDatabase.ownerUrl, max: 1 });
  const statements = [
    `insert into accounts (id, role, username, username_skeleton, email, password_hash, name)
      select gen_random_uuid(), 'performer', 'p' || n, 'p' || n, 'p' || n || '@example.org', '-', 'P' || n from generate_series(1, ${PERFORMERS}) n`,
    `insert into performers (account_id, state, first_name, last_name, country, gender, languages, attributes, decided_at)
      select id, 'approved', 'a', 'b', 'PT', 'female', case when n % ${EACH} = 0 then array['en', 'ja'] else array['en'] end,
        jsonb_build_object('hairColor', case when n % ${EACH} = 0 then 'white' else 'brown' end, 'eyeColor', 'blue'), now()
      from (select id, substr(username, 2)::int as n from accounts where role = 'performer') numbered`,
    'analyze',
  ];
  for (const statement of statements) await owner.query(statement);
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

test.each([{ language: 'ja' }, { hairColor: 'white' }, { hairColor: 'white', eyeColor: 'blue' }] as const)(
  'performers by %j are found and counted by an index, without reading all of them',
  async (filters) => {
    let total = 0;
    const statements = await statementsDuring(app.platform.database, async () => {
      const query = { ...filters, sortBy: 'rank', sort: 'asc', limit: 2 } as const;
      total = (await app.client().call('GET /performers/search', { query })).total;
    });
    expect(total).toBe(PERFORMERS / EACH);
    const counts = statements.filter(({ sql }) => /from performers p\b/.test(sql));
    expect(counts.length).toBeGreaterThan(0);
    for (const { sql, parameters } of counts) {
      const { rows } = await owner.query<Record<string, string>>(`explain ${sql}`, [...parameters]);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('language' in filters ? 'performers_languages' : 'performers_attributes');
      expect(plan).not.toMatch(/Seq Scan on performers/);
    }
  },
);

test.each([{ language: 'en' }, { hairColor: 'brown' }, { language: 'en', hairColor: 'brown' }] as const)(
  'performers by %j, whom many are, are found in the order of the ranking, without reading all of them',
  async (filters) => {
    const query = { ...filters, sortBy: 'rank', sort: 'asc', limit: 2 } as const;
    let found: { total: number; data: { _id: string }[] } | undefined;
    const statements = await statementsDuring(app.platform.database, async () => {
      found = await app.client().call('GET /performers/search', { query });
    });
    expect(found).toMatchObject({ total: 1000, isCapped: true });
    const { rows: first } = await owner.query<{ id: string }>(
      `select n.performer_id as id from performer_counters n join performers p on p.account_id = n.performer_id
        where p.languages @> array['en'] and p.attributes ->> 'hairColor' = any($1) order by n.place, n.score desc, n.performer_id limit 2`,
      ['hairColor' in filters ? ['brown'] : ['brown', 'white']],
    );
    expect(found!.data.map(({ _id }) => _id)).toEqual(first.map(({ id }) => id));
    const pages = statements.filter(({ sql }) => /performer_counters/.test(sql));
    expect(pages).toHaveLength(1);
    // As it is planned for whatever is asked for.
    const { rows } = await owner.query<Record<string, string>>(`explain (generic_plan) ${pages[0]!.sql}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('performer_counters_rank');
    expect(plan).not.toMatch(/Seq Scan on performers|performers_languages|performers_attributes/);
  },
);
