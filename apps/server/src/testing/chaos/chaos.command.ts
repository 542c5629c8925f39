import { parseArgs } from 'node:util';
import { runIsolatedChaosTest } from './run-isolated.ts';

// `npm run ledger:chaos -- --operations 1000000`: payments, minutes, refunds and chargebacks of every kind on a database of its own, while servers
// and PostgreSQL are killed. Exits 1 when a payment was lost or made twice, balances differ, or an invariant is violated.

const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '20000' },
    callers: { type: 'string', default: '16' },
    /** A server is killed every so many operations (every second time while another is there already), PostgreSQL a tenth as often. */
    'kill-every': { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
});
const listOf = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, times]) => `${times} ${name}`)
    .join(', ');
const operations = Number(values.operations);
const kills = Math.max(1, Math.round(operations / Number(values['kill-every'])));
const seed = Number(values.seed);

console.log(`${operations} operations, ${values.callers} callers, seed ${seed}`);
const result = await runIsolatedChaosTest({
  operations,
  callers: Number(values.callers),
  serverKills: kills,
  postgresKills: Math.max(1, Math.round(kills / 10)),
  seed,
  log: (line) => console.log(line),
  onLeft: (folder) => console.error(`FAILED: the database is left in ${folder}`),
});
const rate = result.operations / result.seconds;
console.log(`${result.operations} operations in ${result.seconds.toFixed(0)} s (${rate.toFixed(0)}/s), ${result.retries} retries`);
console.log(`paid: ${listOf(result.counts)}`);
console.log(`expected refusals: ${listOf(result.refused)}; callbacks lost and recovered by polling: ${result.lostCallbacks}`);
if (result.failures.length === 0) console.log('no payment lost or made twice, all balances agree, every invariant holds');
process.exit(result.failures.length === 0 ? 0 : 1);
