import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Bound, loadWithLatency, printBound, startOurs } from '../rounds.ts';
import { makeSearchOld } from '../world/tables.ts';
import { type World, openWorld } from '../world/world.ts';
import { gatherAudience } from './audience.ts';
import { drawOf } from './draws.ts';
import { asFan } from './questions.ts';

/** The worker is killed as often, after this time, and started again. */
const KILLS = 3;
const KILLED_AFTER_MS = 8000;
const CALLERS = 2;
const SECONDS = 10;
/** The 99th percentile of searches beside the job, by that without it. */
const P99_AT_MOST = 3;
const MINUTES_AT_MOST = 60;

/** A worker as the product runs it, whose only long task is to write the words of items. */
const startWorker = async ({ ownerUrl, dataDirectory }: World) => {
  const child = fork(fileURLToPath(new URL('../servers/ours.ts', import.meta.url)), {
    env: {
      ...process.env,
      DATABASE_URL: ownerUrl,
      DATA_DIR: dataDirectory,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      ROLES: 'worker',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return {
    async end(signal: 'SIGKILL' | 'SIGTERM') {
      child.kill(signal);
      await once(child, 'exit');
    },
  };
};

/** How many items have words, and if searches read them. */
const progress = async ({ sql }: World): Promise<{ items: number; isRead: boolean }> => {
  const { rows } = await sql.query<{ items: number; isRead: boolean }>(
    `select (select count(*)::int from item_search where version <> '') as items, reads <> '' as "isRead" from search_indexes where name = 'items'`,
  );
  return rows[0]!;
};

/**
 * The upgrade of a site of a million items to stored words, while fans search: the worker that writes them is killed, and goes on.
 * @returns whether the goals were reached
 */
export const searchFillBench = async ({ scale }: { scale: number }): Promise<boolean> => {
  const world = await openWorld(scale);
  try {
    const { fans, rareWords } = await gatherAudience(world);
    await makeSearchOld(world.sql);
    const ours = await startOurs(world, { LOG_LEVEL: 'error', ROLES: 'web', PUBLIC_URL: 'http://localhost:8080' });
    const search = (seed: number) => {
      const draw = drawOf(seed);
      const each = () => asFan(draw.any(fans), `/api/feeds?limit=20&q=${draw.any(rareWords)}`);
      return loadWithLatency({ url: ours.url, connections: CALLERS, seconds: SECONDS, each });
    };
    try {
      await search(1);
      const before = await search(2);
      const begun = performance.now();
      let worker = await startWorker(world);
      await world.sql.query(`select graphile_worker.add_job('search:itemsDue', job_key := 'search:itemsDue')`);
      for (let kill = 1; kill <= KILLS; kill += 1) {
        await new Promise((resolve) => setTimeout(resolve, KILLED_AFTER_MS));
        await worker.end('SIGKILL');
        console.log(`killed with ${(await progress(world)).items} items written`);
        worker = await startWorker(world);
      }
      let seed = 3;
      const beside = [];
      while (!(await progress(world)).isRead) beside.push(await search((seed += 1)));
      const minutes = (performance.now() - begun) / 60_000;
      const after = await search((seed += 1));
      await worker.end('SIGTERM');
      const { rows } = await world.sql.query<{ missing: number }>(
        `select count(*)::int as missing from item_contents c left join item_search s on s.item_id = c.item_id where s.version is distinct from 'a'`,
      );
      const worst = Math.max(...beside.map(({ p99 }) => p99));
      console.log(
        `searches before: ${before.perSecond.toFixed(0)}/s, p99 ${before.p99} ms; beside the job: p99 ${worst} ms at worst; with the new words: ${after.perSecond.toFixed(0)}/s, p99 ${after.p99} ms`,
      );
      const bounds: Bound[] = [
        { name: 'minutes until searches read the new words', unit: 'min', measured: minutes, atMost: MINUTES_AT_MOST },
        { name: 'p99 of searches beside the job, by theirs alone', unit: 'times', measured: worst / before.p99, atMost: P99_AT_MOST },
        { name: 'items without words', unit: 'items', measured: rows[0]!.missing, atMost: 0 },
      ];
      return bounds.map(printBound).every(Boolean);
    } finally {
      await ours.stop();
    }
  } finally {
    await world.close();
  }
};
