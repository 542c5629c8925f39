import { parseArgs } from 'node:util';
import { ensureWorld } from './world.ts';

// `npm run bench:world [-- --scale 0.1] [-- --again]`: makes the world that `npm run bench scale` asks.
const { values } = parseArgs({ options: { scale: { type: 'string', default: '1' }, again: { type: 'boolean', default: false } } });
const scale = Number(values.scale);
if (!(scale >= 0.01 && scale <= 1)) {
  console.error('--scale is a number from 0.01 to 1.');
  process.exit(2);
}
const folder = await ensureWorld(scale, values.again);
console.log(`The bench world at scale ${scale} is in ${folder}.`);
