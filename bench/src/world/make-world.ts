import { startServer } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { makeCategories, makeProducts } from './make-catalog.ts';
import { countItems, makeFiles, makeItems } from './make-items.ts';
import { countPerformers, makeWorldPeople } from './make-people.ts';
import { makeComments, makeReactions, makeSubscriptions, makeTimelines } from './make-reactions.ts';
import { makeSales, sealSales, verifySales } from './make-sales.ts';
import { makeFunctions, makeSearchOld, withoutIndexes } from './tables.ts';
import type { WorldSize } from './size.ts';

/** The database that is filled, and the folder of the product's own files. */
type Making = Pick<Stage, 'sql' | 'ownerUrl' | 'dataDirectory'>;

/** Drops what the world was made with; the function of the ids stays, for sessions. */
const tidy = async ({ sql }: Making): Promise<void> => {
  await sql.query('drop table bench_items, bench_sentences, bench_sales, bench_sold, bench_top_ups, bench_releases');
  await sql.query('drop function bench_draw, bench_id_at');
};

/** Runs a program of `servers` to its end. */
const runProgram = async (file: string, { ownerUrl, dataDirectory }: Making): Promise<void> => {
  const server = await startServer(file, { DATABASE_URL: ownerUrl, DATA_DIR: dataDirectory, LOG_LEVEL: 'warn', ROLES: 'worker' });
  await server.stop();
};

/** Writes the words that searches read, as on a site whose texts are older than they. */
const fillSearch = async (making: Making): Promise<void> => {
  await makeSearchOld(making.sql);
  await withoutIndexes(making.sql, ['item_search', 'message_search', 'account_search'], () =>
    runProgram('./servers/fill-search.ts', making),
  );
};

/** Runs every scheduled job of the product once: whatever it counts or ranks by jobs is as in operation. */
const runJobs = (making: Making): Promise<void> => runProgram('./servers/scheduled-jobs.ts', making);

const STEPS: readonly (readonly [string, (stage: Making, size: WorldSize) => Promise<unknown>])[] = [
  ['people', makeWorldPeople],
  ['items', makeItems],
  ['files', makeFiles],
  ['categories', makeCategories],
  ['products', makeProducts],
  ['subscriptions', makeSubscriptions],
  ['reactions', makeReactions],
  ['comments', makeComments],
  ['sales', makeSales],
  ['counts of items', countItems],
  ['counts of performers', countPerformers],
  ['analysis', ({ sql }) => sql.query('analyze')],
  ['timelines', makeTimelines],
  ['seals', sealSales],
  ['words for searches', fillSearch],
  ['jobs', runJobs],
  ['ledger verified', verifySales],
  ['tables for making it dropped', tidy],
  ['vacuum', ({ sql }) => sql.query('vacuum (freeze, analyze)')],
  ['checkpoint', ({ sql }) => sql.query('checkpoint')],
];

/**
 * Fills a migrated database.
 * @param sql a pool of one connection: settings of the session hold for all steps
 */
export const makeWorld = async (stage: Making, size: WorldSize): Promise<void> => {
  await stage.sql.query(`set maintenance_work_mem = '512MB'`);
  await stage.sql.query(`set work_mem = '256MB'`);
  await makeFunctions(stage.sql);
  for (const [name, step] of STEPS) {
    const begun = performance.now();
    await step(stage, size);
    console.log(`  ${name}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  }
};
