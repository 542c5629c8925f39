import { parseArgs } from 'node:util';
import { runStormAlone } from './own-postgres.ts';

// `npm run ledger:storm -- --operations 1000000`: payments, refunds and chargebacks of every kind on a database of its own, with servers and
// PostgreSQL killed under them. Ends with 1 when one was lost or made twice, or books don't agree, or an invariant doesn't hold.

const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '20000' },
    callers: { type: 'string', default: '16' },
    /** A server is killed once in so many operations, PostgreSQL once in ten times as many. */
    'kill-every': { type: 'string', default: '5000' },
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
const result = await runStormAlone({
  operations,
  callers: Number(values.callers),
  serverKills: kills,
  postgresKills: Math.max(1, Math.round(kills / 10)),
  seed,
  report: (line) => console.log(line),
});
const rate = result.done / result.seconds;
console.log(`${result.done} operations in ${result.seconds.toFixed(0)} s (${rate.toFixed(0)}/s), ${result.retries} sent again`);
console.log(`paid: ${listOf(result.counts)}`);
console.log(`refused by right: ${listOf(result.refused)}; callbacks lost and made up for: ${result.lost}`);
for (const failure of result.failures) console.error(`FAILED ${failure}`);
if (result.failures.length === 0) console.log('none was lost, none was made twice, all books agree, every invariant holds');
process.exit(result.failures.length === 0 ? 0 : 1);
