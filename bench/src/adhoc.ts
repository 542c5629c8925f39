import { makePosts } from './home-feed.ts';
import { makePeople } from './people.ts';
import { openStage } from './stage.ts';
const stage = await openStage();
const q = async (t: string, v: unknown[] = []) => (await stage.sql.query(t, v)).rows;
const explain = async (name: string, t: string, v: unknown[] = []) => { console.log('##', name); for (const r of await q(`explain (analyze, buffers) ${t}`, v)) console.log(r['QUERY PLAN']); };
try {
  await makePeople(stage, 400, 100_000);
  await makePosts(stage, 401, { performers: 400, postsEach: 50, subscriptions: 400 });
  await q(`insert into subscriptions (fan_id, performer_id, type, price_amount, expires_at, paid_until)
     select bench_id('person' || 400 + n), bench_id('person1'), 'monthly', 900, now() + interval '20 days', now() + interval '20 days' from generate_series(1, 100000) n on conflict do nothing`);
  await q(`insert into timelines (account_id, published_at, feed_id, performer_id)
     select s.fan_id, f.published_at, f.id, f.performer_id from subscriptions s
     cross join (select * from feeds where performer_id in (select bench_id('person' || p) from generate_series(2, 6) p) order by published_at desc limit 10) f
     where s.performer_id = bench_id('person1') on conflict do nothing`);
  await q('create table bare_timelines (like timelines including all)');
  await q('insert into bare_timelines select * from timelines');
  await q('vacuum analyze'); await q('checkpoint');
  const slice = (after: string, n: number, k: string, conflict = 'on conflict do nothing') => `
    with audience as materialized (
      select account_id from (
        (select s.fan_id as account_id from subscriptions s where s.performer_id = bench_id('person1') and s.fan_id > '${after}' and s.expires_at > now() order by s.fan_id limit ${n})
        union
        (select r.account_id from reactions r where r.object_id = bench_id('person1') and r.action = 'follow' and r.account_id > '${after}' order by r.account_id limit ${n})
      ) both_kinds order by account_id limit ${n}
    ), written as (
      insert into timelines (account_id, published_at, feed_id, performer_id)
      select who.account_id, f.published_at, f.id, f.performer_id from audience who cross join feeds f
      where f.id = bench_id('post1:${k}') and f.state = 'active' and who.account_id not in (select account_id from blocks where performer_id = bench_id('person1'))
      ${conflict}
    )
    select count(*)::int as reached, (select account_id from audience order by account_id desc limit 1) as last,
      coalesce(array_agg(account_id) filter (where random() * 50 < 1), '{}') as turns from audience`;
  const trim = `delete from timelines t using unnest($1::uuid[]) who (account_id)
    cross join lateral (select published_at, feed_id from timelines where account_id = who.account_id order by published_at desc, feed_id desc offset 1000 limit 1) first_over
    where t.account_id = who.account_id and (t.published_at, t.feed_id) <= (first_over.published_at, first_over.feed_id)`;
  const zero = '00000000-0000-0000-0000-000000000000';
  await explain('slice', slice(zero, 5000, '1'));
  const some = (await q(`select array_agg(fan_id) a from (select fan_id from subscriptions limit 100) s`))[0]!['a'];
  await explain('trim', trim, [some]);
  let k = 2;
  for (const [n, sync, conflict] of [[5000, 'on', 'on conflict do nothing'], [5000, 'off', 'on conflict do nothing'], [5000, 'off', ''], [1000, 'off', 'on conflict do nothing'], [20000, 'off', 'on conflict do nothing'],[5000, 'on', 'on conflict do nothing'], [5000, 'off', 'on conflict do nothing'], [5000, 'off', '']] as [number, string, string][]) {
    const c = await stage.sql.connect();
    const begun = performance.now();
    let tTrim = 0;
    for (let last: string | null = zero; last; ) {
      await c.query('begin'); await c.query(`set local synchronous_commit = ${sync}`);
      const r: any = (await c.query(slice(last, n, String(k), conflict))).rows[0];
      const b = performance.now(); await c.query(trim, [r.turns]); tTrim += performance.now() - b;
      await c.query('commit');
      last = r.reached < n ? null : r.last;
    }
    const ours = performance.now() - begun; c.release();
    const b2 = performance.now();
    await q(`insert into bare_timelines select fan_id, now(), bench_id('bare${k}'), performer_id from subscriptions where performer_id = bench_id('person1')`);
    console.log(n, sync, conflict, 'ours', ours.toFixed(0), 'trim', tTrim.toFixed(0), 'bare', (performance.now() - b2).toFixed(0), 'load', (await import('node:os')).loadavg()[0]);
    k += 1;
  }
} finally { await stage.close(); }
