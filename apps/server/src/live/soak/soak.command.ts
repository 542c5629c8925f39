import { parseArgs } from 'node:util';
import { OBS } from './obs.ts';
import { PUBLISHERS } from './publishers.ts';
import { type Outcome, faultsOf, soak } from './soak.ts';
import { VIEWERS } from './viewers.ts';

// `npm run live:soak -- [--seconds 20] [--publisher aiortc] [--obs]`: every kind of publisher, or those with a word in their name, is watched by every kind
// of viewer for some seconds. Prints a table: the pictures that each viewer decoded, and the longest time without a new one. Exits 1 when one saw
// nothing, or a refusal was missing.

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    publisher: { type: 'string', default: '' },
    obs: { type: 'boolean', default: false },
  },
});
const publishers = [...PUBLISHERS, ...(options.obs ? [OBS] : [])].filter(({ name }) => name.includes(options.publisher));
const FIRST_COLUMN = 26;
const COLUMN = 18;

const cell = ({ refused, failure, pictures, stillMs }: Outcome): string => {
  if (failure !== undefined) return 'failed';
  return refused === undefined ? `${pictures} (${(stillMs / 1000).toFixed(1)} s)` : 'refused';
};

console.log(''.padEnd(FIRST_COLUMN) + VIEWERS.map(({ name, by }) => `${name}, ${by}`.padEnd(COLUMN)).join(''));
const rows = await soak(publishers, Number(options.seconds), ({ publisher, outcomes }) =>
  console.log(publisher.padEnd(FIRST_COLUMN) + outcomes.map((outcome) => cell(outcome).padEnd(COLUMN)).join('')),
);
const faults = rows.flatMap(faultsOf);
for (const fault of faults) console.error(fault);
process.exit(faults.length > 0 ? 1 : 0);
