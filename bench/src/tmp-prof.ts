import { startOurs } from './rounds.ts';
import { openWorld } from './world/world.ts';
import { gatherAudience } from './scale/audience.ts';
const world = await openWorld(1);
try {
  const audience = await gatherAudience(world);
  const ours = await startOurs(world, { LOG_LEVEL: 'error', ROLES: 'web', PUBLIC_URL: 'http://localhost:8080' });
  const ask = async (path: string) => {
    const begun = performance.now();
    const r = await fetch(ours.url + path, { headers: { authorization: audience.fans[0]!.token } });
    const text = await r.text();
    return [r.status, (performance.now() - begun).toFixed(0), text.slice(0, 200)];
  };
  const paths = (process.argv[2] ?? '').split(',');
  for (const path of paths) {
    for (const word of audience.rareWords.slice(0, 3)) {
      await world.sql.query('select pg_stat_statements_reset()');
      console.log(path.replace('WORD', word), await ask(path.replace('WORD', word)));
      const { rows } = await world.sql.query(
        `select calls, round(total_exec_time::numeric,1) ms, round(total_plan_time::numeric,1) plan, left(regexp_replace(query, '\\s+', ' ', 'g'), 260) q from pg_stat_statements where query not like '%pg_stat%' order by total_exec_time desc limit 8`,
      );
      if (word === audience.rareWords[2]) for (const r of rows) console.log('  ', r.calls, r.ms, r.plan, r.q);
    }
  }
  await ours.stop();
} finally {
  await world.close();
}
